// What is used of libiio, loaded when its sensors are asked for.
#include "CIIO.h"

#include "OnDemand.h"

static const char *const names[] = {"libiio.so.0", "libiio.so", NULL};
static cardan_library library = {.names = names};

const char *cardan_iio_missing(void) { return cardan_library_missing(&library); }

#define FORWARD(result, name, parameters, arguments) CARDAN_ON_DEMAND(library, result, name, parameters, arguments)

FORWARD(struct iio_context *, iio_create_context_from_uri, (const char *uri), (uri))
FORWARD(void, iio_context_destroy, (struct iio_context *context), (context))
FORWARD(int, iio_context_set_timeout, (struct iio_context *context, unsigned milliseconds), (context, milliseconds))
FORWARD(unsigned, iio_context_get_devices_count, (const struct iio_context *context), (context))
FORWARD(
    struct iio_device *, iio_context_get_device, (const struct iio_context *context, unsigned index), (context, index))

FORWARD(const char *, iio_device_get_name, (const struct iio_device *device), (device))
FORWARD(bool, iio_device_is_trigger, (const struct iio_device *device), (device))
FORWARD(
    int, iio_device_get_trigger, (const struct iio_device *device, const struct iio_device **trigger),
    (device, trigger))
FORWARD(
    int, iio_device_set_trigger, (const struct iio_device *device, const struct iio_device *trigger),
    (device, trigger))
FORWARD(
    struct iio_channel *, iio_device_find_channel, (const struct iio_device *device, const char *name, bool output),
    (device, name, output))
FORWARD(
    ssize_t, iio_device_attr_read, (const struct iio_device *device, const char *name, char *text, size_t size),
    (device, name, text, size))
FORWARD(
    int, iio_device_attr_read_double, (const struct iio_device *device, const char *name, double *value),
    (device, name, value))
FORWARD(
    ssize_t, iio_device_attr_write, (const struct iio_device *device, const char *name, const char *text),
    (device, name, text))
FORWARD(
    int, iio_device_set_kernel_buffers_count, (const struct iio_device *device, unsigned count), (device, count))
FORWARD(
    struct iio_buffer *, iio_device_create_buffer, (const struct iio_device *device, size_t samples, bool isCyclic),
    (device, samples, isCyclic))

FORWARD(bool, iio_channel_is_scan_element, (const struct iio_channel *channel), (channel))
FORWARD(const struct iio_data_format *, iio_channel_get_data_format, (const struct iio_channel *channel), (channel))
FORWARD(void, iio_channel_enable, (struct iio_channel *channel), (channel))
FORWARD(const char *, iio_channel_find_attr, (const struct iio_channel *channel, const char *name), (channel, name))
FORWARD(
    ssize_t, iio_channel_attr_read, (const struct iio_channel *channel, const char *name, char *text, size_t size),
    (channel, name, text, size))
FORWARD(
    int, iio_channel_attr_read_double, (const struct iio_channel *channel, const char *name, double *value),
    (channel, name, value))

FORWARD(ssize_t, iio_buffer_refill, (struct iio_buffer *buffer), (buffer))
FORWARD(void *, iio_buffer_start, (const struct iio_buffer *buffer), (buffer))
FORWARD(
    void *, iio_buffer_first, (const struct iio_buffer *buffer, const struct iio_channel *channel), (buffer, channel))
FORWARD(ptrdiff_t, iio_buffer_step, (const struct iio_buffer *buffer), (buffer))
FORWARD(void, iio_buffer_cancel, (struct iio_buffer *buffer), (buffer))
FORWARD(void, iio_buffer_destroy, (struct iio_buffer *buffer), (buffer))
