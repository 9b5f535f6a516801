// The dashboard's files, embedded at build time.
#ifndef NIGHTJAR_CDASHBOARD_H
#define NIGHTJAR_CDASHBOARD_H

#include <stddef.h>

/// One embedded file: request path, media type and bytes that live as long as the program.
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
/// The file for a request path without its query, the screens' addresses (`/live`, `/nights/2026-11-20`) included; null
/// when there is none.
const struct nj_asset *nj_asset_find(const char *path);

#endif
