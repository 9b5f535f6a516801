"""Recordings: what came in as a file is found, seen whole, given to a person, corrected, deleted and taken back."""

import json
import time
import urllib.request

import pytest
from browser import PHONE
from test_strangers import Person, actlumus, upload

AWD = "actiwatch/example_01.AWD"


def imported(gateway, path, name, zone="Europe/Paris"):
    """Imports a file; answers its recording once it is there."""
    request = urllib.request.Request(f"{gateway.url}/api/v1/imports?name={name}&zone={zone}", path.read_bytes(), method="POST")
    request.add_header("Content-Type", "application/octet-stream")
    with urllib.request.urlopen(request, timeout=30) as answer:
        number = json.load(answer)["id"]
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        state = gateway.get(f"/api/v1/imports/{number}")
        if state["state"] in ("complete", "duplicate", "failed"):
            assert state["state"] == "complete", state
            return gateway.get(f"/api/v1/recordings/{state['recording']}")
        time.sleep(0.2)
    raise AssertionError("the import never ended")


@pytest.fixture
def week(own_gateway, tmp_path):
    """A gateway with one recording of four days."""
    gateway = own_gateway(demo=False)
    file = tmp_path / "week.txt"
    file.write_bytes(actlumus(range(4 * 1440)))
    recording = imported(gateway, file, "week.txt")
    assert recording["nights"]
    return gateway, recording


def set_value(browser, selector, value):
    browser.run("""
        const input = document.querySelector(arguments[0]);
        input.value = arguments[1];
        for (const name of ['input', 'change']) input.dispatchEvent(new Event(name, { bubbles: true }));""", selector, value)


def send(browser):
    browser.one("dialog[open] button[type=submit]:not([disabled])").click()
    browser.until(lambda: not browser.all("dialog[open]"), "the dialog stays open")


def test_an_empty_store_says_what_to_do(browser, own_gateway):
    gateway = own_gateway(demo=False)
    browser.open(gateway.url + "/recordings")
    assert "No recordings yet" in browser.one("[data-state=empty]").text
    assert browser.all("[data-state=empty] a[href='/import']") and not browser.complaints()


def test_a_list_leads_to_each_recording_and_its_nights(browser, week):
    gateway, recording = week
    browser.open(gateway.url + "/recordings")
    row = browser.one(".recording-row")
    for said in (recording["name"], "Europe/Paris", f"{len(recording['nights'])} nights", "Nobody said"):
        assert said in row.text, (said, row.text)
    row.click()
    browser.one(".recording-page")
    links = browser.all(".night-links a")
    assert len(links) == len(recording["nights"])
    assert len(browser.all("#damage tbody tr")) == len(recording["losses"]) == recording["damages"]
    links[0].click()
    browser.one(f'.night[data-night="{recording["nights"][0]}"]')
    assert not browser.complaints()


def test_a_recording_of_1918_is_shown_in_its_own_zone(browser, own_gateway, recordings):
    gateway = own_gateway(demo=False)
    recording = imported(gateway, recordings / AWD, "old.AWD", "America/New_York")
    browser.look(zone="Asia/Tokyo")
    try:
        browser.open(f"{gateway.url}/recordings/{recording['id']}")
        assert "23 Jan to 5 Feb 1918" in browser.one(".page-head").text
        assert "23 Jan 1918, 13:58" in browser.text(".known-facts")
    finally:
        browser.look(zone="UTC")


def test_a_person_is_said_to_have_worn_it_and_found_by_it(browser, week):
    gateway, recording = week
    browser.open(f"{gateway.url}/recordings/{recording['id']}")
    browser.one("#assign-recording").click()
    set_value(browser, "dialog input[name=wearer]", "Ada")
    send(browser)
    browser.until(lambda: "worn by Ada" in browser.text(".page-head"), "it is not said who wore it")
    assert gateway.get(f"/api/v1/recordings/{recording['id']}")["wearer"] == "Ada"
    browser.open(gateway.url + "/recordings?wearer=Ada")
    assert "Ada" in browser.one(".recording-row").text
    number = gateway.get("/api/v1/wearers")["wearers"][-1]["id"]
    browser.open(f"{gateway.url}/recordings?person={number}")
    assert browser.one("#wearer").get_attribute("value") == "Ada"
    browser.open(gateway.url + "/recordings?wearer=Nobody-of-this-name")
    browser.one("[data-state=empty]")
    assert not browser.complaints()


