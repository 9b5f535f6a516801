#define _GNU_SOURCE 1
#include <isa-l/crc.h>
#include <isa-l/igzip_lib.h>
#include <stdbool.h>
#include <stdlib.h>

// The state holds an array that Swift does not import, so it is only handed about.

/// A state that unpacks Deflate without a frame; NULL when there is no memory.
static inline struct inflate_state *nj_inflate_new(void) {
    struct inflate_state *state = malloc(sizeof *state);
    if (state) isal_inflate_init(state);
    return state;
}

/// Gives the state packed bytes, which must stay where they are until they are taken.
static inline void nj_inflate_give(struct inflate_state *state, void *bytes, unsigned count) {
    state->next_in = bytes;
    state->avail_in = count;
}

/// Packed bytes that were given and not taken.
static inline unsigned nj_inflate_left(const struct inflate_state *state) { return state->avail_in; }

/// Unpacks into `count` bytes at `out` and takes from `count` what was not filled; 0 or the library's error.
static inline int nj_inflate_run(struct inflate_state *state, void *out, unsigned *count) {
    state->next_out = out;
    state->avail_out = *count;
    int code = isal_inflate(state);
    *count = state->avail_out;
    return code < 0 ? code : 0;
}

/// Whether the last block was unpacked.
static inline bool nj_inflate_ended(const struct inflate_state *state) {
    return state->block_state == ISAL_BLOCK_FINISH;
}
