#define _GNU_SOURCE 1
#include <microhttpd.h>

/* Cast macros that Swift cannot see. */
static const uint64_t nj_mhd_size_unknown = MHD_SIZE_UNKNOWN;
static const ssize_t nj_mhd_end_of_stream = MHD_CONTENT_READER_END_OF_STREAM;
static const ssize_t nj_mhd_end_with_error = MHD_CONTENT_READER_END_WITH_ERROR;

/* Paths and arguments stay as sent: the library would decode %2F and %00 before a path can be split. */
static inline size_t nj_mhd_keep_escapes(void *cls, struct MHD_Connection *connection, char *text) {
    (void) cls;
    (void) connection;
    size_t length = 0;
    while (text[length] != 0) length++;
    return length;
}

/* Starts one server thread on a listening socket, which it then owns. MHD_start_daemon is variadic.
   No error log: the library would print a line for each client that leaves. */
static inline struct MHD_Daemon *nj_mhd_start(
    int listening, MHD_AccessHandlerCallback access, MHD_RequestCompletedCallback completed, void *cls,
    size_t memory_per_connection, unsigned int connections, unsigned int connections_per_ip,
    unsigned int timeout_seconds) {
    return MHD_start_daemon(
        MHD_USE_EPOLL_INTERNAL_THREAD | MHD_ALLOW_SUSPEND_RESUME, 0, NULL, NULL, access, cls,
        MHD_OPTION_LISTEN_SOCKET, listening,
        MHD_OPTION_NOTIFY_COMPLETED, completed, cls,
        MHD_OPTION_UNESCAPE_CALLBACK, &nj_mhd_keep_escapes, NULL,
        MHD_OPTION_CONNECTION_MEMORY_LIMIT, memory_per_connection,
        MHD_OPTION_CONNECTION_LIMIT, connections,
        MHD_OPTION_PER_IP_CONNECTION_LIMIT, connections_per_ip,
        MHD_OPTION_CONNECTION_TIMEOUT, timeout_seconds,
        MHD_OPTION_STRICT_FOR_CLIENT, 1,
        MHD_OPTION_END);
}
