// The functions of libiio 0.x that are used. Declared here, so that building needs no header of the library.
#ifndef CARDAN_IIO_FUNCTIONS_H
#define CARDAN_IIO_FUNCTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

struct iio_context;
struct iio_device;
struct iio_channel;
struct iio_buffer;

struct iio_data_format {
  unsigned length;
  unsigned bits;
  unsigned shift;
  bool is_signed;
  bool is_fully_defined;
  bool is_be;
  bool with_scale;
  double scale;
  unsigned repeat;
};

struct iio_context *iio_create_context_from_uri(const char *uri);
void iio_context_destroy(struct iio_context *context);
int iio_context_set_timeout(struct iio_context *context, unsigned milliseconds);
unsigned iio_context_get_devices_count(const struct iio_context *context);
struct iio_device *iio_context_get_device(const struct iio_context *context, unsigned index);
const char *iio_device_get_name(const struct iio_device *device);
bool iio_device_is_trigger(const struct iio_device *device);
int iio_device_get_trigger(const struct iio_device *device, const struct iio_device **trigger);
int iio_device_set_trigger(const struct iio_device *device, const struct iio_device *trigger);
struct iio_channel *iio_device_find_channel(const struct iio_device *device, const char *name, bool output);
ssize_t iio_device_attr_read(const struct iio_device *device, const char *name, char *text, size_t size);
int iio_device_attr_read_double(const struct iio_device *device, const char *name, double *value);
ssize_t iio_device_attr_write(const struct iio_device *device, const char *name, const char *text);
int iio_device_set_kernel_buffers_count(const struct iio_device *device, unsigned count);
struct iio_buffer *iio_device_create_buffer(const struct iio_device *device, size_t samples, bool isCyclic);
bool iio_channel_is_scan_element(const struct iio_channel *channel);
const struct iio_data_format *iio_channel_get_data_format(const struct iio_channel *channel);
void iio_channel_enable(struct iio_channel *channel);
const char *iio_channel_find_attr(const struct iio_channel *channel, const char *name);
ssize_t iio_channel_attr_read(const struct iio_channel *channel, const char *name, char *text, size_t size);
int iio_channel_attr_read_double(const struct iio_channel *channel, const char *name, double *value);
ssize_t iio_buffer_refill(struct iio_buffer *buffer);
void *iio_buffer_start(const struct iio_buffer *buffer);
void *iio_buffer_first(const struct iio_buffer *buffer, const struct iio_channel *channel);
ptrdiff_t iio_buffer_step(const struct iio_buffer *buffer);
void iio_buffer_cancel(struct iio_buffer *buffer);
void iio_buffer_destroy(struct iio_buffer *buffer);

#endif
