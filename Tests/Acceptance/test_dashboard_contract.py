"""Every form that the gateway's answers may take finds its form on screen."""

import time

import pytest
from browser import Keys
from made import NOON, SCRIPTED_STREAM, answering, changed, device, night


@pytest.fixture
def show_night(browser, gateway):
    undo = []

    def show(made):
        undo.append(browser.before_every_page(answering({"/nights/2026-10-25": made})))
        browser.open(gateway.url + "/nights/2026-10-25")
        browser.one(".night")

    yield show
    for back in undo:
        back()


@pytest.fixture
def say(browser, gateway):
    back = browser.before_every_page(SCRIPTED_STREAM)
    browser.open(gateway.url + "/live")
    browser.until(lambda: browser.run("return Boolean(window.stream) && document.body.dataset.connection === 'open'"))
    yield lambda name, data: browser.run("window.stream.say(arguments[0], arguments[1])", name, data)
    back()


def test_stages_are_drawn_named_and_added_up(browser, show_night):
    show_night(night())
    legend = browser.text("#legend")
    for stage in ("Awake", "REM", "Light", "Deep"):
        assert stage in legend
    assert "REM 1 h 20 min" in legend, legend
    labels = browser.run("return [...document.querySelectorAll('[data-track=states] .dygraph-axis-label-y')].map((e) => e.textContent)")
    assert sorted(labels) == ["Awake", "Deep", "Light", "REM"]
    colors = browser.run("""
        const canvas = document.querySelector('[data-track=states] canvas');
        const pixels = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data;
        const seen = {};
        for (let i = 0; i < pixels.length; i += 4) { const key = `${pixels[i]},${pixels[i + 1]},${pixels[i + 2]}`; seen[key] = (seen[key] ?? 0) + 1; }
        return seen""")
    assert sum(1 for count in colors.values() if count > 300) >= 5


def test_missing_value_is_a_dash_with_its_reason_and_never_zero(browser, show_night):
    show_night(night())
    card = browser.one('[data-measure="onset_latency_min"]')
    assert "–" in card.text and "No bedtime is known." in card.text and "0" not in card.text


def test_one_awakening_is_one_time(browser, show_night):
    show_night(night())
    assert "1 time" in browser.one('[data-measure="awakenings"]').text
    assert "times" not in browser.one('[data-measure="awakenings"]').text


def test_night_in_which_the_clocks_change_says_so(browser, show_night):
    show_night(night())
    assert "At 03:00 the clocks were set to 02:00, so this night has 25 hours" in browser.text(".zone-line")


def test_tracks_without_values_are_named_instead_of_drawn(browser, show_night):
    show_night(night())
    assert not browser.all('[data-track="load"]')
    assert "Not in this recording: load" in browser.text(".zone-line")


def test_two_devices_on_one_date_can_be_chosen_between(browser, show_night):
    show_night(night())
    assert browser.run("return [...document.querySelectorAll('#device option')].map((o) => [o.value, o.selected])") == [
        ["ring", True], ["watch", False]]
    browser.run("const s = document.getElementById('device'); s.value = 'watch'; s.dispatchEvent(new Event('change'))")
    browser.until(lambda: "device=watch" in browser.driver.current_url)


def test_previous_night_is_a_link_and_a_missing_next_one_is_not(browser, show_night):
    show_night(night())
    assert browser.one("#prev-night").get_attribute("href").endswith("/nights/2026-10-23")
    assert browser.one("#next-night").get_attribute("aria-disabled") == "true"


def test_reading_line_names_the_gap_and_its_cause(browser, show_night):
    show_night(night())
    browser.one("#tracks .chart canvas")
    browser.run("document.getElementById('tracks').focus()")
    for _ in range(60):
        browser.press(Keys.ARROW_LEFT)
        if "no data" in browser.text("#readout"):
            break
    assert "no data: link was down" in browser.text("#readout")


def test_loss_whose_time_is_unknown_says_so(browser, show_night):
    show_night(night())
    assert browser.one("#losses tbody").text.split("\n")[0].startswith("Checksum does not fit 2 blocks not known at byte 7168")


