#include "CStaging.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char heart[] = {
#embed "heart-rate.model"
};
static const unsigned char motion[] = {
#embed "motion.model"
};

struct nj_staging_model nj_staging_heart_rate(void) {
    return (struct nj_staging_model){heart, sizeof heart};
}

struct nj_staging_model nj_staging_motion(void) {
    return (struct nj_staging_model){motion, sizeof motion};
}
