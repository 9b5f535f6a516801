#define _GNU_SOURCE 1
#include <arpa/inet.h>
#include <ctype.h>
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

/* Whether an address is longer or has more arguments than is allowed. The library would read them, and answers nothing
   where it has no room for them: then they are cut off in its buffer, where it is told of the address. */
static inline int nj_mhd_limit_arguments(const char *address, size_t most_bytes, size_t most_arguments) {
    size_t size = strlen(address);
    const char *mark = strchr(address, '?');
    size_t arguments = mark != NULL;
    for (const char *at = mark; at != NULL && *at != 0; at++) arguments += *at == '&';
    if (size <= most_bytes && arguments <= most_arguments) return 0;
    if (mark != NULL && mark[1] != 0) *(char *)(uintptr_t)(mark + 1) = 0;
    return 1;
}

/* Whether the library is the version whose leniency is known, and made up for here. */
static inline int nj_mhd_is_lenient(void) { return strcmp(MHD_get_version(), "0.9.75") == 0; }

/* The head as it came, of which the library has made text in place: each line end, and the colon of each field, are zeros
   now. 0 when it was well-formed, 1 for a line end other than CR LF or a control character, 2 for a folded line, 3 for a
   name that is none. Known of 0.9.75; later versions are told to be strict by their own option. */
static inline int nj_mhd_head_fault(
    struct MHD_Connection *connection, const char *method, size_t address_size, const char *version) {
    if (!nj_mhd_is_lenient()) return 0;
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(connection, MHD_CONNECTION_INFO_REQUEST_HEADER_SIZE);
    if (info == NULL || version <= method || info->header_size > 65536) return 1;
    /* A zero within the address ended what the library told of it. */
    if ((size_t)(version - method) != strlen(method) + 1 + address_size + 1) return 1;
    const unsigned char *at = (const unsigned char *)version, *end = (const unsigned char *)method + info->header_size;
    while (at < end && *at != 0) at++;
    int fields = 0;
    for (;;) {
        if (end - at < 2 || at[0] != 0 || at[1] != 0) return 1;
        at += 2;
        if (end - at == 2 && at[0] == 0 && at[1] == 0) break;
        if (at < end && (*at == ' ' || *at == '\t')) return 2;
        const unsigned char *name = at;
        while (at < end && (strchr("!#$%&'*+-.^_`|~", *at) != NULL ? *at != 0 : isalnum(*at))) at++;
        if (at == name || at == end || *at != 0) return 3;
        at++;
        while (at < end && *at != 0) {
            if ((*at < 0x20 && *at != '\t') || *at == 0x7F) return 1;
            at++;
        }
        fields++;
    }
    /* What the zeros of a hidden byte made look like a field is none of the library's. */
    return fields == MHD_get_connection_values(connection, MHD_HEADER_KIND, NULL, NULL) ? 0 : 1;
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
    void *(*address)(void *cls, const char *address, struct MHD_Connection *connection);
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
    /* Where 0.9.75 is strict it closes the connection without an answer for a blank in an address, and refuses a missing Host
       field; this program looks for both itself. */
    const int strictness = nj_mhd_is_lenient() ? 0 : 1;
    return MHD_start_daemon(
        certificate == NULL ? flags : flags | MHD_USE_TLS, 0, NULL, NULL, callbacks.access, callbacks.cls,
        MHD_OPTION_NOTIFY_COMPLETED, callbacks.completed, callbacks.cls,
        MHD_OPTION_NOTIFY_CONNECTION, callbacks.connection, callbacks.cls,
        MHD_OPTION_URI_LOG_CALLBACK, callbacks.address, callbacks.cls,
        MHD_OPTION_UNESCAPE_CALLBACK, &nj_mhd_keep_escapes, NULL,
        MHD_OPTION_CONNECTION_MEMORY_LIMIT, memory_per_connection,
        MHD_OPTION_CONNECTION_LIMIT, connections,
        MHD_OPTION_CONNECTION_TIMEOUT, timeout_seconds,
        MHD_OPTION_STRICT_FOR_CLIENT, strictness,
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
