// Builds do not see that a profile changed: touch this file then.
#include "CProfiles.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char bangle_js[] = {
#embed "../../../device-profiles/bangle-js.json"
};
static const unsigned char colmi_ring[] = {
#embed "../../../device-profiles/colmi.ring.json"
};
static const unsigned char garmin_hrm[] = {
#embed "../../../device-profiles/garmin.hrm.json"
};
static const unsigned char infinitime[] = {
#embed "../../../device-profiles/infinitime.json"
};
static const unsigned char movesense[] = {
#embed "../../../device-profiles/movesense.json"
};
static const unsigned char nordic_thingy_52[] = {
#embed "../../../device-profiles/nordic.thingy-52.json"
};
static const unsigned char openmovement_axle[] = {
#embed "../../../device-profiles/openmovement.axle.json"
};
static const unsigned char openmovement_wax9[] = {
#embed "../../../device-profiles/openmovement.wax9.json"
};
static const unsigned char polar_h10[] = {
#embed "../../../device-profiles/polar.h10.json"
};
static const unsigned char polar_h9[] = {
#embed "../../../device-profiles/polar.h9.json"
};
static const unsigned char polar_oh1[] = {
#embed "../../../device-profiles/polar.oh1.json"
};
static const unsigned char polar_pmd[] = {
#embed "../../../device-profiles/polar.pmd.json"
};
static const unsigned char polar_verity_sense[] = {
#embed "../../../device-profiles/polar.verity-sense.json"
};
static const unsigned char ruuvi_tag[] = {
#embed "../../../device-profiles/ruuvi.tag.json"
};
static const unsigned char sig_battery[] = {
#embed "../../../device-profiles/sig.battery.json"
};
static const unsigned char sig_device_information[] = {
#embed "../../../device-profiles/sig.device-information.json"
};
static const unsigned char sig_heart_rate[] = {
#embed "../../../device-profiles/sig.heart-rate.json"
};
static const unsigned char sig_physical_activity[] = {
#embed "../../../device-profiles/sig.physical-activity.json"
};
static const unsigned char sig_pulse_oximeter[] = {
#embed "../../../device-profiles/sig.pulse-oximeter.json"
};
static const unsigned char sig_running_speed_cadence[] = {
#embed "../../../device-profiles/sig.running-speed-cadence.json"
};
static const unsigned char usb_contec_cms50d_plus[] = {
#embed "../../../device-profiles/usb.contec-cms50d-plus.json"
};
static const unsigned char usb_openbci_cyton[] = {
#embed "../../../device-profiles/usb.openbci-cyton.json"
};
static const unsigned char wahoo_tickr[] = {
#embed "../../../device-profiles/wahoo.tickr.json"
};

#define PROFILE(name, bytes) {name ".json", bytes, sizeof bytes}

static const struct nj_profile profiles[] = {
    PROFILE("bangle-js", bangle_js),
    PROFILE("colmi.ring", colmi_ring),
    PROFILE("garmin.hrm", garmin_hrm),
    PROFILE("infinitime", infinitime),
    PROFILE("movesense", movesense),
    PROFILE("nordic.thingy-52", nordic_thingy_52),
    PROFILE("openmovement.axle", openmovement_axle),
    PROFILE("openmovement.wax9", openmovement_wax9),
    PROFILE("polar.h10", polar_h10),
    PROFILE("polar.h9", polar_h9),
    PROFILE("polar.oh1", polar_oh1),
    PROFILE("polar.pmd", polar_pmd),
    PROFILE("polar.verity-sense", polar_verity_sense),
    PROFILE("ruuvi.tag", ruuvi_tag),
    PROFILE("sig.battery", sig_battery),
    PROFILE("sig.device-information", sig_device_information),
    PROFILE("sig.heart-rate", sig_heart_rate),
    PROFILE("sig.physical-activity", sig_physical_activity),
    PROFILE("sig.pulse-oximeter", sig_pulse_oximeter),
    PROFILE("sig.running-speed-cadence", sig_running_speed_cadence),
    PROFILE("usb.contec-cms50d-plus", usb_contec_cms50d_plus),
    PROFILE("usb.openbci-cyton", usb_openbci_cyton),
    PROFILE("wahoo.tickr", wahoo_tickr),
};

size_t nj_profile_count(void) { return sizeof profiles / sizeof profiles[0]; }
struct nj_profile nj_profile_at(size_t index) { return profiles[index]; }
