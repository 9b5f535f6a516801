"""The rhythm: what the route and the page say is what the commands print of the same recording."""

import json
import time
import urllib.parse

import pytest
from axe import EVERY, check
from browser import Keys, PHONE, WIDE
from test_dashboard_first_view import fresh, MOST_SHIFT, SHIFTED  # noqa: F401, the fixture
from test_dashboard_places import Anybody
from test_strangers import Person, actlumus, upload

WEEK = actlumus(range(600, 12 * 1440))
# A recorder's file, its zone and the days that hold all of it.
REAL = [
    ("actiwatch/example_01.AWD", "UTC", 28), ("agd/GT3XPlus-RawData-Day01-10sec.agd", "America/Chicago", 28),
    ("actiwatch/test_sample.mtn", "Europe/London", 28),
]


@pytest.fixture(scope="module")
def tool(nightjar, tmp_path_factory):
    from program import Program
    return Program(nightjar, tmp_path_factory.mktemp("home"))


@pytest.fixture(scope="module")
def week(nightjar, tmp_path_factory):
    """A gateway with twelve days of a recorder that keeps counts."""
    from gateway import Gateway
    running = Gateway(nightjar, tmp_path_factory.mktemp("week") / "store", False, ["--no-bluetooth", "--no-usb"]).start()
    assert upload(Anybody(running), "week.txt", WEEK)["state"] == "complete"
    yield running
    running.stop()


def printed(tool, path, zone):
    """What the two commands print of a file."""
    return (tool.json("rhythm", path, "--zone", zone, "--json"), tool.json("days", path, "--zone", zone, "--json")["chronotype"])


def test_the_route_says_what_the_commands_print(week, tool, tmp_path):
    path = tmp_path / "week.txt"
    path.write_bytes(WEEK)
    figures, chronotype = printed(tool, path, "UTC")
    told = week.get("/api/v1/rhythm")
    assert told["figures"] == figures and figures["days"] == 11 and figures["sri"] > 90
    assert told["chronotype"] == chronotype and chronotype["msf_sc_h"] is not None
    assert (told["whole_from"], told["whole_to"], told["parts"]) == ("2023-10-02", "2023-10-12", 1)
    assert set(told["methods"]) >= {name for name in figures if name not in ("days", "reasons", "l5_onset", "m10_onset")}
    assert len(told["values"]) == 28 * 288 and told["bin_min"] == 5 and told["measure"] == "counts"
    # Each sleep lies on the wall clock where its night says.
    night = week.get(f"/api/v1/nights/{told['sleeps'][3]['date']}")
    assert told["sleeps"][3]["start_min"] % 1440 == night["sleep_period"]["start_s"] / 60 % 1440
    # Fewer days are fewer, of which the last is not whole; a year is drawn more coarsely.
    fewer = week.get("/api/v1/rhythm?days=3")
    assert (fewer["from"], fewer["to"], fewer["whole_to"], fewer["figures"]["days"]) == ("2023-10-11", "2023-10-13", "2023-10-12", 2)
    year = week.get("/api/v1/rhythm?days=366")
    assert year["figures"] == figures and len(year["values"]) == 366 * 144
    later = week.get("/api/v1/rhythm?to=2024-05-01")
    assert later["figures"]["is"] is None and later["figures"]["reasons"]["is"] and later["device"] == told["device"]


@pytest.mark.parametrize("name, zone, days", REAL)
def test_real_recordings_have_one_rhythm_wherever_it_is_told(own_gateway, tool, recordings, name, zone, days):
    gateway = own_gateway(demo=False, options=["--no-bluetooth", "--no-usb"])
    path = recordings / name
    status = Anybody(gateway).ok("POST", f"/imports?name={path.name}&zone={zone}", body=path.read_bytes())
    while status["state"] not in ("complete", "failed"):
        time.sleep(0.1)
        status = gateway.get(f"/api/v1/imports/{status['id']}")
    assert status["state"] == "complete", status
    figures, chronotype = printed(tool, path, zone)
    told = gateway.get(f"/api/v1/rhythm?days={days}")
    assert told["figures"] == figures and told["chronotype"] == chronotype and told["zone"] == zone