def test_diary_stands_under_the_headline_with_what_holds_of_it(browser, show_night):
    entry = {"date": "2026-10-25", "zone": "UTC", "in_bed_s": None, "lights_out_s": NOON, "asleep_s": None, "awake_s": None, "got_up_s": None,
             "awakenings": 1, "awake_min": None, "quality": 4, "naps": [], "not_worn": [], "text": "<b>wine</b>"}
    reason = "a person corrected the night"
    show_night(changed(night(), diary={"entry": entry, "is_sleep_period": False, "is_lights_out": True, "reason": reason}))
    line = browser.text("#night-diary")
    assert line.startswith("Diary: lights out ") and ", 1 awakening, quality 4 of 5, “<b>wine</b>”. Lights-out is the diary’s." in line
    assert line.endswith(f"The sleep period is not: {reason}.")
    assert browser.complaints() == []


@pytest.mark.parametrize("changes", [
    {"sleep_period": None}, {"naps": ...}, {"gaps": ...}, {"losses": ...}, {"methods": ...}, {"other_devices": ...},
    {"measures": {}}, {"confidence": ...}, {"states": None}, {"tracks": None}, {"previous": ..., "next": ...},
    {"utc_offset_transitions": []}, {"brand_new_field": {"a": [1]}}, {"states": None, "tracks": None},
], ids=lambda changes: " ".join(changes))
def test_page_stands_whatever_is_missing_or_new(browser, show_night, changes):
    show_night(changed(night(), **changes))
    assert not browser.all('[data-state="error"]') and len(browser.all(".metric")) == 6
    assert browser.complaints() == []


def load(**changes):
    return {"device": "strap", "t_s": time.time(), "load": 0.55, "state": "optimal", "confidence": 0.62, "p": 0.1,
            "heart_rate": {"value": 70, "reason": None, "confidence": 0.9},
            "rmssd_ms": {"value": 31.2, "reason": None, "confidence": 0.9},
            "sdnn_ms": {"value": None, "reason": "too few beats", "confidence": None}, "motion_g": None, "stale": False,
            "muted": False, "reasons": [], "method": "load-index 1"} | changes


def snapshot(**changes):
    return {"now_s": time.time(), "devices": [device(**changes)], "recent": {}}


def test_gauge_shows_value_word_confidence_and_reason(browser, say):
    say("snapshot", snapshot())
    say("load", load(reasons=["no motion sensor"]))
    browser.until(lambda: browser.text("#load") == "0.55")
    assert browser.text("#load-state") == "Optimal" and browser.text("#load-confidence") == "Moderate · 62 %"
    assert "No motion sensor" in browser.text("#load-reasons")
    assert "SDNN: too few beats" in browser.text(".heart .why")


def test_a_word_that_outlasts_its_number_says_so(browser, say):
    say("snapshot", snapshot())
    say("load", load(load=0.36, state="optimal", state_held=True))
    browser.until(lambda: browser.text("#load") == "0.36")
    assert browser.text("#load-state") == "Still optimal"
    assert browser.one(".gauge-box").get_attribute("aria-valuetext") == "0.36, Still optimal"
    say("load", load(load=0.36, state="underload", state_held=False))
    browser.until(lambda: browser.text("#load-state") == "Underload")


def test_unknown_load_is_a_dash_with_the_reason(browser, say):
    say("snapshot", snapshot())
    say("load", load(load=None, state=None, confidence=0, reasons=["no heart signal"]))
    browser.until(lambda: "No heart signal" in browser.text("#load-reasons"))
    assert browser.text("#load") == "–" and browser.text("#load-confidence") == "–"
    assert browser.one(".gauge-box").get_attribute("aria-valuenow") is None


def test_stale_and_muted_loads_say_so(browser, say):
    say("snapshot", snapshot())
    say("load", load(stale=True))
    browser.until(lambda: "last load that was known" in browser.text("#load-reasons"))
    say("load", load(muted=True))
    browser.until(lambda: "Muted" in browser.text("#load-reasons"))


@pytest.mark.parametrize("state, words", [
    ("connecting", "not seen yet"), ("silent", "Last seen 2 min ago · out of range"), ("gone", "Last seen 2 min ago")])
