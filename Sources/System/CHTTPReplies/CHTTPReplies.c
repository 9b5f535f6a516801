#define _GNU_SOURCE 1
#include "CHTTPReplies.h"

#include <dlfcn.h>
#include <microhttpd.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/socket.h>

typedef enum MHD_Result (*queue_function)(struct MHD_Connection *, unsigned int, struct MHD_Response *);
typedef ssize_t (*record_sender)(void *session, const void *bytes, size_t size);

static _Atomic(nj_reply_maker) reply_maker;
static queue_function library_queue;
/* gnutls_record_send of the TLS library that came with the other one. */
static record_sender record_send;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void find(void) {
    library_queue = (queue_function)dlsym(RTLD_NEXT, "MHD_queue_response");
    record_send = (record_sender)dlsym(RTLD_DEFAULT, "gnutls_record_send");
}

void nj_set_reply_maker(nj_reply_maker maker) { atomic_store(&reply_maker, maker); }

int nj_queue_response(struct MHD_Connection *connection, unsigned int status, struct MHD_Response *answer) {
    pthread_once(&once, find);
    return library_queue == NULL ? MHD_NO : library_queue(connection, status, answer);
}

/* What the client still sends is read and thrown away, as far as it is there: closing before would reset the connection,
   and the client could lose the answer. */
static void drain(int descriptor) {
    char bytes[4096];
    for (int count = 0; count < 64; count++)
        if (recv(descriptor, bytes, sizeof bytes, MSG_DONTWAIT) <= 0) return;
}

/* Sends an answer as far as there is room for it, which there is for one as short: nothing else is on its way but the end
   of an answer before it. Nobody is waited for. */
static void send_now(struct MHD_Connection *connection, int descriptor, const unsigned char *bytes, size_t size) {
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(connection, MHD_CONNECTION_INFO_GNUTLS_SESSION);
    void *session = info == NULL ? NULL : info->tls_session;
    while (size > 0) {
        ssize_t sent = 0;
        /* The descriptor of a session does not block. */
        if (session == NULL) sent = send(descriptor, bytes, size, MSG_DONTWAIT | MSG_NOSIGNAL);
        else if (record_send != NULL) sent = record_send(session, bytes, size);
        if (sent <= 0) return;
        bytes += sent;
        size -= (size_t)sent;
    }
}

/* The library answers a request that it cannot read (400, 413, 414, 431, 505) with a page of its own and has no option for
   another. It calls this function by its exported name, and a program's own definition is found before the library's: so
   what comes here is the library's answer, as this program uses the function above. The answer is sent here, and the library
   told to close: where it refuses a head that it has read, 0.9.75 sends the head of a queued answer twice. */
enum MHD_Result MHD_queue_response(
    struct MHD_Connection *connection, unsigned int status, struct MHD_Response *answer) {
    nj_reply_maker maker = atomic_load(&reply_maker);
    const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
    unsigned char bytes[4096];
    size_t size = maker == NULL || info == NULL || status < 400 ? 0 : maker(status, bytes, sizeof bytes);
    if (size == 0 || size > sizeof bytes) return nj_queue_response(connection, status, answer);
    int descriptor = info->connect_fd;
    pthread_once(&once, find);
    drain(descriptor);
    send_now(connection, descriptor, bytes, size);
    return MHD_NO;
}
