// CSystemBus: the functions of libsystemd's D-Bus client that are used.
// Only LiveSources/SystemBus imports it.
#ifndef CARDAN_CSYSTEMBUS_H
#define CARDAN_CSYSTEMBUS_H

#include <stdint.h>

struct sd_bus;
struct sd_bus_slot;
struct sd_bus_message;
struct sd_bus_error;

// Handles a message: positive if it was handled, 0 to leave it to others, a negative errno for an error reply.
typedef int (*cardan_bus_handler)(
    struct sd_bus_message *_Nonnull message, void *_Nullable context, struct sd_bus_error *_Nullable error);

// Loads the library once; NULL if it is loaded, otherwise the reason.
const char *_Nullable cardan_bus_missing(void);

int sd_bus_open_system(struct sd_bus *_Nullable *_Nonnull bus);
struct sd_bus *_Nullable sd_bus_flush_close_unref(struct sd_bus *_Nullable bus);
int sd_bus_request_name(struct sd_bus *_Nonnull bus, const char *_Nonnull name, uint64_t flags);
int sd_bus_add_object(
    struct sd_bus *_Nonnull bus, struct sd_bus_slot *_Nullable *_Nullable slot, const char *_Nonnull path,
    cardan_bus_handler _Nonnull handler, void *_Nullable context);
int sd_bus_add_match(
    struct sd_bus *_Nonnull bus, struct sd_bus_slot *_Nullable *_Nullable slot, const char *_Nonnull rule,
    cardan_bus_handler _Nonnull handler, void *_Nullable context);
int sd_bus_process(struct sd_bus *_Nonnull bus, struct sd_bus_message *_Nullable *_Nullable message);
int sd_bus_flush(struct sd_bus *_Nonnull bus);
int sd_bus_get_fd(struct sd_bus *_Nonnull bus);
int sd_bus_send(struct sd_bus *_Nullable bus, struct sd_bus_message *_Nonnull message, uint64_t *_Nullable cookie);
const char *_Nullable sd_bus_message_get_interface(struct sd_bus_message *_Nonnull message);
const char *_Nullable sd_bus_message_get_member(struct sd_bus_message *_Nonnull message);
const char *_Nullable sd_bus_message_get_path(struct sd_bus_message *_Nonnull message);
const char *_Nullable sd_bus_message_get_sender(struct sd_bus_message *_Nonnull message);
int sd_bus_message_read_basic(struct sd_bus_message *_Nonnull message, char type, void *_Nonnull value);
int sd_bus_message_new_method_return(
    struct sd_bus_message *_Nonnull call, struct sd_bus_message *_Nullable *_Nonnull message);
int sd_bus_message_new_signal(
    struct sd_bus *_Nonnull bus, struct sd_bus_message *_Nullable *_Nonnull message, const char *_Nonnull path,
    const char *_Nonnull interface, const char *_Nonnull member);
int sd_bus_message_set_destination(struct sd_bus_message *_Nonnull message, const char *_Nonnull name);
int sd_bus_message_append_basic(struct sd_bus_message *_Nonnull message, char type, const void *_Nonnull value);
int sd_bus_message_open_container(struct sd_bus_message *_Nonnull message, char type, const char *_Nonnull contents);
int sd_bus_message_close_container(struct sd_bus_message *_Nonnull message);
struct sd_bus_message *_Nullable sd_bus_message_unref(struct sd_bus_message *_Nullable message);

#endif