def test_the_page_shows_the_figures_of_the_route(browser, week):
    told = week.get("/api/v1/rhythm")
    browser.open(week.url + "/nights")
    browser.one('.subtabs a[data-page="rhythm"]').click()
    browser.one("#actogram canvas")
    shown = dict(browser.run("return [...document.querySelectorAll('[data-figure]')].map((one) => [one.dataset.figure, one.dataset.value])"))
    figures, chronotype = told["figures"], told["chronotype"]
    expected = {name: figures[name] for name in ("sri", "is", "iv", "ra", "l5", "m10", "kra", "kar", "phi", "activity_fragmentation")}
    expected |= {"cosinor": figures["cosinor"]["acrophase_h"], "chronotype": chronotype["msf_sc_h"], "social_jet_lag": chronotype["social_jet_lag_h"]}
    expected |= {f"{curve}.{part}": figures[curve][part] for curve, parts in (
        ("log_cosinor", ("mesor", "amplitude", "acrophase_h", "r2")), ("extended_cosinor", ("min", "amp", "alpha", "beta"))) for part in parts}
    for name, value in expected.items():
        assert shown[name] == "" if value is None else float(shown[name]) == value, name
    assert figures["l5_onset"] in browser.text('[data-figure="l5"] .metric-value')
    for name, reason in figures["reasons"].items():
        assert reason.lower() in browser.text(".rhythm").lower(), name
    assert "sleep-regularity-index" in browser.text('[data-figure="sri"] .how')
    assert "11 whole days" in browser.text(".rhythm")
    assert browser.complaints() == []


def test_the_actogram_is_read_by_keys_and_has_a_table(browser, week):
    browser.open(week.url + "/rhythm?days=14")
    browser.one("#actogram canvas")
    assert browser.one("#actogram").get_attribute("data-days") == "14"
    browser.run("document.getElementById('actogram').focus()")
    readout = lambda: browser.text("#actogram-readout")
    browser.press(Keys.DOWN)
    first = readout()
    browser.press(*[Keys.DOWN] * 5)
    assert readout() != first and "2023" in readout()
    browser.press(Keys.HOME)
    assert ", 00:00" in readout() and "sleep from 23:" in readout()
    browser.press(Keys.ESCAPE)
    assert "Point at the picture" in readout()
    browser.one("#rhythm-table summary").click()
    rows = browser.until(lambda: browser.all("#rhythm-table tbody tr"))
    assert len(rows) == 14 and "24 h 0 min" in rows[-2].text
    # Enter leads to the night, and back to the same picture.
    browser.run("document.getElementById('actogram').focus()")
    browser.press(Keys.DOWN, *[Keys.DOWN] * 6, Keys.HOME, Keys.ENTER)
    browser.one(".night")
    browser.driver.back()
    browser.one("#actogram canvas")
    assert "days=14" in browser.driver.current_url
    browser.run("document.querySelector('.rhythm-choices input[value=\"365\"]').click()")
    browser.until(lambda: browser.one("#actogram").get_attribute("data-days") == "365")
    browser.driver.refresh()
    browser.until(lambda: browser.one("#actogram").get_attribute("data-days") == "365")
    assert browser.complaints() == []


@pytest.mark.parametrize("address", ["/rhythm", "/rhythm?days=365", "/rhythm?to=2024-05-01"])
def test_a_filled_page_violates_nothing(browser, week, address):
    browser.open(week.url + address)
    browser.one("#actogram canvas, [data-state=empty]")
    browser.run("document.querySelectorAll('main details').forEach((one) => { one.open = true; })")
    check(browser, EVERY)


