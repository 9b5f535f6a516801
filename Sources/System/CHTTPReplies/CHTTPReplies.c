#define _GNU_SOURCE 1
#include "CHTTPReplies.h"

#include <dlfcn.h>
#include <microhttpd.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/socket.h>

typedef enum MHD_Result (*queue_function)(struct MHD_Connection *, unsigned int, struct MHD_Response *);

static _Atomic(nj_reply_maker) reply_maker;
static queue_function library_queue;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void find(void) { library_queue = (queue_function)dlsym(RTLD_NEXT, "MHD_queue_response"); }

void nj_set_reply_maker(nj_reply_maker maker) { atomic_store(&reply_maker, maker); }

int nj_queue_response(struct MHD_Connection *connection, unsigned int status, struct MHD_Response *answer) {
    pthread_once(&once, find);
    return library_queue == NULL ? MHD_NO : library_queue(connection, status, answer);
}

/* What the client still sends is read and thrown away, as far as it is there: closing before would reset the connection,
   and the client could lose the answer. */
static void drain(struct MHD_Connection *connection) {
    const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
    if (info == NULL) return;
    char bytes[4096];
    for (int count = 0; count < 64; count++)
        if (recv(info->connect_fd, bytes, sizeof bytes, MSG_DONTWAIT) <= 0) return;
}

/* The library answers a request that it cannot read (400, 413, 414, 431, 505) with a page of its own and has no option for
   another. It calls this function by its exported name, and a program's own definition is found before the library's: so
   what comes here is the library's answer, as this program uses the function above. */
enum MHD_Result MHD_queue_response(
    struct MHD_Connection *connection, unsigned int status, struct MHD_Response *answer) {
    nj_reply_maker maker = atomic_load(&reply_maker);
    struct MHD_Response *made = maker == NULL || status < 400 ? NULL : maker(connection, status);
    if (made == NULL) return nj_queue_response(connection, status, answer);
    drain(connection);
    enum MHD_Result result = nj_queue_response(connection, status, made);
    MHD_destroy_response(made);
    return result;
}
