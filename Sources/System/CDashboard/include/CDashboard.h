// The dashboard's files, embedded at build time.
#ifndef NIGHTJAR_CDASHBOARD_H
#define NIGHTJAR_CDASHBOARD_H

#include <stddef.h>

/// One embedded file: request path (`{name}` stands for any one segment), media type and bytes that live as long as the program.
struct nj_asset {
    const char *path;
    const char *media_type;
    const unsigned char *bytes;
    size_t count;
};

/// Number of embedded files.
size_t nj_asset_count(void);
/// The file at `index`, which must be below `nj_asset_count()`.
struct nj_asset nj_asset_at(size_t index);

#endif
