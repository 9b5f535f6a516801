#include <dlfcn.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// libsystemd's sd-bus (elogind's where that stands for it), opened at its first use and kept: only a machine with a system
// bus needs it. Its functions are declared here, so that its headers are not needed to build.
typedef struct nj_bus nj_bus;
typedef struct nj_bus_message nj_bus_message;
typedef int (*nj_bus_handler)(nj_bus_message *, void *, void *);

static inline void *nj_bus_symbol(const char *name) {
    void *library = dlopen("libsystemd.so.0", RTLD_NOW | RTLD_LOCAL);
    if (!library) library = dlopen("libelogind.so.0", RTLD_NOW | RTLD_LOCAL);
    return library ? dlsym(library, name) : NULL;
}

// The function of this name, of this type: no function below is reached without the library, as all need a bus.
#define NJ_BUS(type, name, ...) type (*name)(__VA_ARGS__) = (type (*)(__VA_ARGS__))nj_bus_symbol("sd_bus_" #name)

// A connection that begins; NULL when there is no library, or no bus at the address.
static inline nj_bus *nj_bus_open(const char *address) {
    NJ_BUS(int, new, nj_bus **);
    NJ_BUS(int, set_address, nj_bus *, const char *);
    NJ_BUS(int, set_bus_client, nj_bus *, int);
    NJ_BUS(int, negotiate_fds, nj_bus *, int);
    NJ_BUS(int, start, nj_bus *);
    NJ_BUS(nj_bus *, close_unref, nj_bus *);
    nj_bus *bus = NULL;
    if (!new || !set_address || !set_bus_client || !negotiate_fds || !start || !close_unref || new(&bus) < 0) return NULL;
    if (set_address(bus, address) >= 0 && set_bus_client(bus, 1) >= 0 && negotiate_fds(bus, 1) >= 0 && start(bus) >= 0) return bus;
    close_unref(bus);
    return NULL;
}
// Sends what waits, for a moment at most, and ends the connection.
static inline void nj_bus_close(nj_bus *bus) {
    NJ_BUS(nj_bus *, close_unref, nj_bus *);
    close_unref(bus);
}
static inline int nj_bus_descriptor(nj_bus *bus) {
    NJ_BUS(int, get_fd, nj_bus *);
    return get_fd(bus);
}
static inline int nj_bus_events(nj_bus *bus) {
    NJ_BUS(int, get_events, nj_bus *);
    return get_events(bus);
}
// When it is to be served again at the latest, in microseconds of the monotonic clock; UINT64_MAX for never.
static inline uint64_t nj_bus_deadline(nj_bus *bus) {
    NJ_BUS(int, get_timeout, nj_bus *, uint64_t *);
    uint64_t time = UINT64_MAX;
    return get_timeout(bus, &time) < 0 ? UINT64_MAX : time;
}
// Does one thing that is due: 0 when nothing is, below 0 when the connection is over.
static inline int nj_bus_process(nj_bus *bus) {
    NJ_BUS(int, process, nj_bus *, void *);
    return process(bus, NULL);
}

// Asks for a method with a parameter for each type in `types`: of s and o its text, of u the address of its number. The reply
// goes to `handler`.
static inline int nj_bus_call(
    nj_bus *bus, const char *destination, const char *path, const char *interface, const char *member,
    const char *types, const void *const *values, uint64_t microseconds, nj_bus_handler handler, void *context) {
    NJ_BUS(int, message_new_method_call, nj_bus *, nj_bus_message **, const char *, const char *, const char *, const char *);
    NJ_BUS(int, message_append_basic, nj_bus_message *, char, const void *);
    NJ_BUS(int, call_async, nj_bus *, void *, nj_bus_message *, nj_bus_handler, void *, uint64_t);
    NJ_BUS(nj_bus_message *, message_unref, nj_bus_message *);
    nj_bus_message *message = NULL;
    int result = message_new_method_call(bus, &message, destination, path, interface, member);
    for (size_t index = 0; result >= 0 && types[index]; index++) result = message_append_basic(message, types[index], values[index]);
    if (result >= 0) result = call_async(bus, NULL, message, handler, context, microseconds);
    message_unref(message);
    return result;
}