@pytest.mark.parametrize("size", [(320, 640), PHONE, WIDE], ids=["320", "phone", "wide"])
def test_nothing_moves_while_the_picture_comes(fresh, week, size):  # noqa: F811
    fresh.look(size)
    fresh.open(week.url + "/rhythm")
    fresh.one("#actogram canvas")
    fresh.until(lambda: fresh.run("return document.querySelector('#actogram canvas').height > 300"))
    shift, moved = fresh.run(SHIFTED)
    assert shift < MOST_SHIFT, "\n".join(moved)
    assert fresh.run("return document.documentElement.scrollWidth") <= size[0]


def test_a_year_is_drawn_without_a_long_task(browser, week):
    browser.open(week.url + "/rhythm?days=365")
    browser.one("#actogram canvas")
    drawn, known = browser.run("""
        return (async () => {
        const { Actogram } = await import('/assets/js/rhythm/actogram.js');
        const values = Array.from({ length: 365 * 144 }, (_, at) => (at % 997 === 0 ? null : (at * 7919) % 300));
        const rhythm = { values, bin_min: 10, from: '2023-01-01', to: '2023-12-31', figures: { l5_onset: '01:00', m10_onset: '10:00' },
          sleeps: Array.from({ length: 364 }, (_, day) => ({ date: '2023-01-02', start_min: day * 1440 + 1380, end_min: day * 1440 + 1860 })) };
        const chart = new Actogram(rhythm, 'counts', () => {}, new AbortController().signal);
        document.querySelector('.rhythm').append(chart.element);
        chart.start();
        const yardstick = document.createElement('canvas').getContext('2d');
        const time = (work) => { const begun = performance.now(); work(); return performance.now() - begun; };
        const drawn = [], known = [];
        for (let turn = 0; turn < 7; turn += 1) {
          drawn.push(time(() => chart.draw()));
          known.push(time(() => { for (let at = 0; at < values.length; at += 1) yardstick.fillRect(at % 300, at % 150, 1, values[at] / 100); }));
        }
        return [Math.min(...drawn), Math.min(...known)];
        })()""")
    # Beside it, in the same page, a small rectangle for each value of the year: a busy machine slows both alike. On an
    # idle one both take 20 ms, and a person feels a task of 50 ms.
    assert drawn < 2 * known, (drawn, known)


@pytest.mark.parametrize("size", [WIDE, PHONE], ids=["wide", "phone"])
def test_an_empty_store_says_what_to_do(browser, own_gateway, size):
    gateway = own_gateway(demo=False, options=["--no-bluetooth", "--no-usb"])
    browser.look(size)
    browser.open(gateway.url + "/rhythm")
    assert "No rhythm yet" in browser.one("[data-state=empty]").text and browser.all("[data-state=empty] a[href='/import']")
    assert gateway.get("/api/v1/rhythm")["figures"]["reasons"]["is"] == "there is no night yet"
    assert browser.complaints() == []


def test_nobody_is_told_anothers_rhythm(own_gateway):
    gateway = own_gateway(demo=False, options=["--no-bluetooth", "--no-usb"])
    olga = Person(gateway, "Olga")
    eve = Person(gateway, "Eve", by=olga)
    assert upload(eve, "week.txt", WEEK)["state"] == "complete"
    own = eve.ok("GET", "/rhythm")
    assert own["figures"]["days"] == 11 and own["person"] == "Eve"
    device = urllib.parse.quote(own["device"])
    for path in ("/rhythm", f"/rhythm?device={device}"):
        told = olga.ok("GET", path)
        assert told["device"] is None and told["figures"]["is"] is None and told["sleeps"] == [], path
        assert own["device"] not in json.dumps(told)
    assert olga.ask("GET", f"/rhythm?person={eve.id}")[0] == 404
    # Whoever is looked after by the owner has their own, and not the owner's or Eve's.
    kim = olga.ok("POST", "/wearers", {"name": "Kim"})["id"]
    assert olga.ok("GET", f"/rhythm?person={kim}")["device"] is None
