"""The dashboard's own arithmetic, run in the browser that will run it."""

import pytest

BERLIN_AUTUMN = [[1792836000, 7200], [1792890000, 3600]]  # 2026-10-24 12:00 to 2026-10-25 12:00, back at 01:00 UTC
BERLIN_SPRING = [[1774695600, 3600], [1774746000, 7200]]  # 2026-03-28 12:00 to 2026-03-29 12:00, forward at 01:00 UTC


@pytest.fixture
def module(browser, gateway):
    browser.open(gateway.url + "/import")
    browser.one("#zone")

    def call(path, expression, *arguments):
        return browser.run(
            f"return import('/assets/js/{path}').then((part) => (({expression})(part, ...arguments[0])))", list(arguments))

    return call


def times(module, transitions, start, end, most=30):
    return module("nights/zoneClock.js", """({ ZoneClock }, transitions, start, end, most) => {
        const clock = new ZoneClock('Europe/Berlin', transitions);
        return clock.ticks(start, end, most).map((time) => clock.time(time)); }""", transitions, start, end, most)


def test_axis_of_the_long_night_shows_two_oclock_twice(module):
    labels = times(module, BERLIN_AUTUMN, 1792836000, 1792836000 + 25 * 3600)
    assert labels.count("02:00") == 2 and len(labels) == 26 and labels[0] == labels[-1] == "12:00"


def test_axis_of_the_short_night_leaves_two_oclock_out(module):
    labels = times(module, BERLIN_SPRING, 1774695600, 1774695600 + 23 * 3600)
    assert "02:00" not in labels and len(labels) == 24 and labels[0] == labels[-1] == "12:00"


def test_axis_follows_zones_that_are_not_whole_hours_from_utc(module):
    kathmandu = [[0, 20700]]
    assert times(module, kathmandu, 1792836000, 1792836000 + 4 * 3600, 5) == ["16:00", "17:00", "18:00", "19:00"]


@pytest.mark.parametrize("minutes, text", [(None, "–"), (0, "0 min"), (41.6, "42 min"), (59.7, "1 h 0 min"), (444, "7 h 24 min")])
def test_minutes_read_as_people_say_them(module, minutes, text):
    assert module("format.js", "({ minutes }, value) => minutes(value)", minutes) == text


@pytest.mark.parametrize("low, high, labels", [
    (0, 1.08, ["0.0", "0.5", "1.0"]), (38, 84, ["40", "60", "80"]), (0, 2600, ["0", "1000", "2000"])])
def test_value_axes_are_round(module, low, high, labels):
    assert module("axis.js", "({ roundTicks }, low, high) => roundTicks([low, high], 3).map(({ label }) => label)", low, high) == labels


def test_runs_and_totals_of_a_strip_add_up(module):
    strip = {"start_s": 1000, "epoch_s": 30, "values": "AASSSS?NNSA"}
    runs = module("nights/stages.js", "({ runs }, strip) => runs(strip)", strip)
    assert [(run["state"], run["end"] - run["start"]) for run in runs] == [
        ("A", 60), ("S", 120), ("?", 30), ("N", 60), ("S", 30), ("A", 30)]
    totals = module("nights/stages.js", "({ runs, totals }, strip) => [...totals(runs(strip), 1000, 1330)]", strip)
    assert dict(totals) == {"A": 1.5, "S": 2.5, "N": 1, "?": 0.5}


@pytest.mark.parametrize("time, phase", [(1795532040, 0.5), (1768765920, 0.0), (1794207720, 0.0)])
def test_moon_is_as_the_almanac_has_it(module, time, phase):
    """Full 2026-11-24 14:54, new 2026-01-18 19:52 and 2026-11-09 07:02 UTC; the mean moon is within 15 hours of it."""
    at = module("nights/moon.js", "({ phase }, time) => phase(time)", time)
    assert min(abs(at - phase), 1 - abs(at - phase)) < 15 / 24 / 29.53


def test_missing_confidence_is_no_low_confidence(module):
    assert module("words.js", "({ trust }) => [trust(null), trust(0.2).word, trust(0.5).word, trust(0.8).word]") == [None, "Low", "Moderate", "High"]


def test_text_from_devices_and_files_never_becomes_markup(module):
    assert module("dom.js", "({ h }) => h('p', null, '<img src=x onerror=alert(1)>').innerHTML").startswith("&lt;img")