def test_a_clock_is_corrected_after_a_look_and_corrected_back(browser, week):
    gateway, recording = week
    path = f"/api/v1/recordings/{recording['id']}"
    browser.open(f"{gateway.url}/recordings/{recording['id']}")
    browser.one("#correct-recording").click()
    assert browser.one("dialog[open] button[type=submit]").get_attribute("disabled")
    set_value(browser, "dialog input[name=hours]", "2")
    assert "instead of" in browser.text("#preview")
    assert gateway.get(path)["start_s"] == recording["start_s"], "a look changed something"
    send(browser)
    browser.one("#corrected", 60)
    assert gateway.get(path)["start_s"] == recording["start_s"] + 7200
    assert "2 h behind" in browser.text(".known-facts")
    browser.one("#corrected button").click()
    browser.until(lambda: gateway.get(path)["start_s"] == recording["start_s"], "it was not corrected back", 60)
    browser.until(lambda: "behind" not in browser.text(".known-facts"), "the page still shows the correction")
    assert gateway.get(path)["nights"] == recording["nights"] and not browser.complaints()


def test_a_zone_keeps_the_clock_on_the_wall(browser, week):
    gateway, recording = week
    browser.open(f"{gateway.url}/recordings/{recording['id']}")
    begins = lambda: browser.run("return document.querySelector('.known-facts dd').textContent")
    browser.one("#correct-recording")
    before = begins()
    browser.one("#correct-recording").click()
    set_value(browser, "#correct-zone", "America/New_York")
    assert before in browser.text("#preview")
    send(browser)
    browser.one("#corrected", 60)
    after = gateway.get(f"/api/v1/recordings/{recording['id']}")
    assert after["zone"] == "America/New_York" and after["start_s"] != recording["start_s"]
    assert begins() == before


def test_deleting_shows_what_goes_and_is_taken_back(browser, week):
    gateway, recording = week
    browser.look(PHONE, dark=True)
    browser.open(f"{gateway.url}/recordings/{recording['id']}")
    browser.one("#remove-recording").click()
    asked = browser.one("dialog[open]").text
    assert f"{len(recording['nights'])} nights" in asked and recording["name"] in asked
    send(browser)
    browser.one("#undo")
    assert gateway.get("/api/v1/nights")["nights"] == [] and "Recently deleted" in browser.text("#bin")
    browser.one("#undo").click()
    browser.one(".recording-page[data-state=complete]")
    assert gateway.get(f"/api/v1/recordings/{recording['id']}")["nights"] == recording["nights"]
    assert not browser.complaints()


def test_a_lost_gateway_is_said_and_come_back_to(browser, week):
    gateway, _ = week
    browser.open(gateway.url + "/recordings")
    browser.one(".recording-row")
    browser.run("const own = window.fetch; window.fetch = (...given) => (window.isLost ? Promise.reject(new TypeError()) : own(...given)); window.isLost = true")
    browser.one("a[href='/import'].primary").click()
    browser.one("#zone")
    browser.run("history.back()")
    assert "can't be reached" in browser.one("[data-state=error]").text
    browser.run("window.isLost = false")
    browser.one("[data-state=error] button").click()
    browser.one(".recording-row")


def test_members_see_their_own_and_are_told_who_says_whose_it_is(browser, own_gateway):
    gateway = own_gateway(demo=False)
    olga = Person(gateway, "Olga")
    eve = Person(gateway, "Eve", by=olga)
    upload(olga, "olga.txt", actlumus(range(2 * 1440)))
    upload(eve, "eve.txt", actlumus(range(3 * 1440, 5 * 1440)))
    own = [one["name"] for one in eve.ok("GET", "/recordings")["recordings"]]
    assert own == ["eve.txt"]
    browser.driver.delete_all_cookies()
    browser.open(gateway.url + "/login?next=/recordings")
    browser.one("input[type=email]").send_keys("eve@example.org")
    browser.one("input[type=password]").send_keys("Correct-horse-7!")
    browser.one("form button[type=submit], form .button.primary").click()
    assert "eve.txt" in browser.one(".recording-row").text and len(browser.all(".recording-row")) == 1
    browser.one(".recording-row").click()
    browser.one("#remove-recording")
    assert not browser.all("#assign-recording") and "by an owner" in browser.text(".recording-page")
    theirs = olga.ok("GET", "/recordings")["recordings"][0]["id"]
    browser.open(f"{gateway.url}/recordings/{theirs}")
    browser.one("[data-state=error]")
    assert "olga" not in browser.text("main").lower()
    browser.driver.delete_all_cookies()
