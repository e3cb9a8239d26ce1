// What is used of libsystemd, loaded when a service is provided.
#include "CSystemBus.h"

#include "OnDemand.h"

static const char *const names[] = {"libsystemd.so.0", NULL};
static cardan_library library = {.names = names};

const char *cardan_bus_missing(void) { return cardan_library_missing(&library); }

#define FORWARD(result, name, parameters, arguments) CARDAN_ON_DEMAND(library, result, name, parameters, arguments)

FORWARD(int, sd_bus_open_system, (struct sd_bus * *bus), (bus))
FORWARD(struct sd_bus *, sd_bus_flush_close_unref, (struct sd_bus * bus), (bus))
FORWARD(int, sd_bus_request_name, (struct sd_bus * bus, const char *name, uint64_t flags), (bus, name, flags))
FORWARD(
    int, sd_bus_add_object,
    (struct sd_bus * bus, struct sd_bus_slot **slot, const char *path, cardan_bus_handler handler, void *context),
    (bus, slot, path, handler, context))
FORWARD(
    int, sd_bus_add_match,
    (struct sd_bus * bus, struct sd_bus_slot **slot, const char *rule, cardan_bus_handler handler, void *context),
    (bus, slot, rule, handler, context))
FORWARD(int, sd_bus_process, (struct sd_bus * bus, struct sd_bus_message **message), (bus, message))
FORWARD(int, sd_bus_flush, (struct sd_bus * bus), (bus))
FORWARD(int, sd_bus_get_fd, (struct sd_bus * bus), (bus))
FORWARD(
    int, sd_bus_send, (struct sd_bus * bus, struct sd_bus_message *message, uint64_t *cookie), (bus, message, cookie))

FORWARD(const char *, sd_bus_message_get_interface, (struct sd_bus_message * message), (message))
FORWARD(const char *, sd_bus_message_get_member, (struct sd_bus_message * message), (message))
FORWARD(const char *, sd_bus_message_get_path, (struct sd_bus_message * message), (message))
FORWARD(const char *, sd_bus_message_get_sender, (struct sd_bus_message * message), (message))
FORWARD(
    int, sd_bus_message_read_basic, (struct sd_bus_message * message, char type, void *value), (message, type, value))
FORWARD(
    int, sd_bus_message_new_method_return, (struct sd_bus_message * call, struct sd_bus_message **message),
    (call, message))
FORWARD(
    int, sd_bus_message_new_signal,
    (struct sd_bus * bus, struct sd_bus_message **message, const char *path, const char *interface, const char *member),
    (bus, message, path, interface, member))
FORWARD(
    int, sd_bus_message_set_destination, (struct sd_bus_message * message, const char *name), (message, name))
FORWARD(
    int, sd_bus_message_append_basic, (struct sd_bus_message * message, char type, const void *value),
    (message, type, value))
FORWARD(
    int, sd_bus_message_open_container, (struct sd_bus_message * message, char type, const char *contents),
    (message, type, contents))
FORWARD(int, sd_bus_message_close_container, (struct sd_bus_message * message), (message))
FORWARD(struct sd_bus_message *, sd_bus_message_unref, (struct sd_bus_message * message), (message))
