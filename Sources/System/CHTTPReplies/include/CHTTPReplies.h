#pragma once

struct MHD_Connection;
struct MHD_Response;

/// Makes the answer to a request that the library refuses by itself, on its server thread; NULL for the library's own.
typedef struct MHD_Response *(*nj_reply_maker)(struct MHD_Connection *connection, unsigned int status);

/// Says who makes those answers, from now on.
void nj_set_reply_maker(nj_reply_maker maker);

/// MHD_queue_response, for the answers of this program.
int nj_queue_response(struct MHD_Connection *connection, unsigned int status, struct MHD_Response *answer);