def test_device_out_of_reach_tells_when_it_was_last_seen(browser, say, state, words):
    seen = None if state == "connecting" else time.time() - 130
    say("snapshot", snapshot(link={"state": state, "since_s": 0, "last_sample_s": seen, "reason": "out of range"}))
    browser.until(lambda: browser.all(f'.device[data-link="{state}"]'))
    assert words.lower() in browser.one(".device").text.lower()


def test_losses_of_today_grow_with_each_loss(browser, say):
    say("snapshot", snapshot())
    browser.until(lambda: "Nothing" in browser.one(".device").text)
    say("loss", {"device": "strap", "cause": "late", "count": 3, "unit": "samples", "first_s": 1, "detail": ""})
    browser.until(lambda: "3 items (came too late 3)" in browser.one(".device").text)


def test_relabelled_beat_changes_its_mark_and_is_not_counted_twice(browser, say):
    now = time.time()
    say("snapshot", snapshot())
    beats = [[now - 10 + index, 1000, "normal"] for index in range(10)]
    say("hr", {"device": "strap", "t_s": now, "bpm": 60, "rr": beats, "contact": True, "synthetic": False})
    note = lambda: browser.run("return document.getElementById('tachogram')?.closest('section').querySelector('header p').textContent")
    browser.until(lambda: note() == "10 beats, 0 marked", "ten beats were not shown")
    say("relabel", {"device": "strap", "rr": [[beats[4][0], 1000, "ectopic"]]})
    browser.until(lambda: note() == "10 beats, 1 marked", "the mark is missing")


def test_hole_in_the_beats_is_not_bridged(browser, say):
    now = time.time()
    say("snapshot", snapshot())
    beats = [[now - 40, 900, "normal"], [now - 39, 900, "normal"], [now - 10, 900, "after_gap"], [now - 9, 900, "normal"]]
    say("hr", {"device": "strap", "t_s": now, "bpm": 66, "rr": beats, "contact": True, "synthetic": False})
    browser.until(lambda: browser.run("return document.getElementById('tachogram')?.graph?.numRows()") == 5)
    assert browser.run("return document.getElementById('tachogram').graph.getValue(2, 1)") is None


def test_clock_of_the_gateway_rules_when_the_browsers_is_wrong(browser, say):
    ahead = time.time() + 86400
    say("snapshot", snapshot() | {"now_s": ahead})
    say("hr", {"device": "strap", "t_s": ahead, "bpm": 61, "rr": [], "contact": True, "synthetic": False})
    browser.until(lambda: browser.text("#bpm") == "61")
    assert browser.text("#bpm-note") == "now"


def test_unreadable_and_unknown_events_do_no_harm(browser, say):
    say("snapshot", snapshot())
    browser.run("window.stream.dispatchEvent(new MessageEvent('hr', { data: '{' }))")
    say("novelty", {"a": 1})
    say("hr", {"device": "stranger", "t_s": time.time(), "bpm": 64, "rr": [], "contact": None, "synthetic": False})
    say("hr", {"device": "strap", "t_s": time.time(), "bpm": 63, "rr": [], "contact": True, "synthetic": False})
    browser.until(lambda: browser.text("#bpm") == "63")
    browser.expect_fault("unreadable hr event")


def test_night_that_grows_while_it_is_read_offers_the_rest(browser, gateway, show_night):
    back = browser.before_every_page(SCRIPTED_STREAM)
    try:
        show_night(night())
        browser.until(lambda: browser.run("return Boolean(window.stream)"))
        browser.run("window.stream.say('nights', { changed: ['2026-10-25'] })")
        assert "more of this night" in browser.one(".changed").text
    finally:
        back()


def test_times_in_the_table_of_states_are_local(browser, show_night):
    show_night(night())
    browser.one(".table-alternative summary").click()
    first = browser.run("return [...document.querySelector('.table-alternative tbody tr').cells].map((cell) => cell.textContent)")
    assert first == ["12:00:00", "14:00:00", "Awake", "2 h 0 min"] and NOON % 86400 == 10 * 3600
