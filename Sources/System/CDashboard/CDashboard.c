#include "CDashboard.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char index_html[] = {
#embed "web/index.html"
};
static const unsigned char api_html[] = {
#embed "web/api.html"
};
static const unsigned char css_reference_css[] = {
#embed "web/css/reference.css"
};
static const unsigned char js_reference_page_js[] = {
#embed "web/js/reference/page.js"
};
static const unsigned char login_html[] = {
#embed "web/login.html"
};
static const unsigned char css_account_css[] = {
#embed "web/css/account.css"
};
static const unsigned char js_account_login_js[] = {
#embed "web/js/account/login.js"
};
static const unsigned char js_account_page_js[] = {
#embed "web/js/account/page.js"
};
static const unsigned char js_account_people_js[] = {
#embed "web/js/account/people.js"
};
static const unsigned char js_account_setAside_js[] = {
#embed "web/js/account/setAside.js"
};
static const unsigned char js_consent_page_js[] = {
#embed "web/js/consent/page.js"
};
static const unsigned char css_base_css[] = {
#embed "web/css/base.css"
};
static const unsigned char css_charts_css[] = {
#embed "web/css/charts.css"
};
static const unsigned char css_devices_css[] = {
#embed "web/css/devices.css"
};
static const unsigned char css_dialog_css[] = {
#embed "web/css/dialog.css"
};
static const unsigned char css_import_css[] = {
#embed "web/css/import.css"
};
static const unsigned char css_live_css[] = {
#embed "web/css/live.css"
};
static const unsigned char css_night_css[] = {
#embed "web/css/night.css"
};
static const unsigned char css_nights_css[] = {
#embed "web/css/nights.css"
};
static const unsigned char css_palette_css[] = {
#embed "web/css/palette.css"
};
static const unsigned char css_shell_css[] = {
#embed "web/css/shell.css"
};
static const unsigned char img_logo_svg[] = {
#embed "web/img/logo.svg"
};
static const unsigned char img_stars_svg[] = {
#embed "web/img/stars.svg"
};
static const unsigned char js_alerts_js[] = {
#embed "web/js/alerts.js"
};
static const unsigned char js_api_js[] = {
#embed "web/js/api.js"
};
static const unsigned char js_app_js[] = {
#embed "web/js/app.js"
};
static const unsigned char js_axis_js[] = {
#embed "web/js/axis.js"
};
static const unsigned char js_dialog_js[] = {
#embed "web/js/dialog.js"
};
static const unsigned char js_dom_js[] = {
#embed "web/js/dom.js"
};
static const unsigned char js_dygraphs_js[] = {
#embed "web/js/dygraphs.js"
};
static const unsigned char js_feed_js[] = {
#embed "web/js/feed.js"
};
static const unsigned char js_format_js[] = {
#embed "web/js/format.js"
};
static const unsigned char js_prose_js[] = {
#embed "web/js/prose.js"
};
static const unsigned char js_router_js[] = {
#embed "web/js/router.js"
};
static const unsigned char js_states_js[] = {
#embed "web/js/states.js"
};
static const unsigned char js_theme_js[] = {
#embed "web/js/theme.js"
};
static const unsigned char js_words_js[] = {
#embed "web/js/words.js"
};
static const unsigned char js_devices_buses_js[] = {
#embed "web/js/devices/buses.js"
};
static const unsigned char js_devices_changes_js[] = {
#embed "web/js/devices/changes.js"
};
static const unsigned char js_devices_firstPairing_js[] = {
#embed "web/js/devices/firstPairing.js"
};
static const unsigned char js_devices_foundList_js[] = {
#embed "web/js/devices/foundList.js"
};
static const unsigned char js_devices_knownCard_js[] = {
#embed "web/js/devices/knownCard.js"
};
static const unsigned char js_devices_page_js[] = {
#embed "web/js/devices/page.js"
};
static const unsigned char js_devices_recorder_js[] = {
#embed "web/js/devices/recorder.js"
};
static const unsigned char js_devices_recorderDialogs_js[] = {
#embed "web/js/devices/recorderDialogs.js"
};
static const unsigned char js_devices_recordingBar_js[] = {
#embed "web/js/devices/recordingBar.js"
};
static const unsigned char js_devices_schedules_js[] = {
#embed "web/js/devices/schedules.js"
};
static const unsigned char js_devices_signal_js[] = {
#embed "web/js/devices/signal.js"
};
static const unsigned char js_devices_streams_js[] = {
#embed "web/js/devices/streams.js"
};
static const unsigned char js_devices_surroundings_js[] = {
#embed "web/js/devices/surroundings.js"
};
static const unsigned char js_devices_words_js[] = {
#embed "web/js/devices/words.js"
};
static const unsigned char js_import_contests_js[] = {
#embed "web/js/import/contests.js"
};
static const unsigned char js_import_job_js[] = {
#embed "web/js/import/job.js"
};
static const unsigned char js_import_jobCard_js[] = {
#embed "web/js/import/jobCard.js"
};
static const unsigned char js_import_page_js[] = {
#embed "web/js/import/page.js"
};
static const unsigned char js_import_zones_js[] = {
#embed "web/js/import/zones.js"
};
static const unsigned char js_live_deviceCard_js[] = {
#embed "web/js/live/deviceCard.js"
};
static const unsigned char js_live_gauge_js[] = {
#embed "web/js/live/gauge.js"
};
static const unsigned char js_live_heart_js[] = {
#embed "web/js/live/heart.js"
};
static const unsigned char js_live_model_js[] = {
#embed "web/js/live/model.js"
};
static const unsigned char js_live_motion_js[] = {
#embed "web/js/live/motion.js"
};
static const unsigned char js_live_page_js[] = {
#embed "web/js/live/page.js"
};
static const unsigned char js_live_tachogram_js[] = {
#embed "web/js/live/tachogram.js"
};
static const unsigned char js_nights_calendarPage_js[] = {
#embed "web/js/nights/calendarPage.js"
};
static const unsigned char js_nights_gestures_js[] = {
#embed "web/js/nights/gestures.js"
};
static const unsigned char js_nights_metrics_js[] = {
#embed "web/js/nights/metrics.js"
};
static const unsigned char js_nights_moon_js[] = {
#embed "web/js/nights/moon.js"
};
static const unsigned char js_nights_nightPage_js[] = {
#embed "web/js/nights/nightPage.js"
};
static const unsigned char js_nights_shading_js[] = {
#embed "web/js/nights/shading.js"
};
static const unsigned char js_nights_stages_js[] = {
#embed "web/js/nights/stages.js"
};
static const unsigned char js_nights_tables_js[] = {
#embed "web/js/nights/tables.js"
};
static const unsigned char js_nights_trackStack_js[] = {
#embed "web/js/nights/trackStack.js"
};
static const unsigned char js_nights_tracks_js[] = {
#embed "web/js/nights/tracks.js"
};
static const unsigned char js_nights_zoneClock_js[] = {
#embed "web/js/nights/zoneClock.js"
};
static const unsigned char js_breathe_page_js[] = {
#embed "web/js/breathe/page.js"
};
static const unsigned char js_read_adapting_js[] = {
#embed "web/js/read/adapting.js"
};
static const unsigned char js_read_curve_js[] = {
#embed "web/js/read/curve.js"
};
static const unsigned char js_read_figures_js[] = {
#embed "web/js/read/figures.js"
};
static const unsigned char js_read_history_js[] = {
#embed "web/js/read/history.js"
};
static const unsigned char js_read_measures_js[] = {
#embed "web/js/read/measures.js"
};
static const unsigned char js_read_page_js[] = {
#embed "web/js/read/page.js"
};
static const unsigned char js_read_question_js[] = {
#embed "web/js/read/question.js"
};
static const unsigned char js_read_session_js[] = {
#embed "web/js/read/session.js"
};
static const unsigned char js_read_shape_js[] = {
#embed "web/js/read/shape.js"
};
static const unsigned char js_read_source_js[] = {
#embed "web/js/read/source.js"
};
static const unsigned char js_read_text_js[] = {
#embed "web/js/read/text.js"
};
static const unsigned char css_read_css[] = {
#embed "web/css/read.css"
};
// The chart library comes from the installed Debian package libjs-dygraphs.
static const unsigned char css_watch_css[] = {
#embed "web/css/watch.css"
};
static const unsigned char js_watch_breathing_js[] = {
#embed "web/js/watch/breathing.js"
};
static const unsigned char js_watch_face_js[] = {
#embed "web/js/watch/face.js"
};
static const unsigned char js_watch_link_js[] = {
#embed "web/js/watch/link.js"
};
static const unsigned char js_watch_notice_js[] = {
#embed "web/js/watch/notice.js"
};
static const unsigned char js_watch_page_js[] = {
#embed "web/js/watch/page.js"
};
static const unsigned char vendor_dygraph_min_js[] = {
#embed "/usr/share/javascript/dygraphs/dygraph.min.js"
};
static const unsigned char vendor_dygraph_min_css[] = {
#embed "/usr/share/javascript/dygraphs/dygraph.min.css"
};

