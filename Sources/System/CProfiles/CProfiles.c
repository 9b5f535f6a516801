#include "CProfiles.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char sig_battery[] = {
#embed "../../../device-profiles/sig.battery.json"
};
static const unsigned char sig_device_information[] = {
#embed "../../../device-profiles/sig.device-information.json"
};
static const unsigned char sig_heart_rate[] = {
#embed "../../../device-profiles/sig.heart-rate.json"
};

#define PROFILE(name, bytes) {name ".json", bytes, sizeof bytes}

static const struct nj_profile profiles[] = {
    PROFILE("sig.battery", sig_battery),
    PROFILE("sig.device-information", sig_device_information),
    PROFILE("sig.heart-rate", sig_heart_rate),
};

size_t nj_profile_count(void) { return sizeof profiles / sizeof profiles[0]; }
struct nj_profile nj_profile_at(size_t index) { return profiles[index]; }
