#define _GNU_SOURCE 1
#include <arpa/inet.h>
#include <microhttpd.h>
#include <netinet/in.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

/* Cast macros that Swift cannot see. */
static const uint64_t nj_mhd_size_unknown = MHD_SIZE_UNKNOWN;
static const ssize_t nj_mhd_end_of_stream = MHD_CONTENT_READER_END_OF_STREAM;
static const uint32_t nj_mhd_started = MHD_CONNECTION_NOTIFY_STARTED;
static const ssize_t nj_mhd_end_with_error = MHD_CONTENT_READER_END_WITH_ERROR;

/* Paths and arguments stay as sent: the library would decode %2F and %00 before a path can be split. */
static inline size_t nj_mhd_keep_escapes(void *cls, struct MHD_Connection *connection, char *text) {
    (void) cls;
    (void) connection;
    size_t length = 0;
    while (text[length] != 0) length++;
    return length;
}

/* The address of the other end in its printed form; its length, or 0 where it has none. */
static inline size_t nj_mhd_peer(struct MHD_Connection *connection, char *text, size_t room) {
    const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
    if (info == NULL || info->client_addr == NULL) return 0;
    const struct sockaddr *name = info->client_addr;
    const void *address = NULL;
    if (name->sa_family == AF_INET) address = &((const struct sockaddr_in *)(const void *)name)->sin_addr;
    if (name->sa_family == AF_INET6) address = &((const struct sockaddr_in6 *)(const void *)name)->sin6_addr;
    if (address == NULL || inet_ntop(name->sa_family, address, text, (socklen_t)room) == NULL) return 0;
    return strlen(text);
}

/* Hands the whole pages within a buffer that the library gave to be filled back to the system: they read as zeros until
   they are written again. The library keeps one for each connection, and a client that waits for events waits long. */
static inline void nj_mhd_empty(void *start, size_t size) {
    uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
    uintptr_t first = ((uintptr_t)start + page - 1) & ~(page - 1);
    uintptr_t end = ((uintptr_t)start + size) & ~(page - 1);
    if (first < end) madvise((void *)first, end - first, MADV_DONTNEED);
}

/* What was noted with a connection when it began. */
static inline void *nj_mhd_note(struct MHD_Connection *connection) {
    const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
    return info == NULL ? NULL : info->socket_context;
}

/* The descriptor of a connection; -1 where there is none. */
static inline int nj_mhd_descriptor(struct MHD_Connection *connection) {
    const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
    return info == NULL ? -1 : info->connect_fd;
}

/* Starts one server thread on a listening socket, which it then owns. MHD_start_daemon is variadic.
   No error log: the library would print a line for each client that leaves. */
static inline struct MHD_Daemon *nj_mhd_start(
    int listening, MHD_AccessHandlerCallback access, MHD_RequestCompletedCallback completed, MHD_NotifyConnectionCallback noted,
    void *cls,
    size_t memory_per_connection, unsigned int connections, unsigned int connections_per_ip,
    unsigned int timeout_seconds, const char *certificate, const char *key) {
    if (certificate != NULL) {
        return MHD_start_daemon(
            MHD_USE_EPOLL_INTERNAL_THREAD | MHD_ALLOW_SUSPEND_RESUME | MHD_ALLOW_UPGRADE | MHD_USE_TLS, 0, NULL, NULL, access, cls,
            MHD_OPTION_LISTEN_SOCKET, listening,
            MHD_OPTION_NOTIFY_COMPLETED, completed, cls,
            MHD_OPTION_NOTIFY_CONNECTION, noted, cls,
            MHD_OPTION_UNESCAPE_CALLBACK, &nj_mhd_keep_escapes, NULL,
            MHD_OPTION_CONNECTION_MEMORY_LIMIT, memory_per_connection,
            MHD_OPTION_CONNECTION_LIMIT, connections,
            MHD_OPTION_PER_IP_CONNECTION_LIMIT, connections_per_ip,
            MHD_OPTION_CONNECTION_TIMEOUT, timeout_seconds,
            MHD_OPTION_STRICT_FOR_CLIENT, 1,
            MHD_OPTION_HTTPS_MEM_CERT, certificate,
            MHD_OPTION_HTTPS_MEM_KEY, key,
            MHD_OPTION_HTTPS_PRIORITIES, "NORMAL:-VERS-ALL:+VERS-TLS1.3:+VERS-TLS1.2",
            MHD_OPTION_END);
    }
    return MHD_start_daemon(
        MHD_USE_EPOLL_INTERNAL_THREAD | MHD_ALLOW_SUSPEND_RESUME | MHD_ALLOW_UPGRADE, 0, NULL, NULL, access, cls,
        MHD_OPTION_LISTEN_SOCKET, listening,
        MHD_OPTION_NOTIFY_COMPLETED, completed, cls,
        MHD_OPTION_NOTIFY_CONNECTION, noted, cls,
        MHD_OPTION_UNESCAPE_CALLBACK, &nj_mhd_keep_escapes, NULL,
        MHD_OPTION_CONNECTION_MEMORY_LIMIT, memory_per_connection,
        MHD_OPTION_CONNECTION_LIMIT, connections,
        MHD_OPTION_PER_IP_CONNECTION_LIMIT, connections_per_ip,
        MHD_OPTION_CONNECTION_TIMEOUT, timeout_seconds,
        MHD_OPTION_STRICT_FOR_CLIENT, 1,
        MHD_OPTION_END);
}

/* Ends an upgraded connection. MHD_upgrade_action is variadic. */
static inline void nj_mhd_upgrade_close(struct MHD_UpgradeResponseHandle *handle) {
    MHD_upgrade_action(handle, MHD_UPGRADE_ACTION_CLOSE);
}
