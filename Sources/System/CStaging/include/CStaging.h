// The models that stage sleep, embedded at build time; Benchmarks/Staging fits and writes them.
// Fitted on Walch 2019, PhysioNet "Motion and heart rate from a wrist-worn wearable and labeled sleep from
// polysomnography", Open Data Commons Attribution License 1.0.
#ifndef NIGHTJAR_CSTAGING_H
#define NIGHTJAR_CSTAGING_H

#include <stddef.h>

/// The bytes of a model, which live as long as the program.
struct nj_staging_model {
    const unsigned char *bytes;
    size_t count;
};

/// Heart rate with motion: awake, light, deep, REM.
struct nj_staging_model nj_staging_heart_rate(void);
/// Motion alone: awake, asleep.
struct nj_staging_model nj_staging_motion(void);

#endif