#define HTML "text/html; charset=utf-8"
#define CSS "text/css; charset=utf-8"
#define JS "text/javascript; charset=utf-8"
#define SVG "image/svg+xml"
#define ASSET(path, type, bytes) {path, type, bytes, sizeof bytes}

static const struct nj_asset assets[] = {
    // One document serves every screen; its script shows the one that the address names.
    ASSET("/", HTML, index_html),
    ASSET("/live", HTML, index_html),
    ASSET("/devices", HTML, index_html),
    ASSET("/nights", HTML, index_html),
    ASSET("/nights/{date}", HTML, index_html),
    ASSET("/import", HTML, index_html),
    ASSET("/read", HTML, index_html),
    ASSET("/breathe", HTML, index_html),
    ASSET("/account", HTML, index_html),
    ASSET("/consent", HTML, index_html),
    ASSET("/login", HTML, login_html),
    ASSET("/welcome", HTML, login_html),
    ASSET("/assets/css/account.css", CSS, css_account_css),
    ASSET("/assets/js/account/login.js", JS, js_account_login_js),
    ASSET("/assets/js/account/page.js", JS, js_account_page_js),
    ASSET("/assets/js/account/people.js", JS, js_account_people_js),
    ASSET("/assets/js/account/setAside.js", JS, js_account_setAside_js),
    ASSET("/assets/js/consent/page.js", JS, js_consent_page_js),
    ASSET("/assets/api.html", HTML, api_html),
    ASSET("/assets/css/reference.css", CSS, css_reference_css),
    ASSET("/assets/js/reference/page.js", JS, js_reference_page_js),
    ASSET("/watch", HTML, index_html),
    ASSET("/assets/css/base.css", CSS, css_base_css),
    ASSET("/assets/css/charts.css", CSS, css_charts_css),
    ASSET("/assets/css/devices.css", CSS, css_devices_css),
    ASSET("/assets/css/dialog.css", CSS, css_dialog_css),
    ASSET("/assets/css/import.css", CSS, css_import_css),
    ASSET("/assets/css/live.css", CSS, css_live_css),
    ASSET("/assets/css/night.css", CSS, css_night_css),
    ASSET("/assets/css/nights.css", CSS, css_nights_css),
    ASSET("/assets/css/palette.css", CSS, css_palette_css),
    ASSET("/assets/css/shell.css", CSS, css_shell_css),
    ASSET("/assets/css/watch.css", CSS, css_watch_css),
    ASSET("/assets/img/logo.svg", SVG, img_logo_svg),
    ASSET("/assets/img/stars.svg", SVG, img_stars_svg),
    ASSET("/assets/js/alerts.js", JS, js_alerts_js),
    ASSET("/assets/js/api.js", JS, js_api_js),
    ASSET("/assets/js/app.js", JS, js_app_js),
    ASSET("/assets/js/axis.js", JS, js_axis_js),
    ASSET("/assets/js/dialog.js", JS, js_dialog_js),
    ASSET("/assets/js/dom.js", JS, js_dom_js),
    ASSET("/assets/js/dygraphs.js", JS, js_dygraphs_js),
    ASSET("/assets/js/feed.js", JS, js_feed_js),
    ASSET("/assets/js/format.js", JS, js_format_js),
    ASSET("/assets/js/prose.js", JS, js_prose_js),
    ASSET("/assets/js/router.js", JS, js_router_js),
    ASSET("/assets/js/states.js", JS, js_states_js),
    ASSET("/assets/js/theme.js", JS, js_theme_js),
    ASSET("/assets/js/words.js", JS, js_words_js),
    ASSET("/assets/js/devices/buses.js", JS, js_devices_buses_js),
    ASSET("/assets/js/devices/changes.js", JS, js_devices_changes_js),
    ASSET("/assets/js/devices/firstPairing.js", JS, js_devices_firstPairing_js),
    ASSET("/assets/js/devices/foundList.js", JS, js_devices_foundList_js),
    ASSET("/assets/js/devices/knownCard.js", JS, js_devices_knownCard_js),
    ASSET("/assets/js/devices/page.js", JS, js_devices_page_js),
    ASSET("/assets/js/devices/recorder.js", JS, js_devices_recorder_js),
    ASSET("/assets/js/devices/recorderDialogs.js", JS, js_devices_recorderDialogs_js),
    ASSET("/assets/js/devices/recordingBar.js", JS, js_devices_recordingBar_js),
    ASSET("/assets/js/devices/schedules.js", JS, js_devices_schedules_js),
    ASSET("/assets/js/devices/signal.js", JS, js_devices_signal_js),
    ASSET("/assets/js/devices/streams.js", JS, js_devices_streams_js),
    ASSET("/assets/js/devices/surroundings.js", JS, js_devices_surroundings_js),
    ASSET("/assets/js/devices/words.js", JS, js_devices_words_js),
    ASSET("/assets/js/import/contests.js", JS, js_import_contests_js),
    ASSET("/assets/js/import/job.js", JS, js_import_job_js),
    ASSET("/assets/js/import/jobCard.js", JS, js_import_jobCard_js),
    ASSET("/assets/js/import/page.js", JS, js_import_page_js),
    ASSET("/assets/js/import/zones.js", JS, js_import_zones_js),
    ASSET("/assets/js/watch/breathing.js", JS, js_watch_breathing_js),
    ASSET("/assets/js/watch/face.js", JS, js_watch_face_js),
    ASSET("/assets/js/watch/link.js", JS, js_watch_link_js),
    ASSET("/assets/js/watch/notice.js", JS, js_watch_notice_js),
    ASSET("/assets/js/watch/page.js", JS, js_watch_page_js),
    ASSET("/assets/js/live/deviceCard.js", JS, js_live_deviceCard_js),
    ASSET("/assets/js/live/gauge.js", JS, js_live_gauge_js),
    ASSET("/assets/js/live/heart.js", JS, js_live_heart_js),
    ASSET("/assets/js/live/model.js", JS, js_live_model_js),
    ASSET("/assets/js/live/motion.js", JS, js_live_motion_js),
    ASSET("/assets/js/live/page.js", JS, js_live_page_js),
    ASSET("/assets/js/live/tachogram.js", JS, js_live_tachogram_js),
    ASSET("/assets/js/nights/calendarPage.js", JS, js_nights_calendarPage_js),
    ASSET("/assets/js/nights/gestures.js", JS, js_nights_gestures_js),
    ASSET("/assets/js/nights/metrics.js", JS, js_nights_metrics_js),
    ASSET("/assets/js/nights/moon.js", JS, js_nights_moon_js),
    ASSET("/assets/js/nights/nightPage.js", JS, js_nights_nightPage_js),
    ASSET("/assets/js/nights/shading.js", JS, js_nights_shading_js),
    ASSET("/assets/js/nights/stages.js", JS, js_nights_stages_js),
    ASSET("/assets/js/nights/tables.js", JS, js_nights_tables_js),
    ASSET("/assets/js/nights/trackStack.js", JS, js_nights_trackStack_js),
    ASSET("/assets/js/nights/tracks.js", JS, js_nights_tracks_js),
    ASSET("/assets/js/nights/zoneClock.js", JS, js_nights_zoneClock_js),
    ASSET("/assets/js/breathe/page.js", JS, js_breathe_page_js),
    ASSET("/assets/js/read/adapting.js", JS, js_read_adapting_js),
    ASSET("/assets/js/read/curve.js", JS, js_read_curve_js),
    ASSET("/assets/js/read/figures.js", JS, js_read_figures_js),
    ASSET("/assets/js/read/history.js", JS, js_read_history_js),
    ASSET("/assets/js/read/measures.js", JS, js_read_measures_js),
    ASSET("/assets/js/read/page.js", JS, js_read_page_js),
    ASSET("/assets/js/read/question.js", JS, js_read_question_js),
    ASSET("/assets/js/read/session.js", JS, js_read_session_js),
    ASSET("/assets/js/read/shape.js", JS, js_read_shape_js),
    ASSET("/assets/js/read/source.js", JS, js_read_source_js),
    ASSET("/assets/js/read/text.js", JS, js_read_text_js),
    ASSET("/assets/css/read.css", CSS, css_read_css),
    ASSET("/assets/vendor/dygraph.min.js", JS, vendor_dygraph_min_js),
    ASSET("/assets/vendor/dygraph.min.css", CSS, vendor_dygraph_min_css),
};

size_t nj_asset_count(void) { return sizeof assets / sizeof assets[0]; }
struct nj_asset nj_asset_at(size_t index) { return assets[index]; }