// Has signals given to `handler` from the moment on at which the bus has agreed.
static inline int nj_bus_match(nj_bus *bus, const char *rule, nj_bus_handler handler, void *context) {
    NJ_BUS(int, add_match_async, nj_bus *, void *, const char *, nj_bus_handler, nj_bus_handler, void *);
    return add_match_async ? add_match_async(bus, NULL, rule, handler, NULL, context) : -1;
}

// Has what others call at a path given to `handler`.
static inline int nj_bus_serve(nj_bus *bus, const char *path, nj_bus_handler handler, void *context) {
    NJ_BUS(int, add_object, nj_bus *, void *, const char *, nj_bus_handler, void *);
    return add_object(bus, NULL, path, handler, context);
}

static inline const char *nj_bus_member(nj_bus_message *message) {
    NJ_BUS(const char *, message_get_member, nj_bus_message *);
    return message_get_member(message);
}
static inline const char *nj_bus_sender(nj_bus_message *message) {
    NJ_BUS(const char *, message_get_sender, nj_bus_message *);
    return message_get_sender(message);
}

struct nj_bus_error {
    const char *name;
    const char *message;
    int needs_free;
};
// Why a call failed; NULL when it did not.
static inline const struct nj_bus_error *nj_bus_failure(nj_bus_message *message) {
    NJ_BUS(int, message_is_method_error, nj_bus_message *, const char *);
    NJ_BUS(const struct nj_bus_error *, message_get_error, nj_bus_message *);
    return message_is_method_error(message, NULL) > 0 ? message_get_error(message) : NULL;
}

// Answers a call: with nothing, or with an error.
static inline int nj_bus_reply(nj_bus_message *call, const char *error, const char *text) {
    NJ_BUS(int, reply_method_return, nj_bus_message *, const char *, ...);
    NJ_BUS(int, reply_method_errorf, nj_bus_message *, const char *, const char *, ...);
    return error ? reply_method_errorf(call, error, "%s", text) : reply_method_return(call, NULL);
}

// The next value of a message, out of its variant: 's' with its text, which lasts as long as the message, 'n' with its number,
// 'h' with a descriptor that belongs to the message; 0 when there is none, or one of another type.
static inline char nj_bus_next(nj_bus_message *message, const char **text, int64_t *number) {
    NJ_BUS(int, message_peek_type, nj_bus_message *, char *, const char **);
    NJ_BUS(int, message_enter_container, nj_bus_message *, char, const char *);
    NJ_BUS(int, message_read_basic, nj_bus_message *, char, void *);
    NJ_BUS(int, message_exit_container, nj_bus_message *);
    char type = 0;
    const char *contents = NULL;
    if (message_peek_type(message, &type, &contents) <= 0) return 0;
    bool is_variant = type == 'v';
    if (is_variant && (message_enter_container(message, 'v', contents) < 0 || message_peek_type(message, &type, &contents) <= 0)) return 0;
    union { const char *text; uint8_t u8; int16_t i16; uint16_t u16; int i32; uint32_t u32; int64_t i64; uint64_t u64; } value = {0};
    char kind = 0;
    switch (type) {
    case 's': case 'o': case 'g': case 'y': case 'n': case 'q': case 'i': case 'u': case 'b': case 'x': case 't': case 'h':
        if (message_read_basic(message, type, &value) <= 0) return 0;
        break;
    default: return 0;
    }
    switch (type) {
    case 's': case 'o': case 'g': kind = 's'; *text = value.text; break;
    case 'y': kind = 'n'; *number = value.u8; break;
    case 'n': kind = 'n'; *number = value.i16; break;
    case 'q': kind = 'n'; *number = value.u16; break;
    case 'u': kind = 'n'; *number = value.u32; break;
    case 'x': kind = 'n'; *number = value.i64; break;
    case 't': kind = 'n'; *number = value.u64 > INT64_MAX ? INT64_MAX : (int64_t)value.u64; break;
    case 'h': kind = 'h'; *number = value.i32; break;
    default: kind = 'n'; *number = value.i32; break;
    }
    if (is_variant) message_exit_container(message);
    return kind;
}
