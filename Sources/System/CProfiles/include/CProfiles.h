// The device profiles, embedded at build time.
#ifndef NIGHTJAR_CPROFILES_H
#define NIGHTJAR_CPROFILES_H

#include <stddef.h>

/// One embedded profile: the name of its file and its bytes, which live as long as the program.
struct nj_profile {
    const char *name;
    const unsigned char *bytes;
    size_t count;
};

/// Number of embedded profiles.
size_t nj_profile_count(void);
/// The profile at `index`, which must be below `nj_profile_count()`.
struct nj_profile nj_profile_at(size_t index);

#endif
