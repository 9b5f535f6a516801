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

/* The descriptor of a connection; -1 where it has none. */
static inline int nj_mhd_descriptor(struct MHD_Connection *connection) {
    const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
    return info == NULL ? -1 : (int)info->connect_fd;
}

/* What the server thread calls. */
struct nj_mhd_callbacks {
    MHD_AccessHandlerCallback access;
    MHD_RequestCompletedCallback completed;
    MHD_NotifyConnectionCallback connection;
    void *cls;
};

/* Starts one server thread, which is handed its connections by nj_mhd_add. MHD_start_daemon is variadic.
   No error log: the library would print a line for each client that leaves. */
static inline struct MHD_Daemon *nj_mhd_start(
    struct nj_mhd_callbacks callbacks, size_t memory_per_connection, unsigned int connections,
    unsigned int timeout_seconds, const char *certificate, const char *key) {
    unsigned int flags = MHD_USE_EPOLL_INTERNAL_THREAD | MHD_USE_NO_LISTEN_SOCKET | MHD_USE_ITC |
                         MHD_ALLOW_SUSPEND_RESUME | MHD_ALLOW_UPGRADE;
    struct MHD_OptionItem tls[] = {
        {MHD_OPTION_HTTPS_MEM_CERT, 0, (void *)certificate},
        {MHD_OPTION_HTTPS_MEM_KEY, 0, (void *)key},
        {MHD_OPTION_HTTPS_PRIORITIES, 0, (void *)"NORMAL:-VERS-ALL:+VERS-TLS1.3:+VERS-TLS1.2"},
        {MHD_OPTION_END, 0, NULL},
    };
    struct MHD_OptionItem none[] = {{MHD_OPTION_END, 0, NULL}};
    return MHD_start_daemon(
        certificate == NULL ? flags : flags | MHD_USE_TLS, 0, NULL, NULL, callbacks.access, callbacks.cls,
        MHD_OPTION_NOTIFY_COMPLETED, callbacks.completed, callbacks.cls,
        MHD_OPTION_NOTIFY_CONNECTION, callbacks.connection, callbacks.cls,
        MHD_OPTION_UNESCAPE_CALLBACK, &nj_mhd_keep_escapes, NULL,
        MHD_OPTION_CONNECTION_MEMORY_LIMIT, memory_per_connection,
        MHD_OPTION_CONNECTION_LIMIT, connections,
        MHD_OPTION_CONNECTION_TIMEOUT, timeout_seconds,
        MHD_OPTION_STRICT_FOR_CLIENT, 1,
        MHD_OPTION_ARRAY, certificate == NULL ? none : tls,
        MHD_OPTION_END);
}

/* Hands a connection to its server thread, which then owns the descriptor, also when it has no room for it. */
static inline int nj_mhd_add(struct MHD_Daemon *daemon, int descriptor, const void *name, unsigned int size) {
    return MHD_add_connection(daemon, descriptor, (const struct sockaddr *)name, (socklen_t)size) == MHD_YES;
}

/* Ends an upgraded connection. MHD_upgrade_action is variadic. */
static inline void nj_mhd_upgrade_close(struct MHD_UpgradeResponseHandle *handle) {
    MHD_upgrade_action(handle, MHD_UPGRADE_ACTION_CLOSE);
}
