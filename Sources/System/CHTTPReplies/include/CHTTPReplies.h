#pragma once

#include <stddef.h>

struct MHD_Connection;
struct MHD_Response;

/// Writes the whole answer, head and body, to a request that the library refuses by itself, on its server thread; gives its
/// size, or 0 for the library's own.
typedef size_t (*nj_reply_maker)(unsigned int status, unsigned char *bytes, size_t room);

/// Says who makes those answers, from now on.
void nj_set_reply_maker(nj_reply_maker maker);

/// MHD_queue_response, for the answers of this program.
int nj_queue_response(struct MHD_Connection *connection, unsigned int status, struct MHD_Response *answer);
