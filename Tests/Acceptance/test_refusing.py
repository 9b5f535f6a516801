"""What a wearer refuses ends with that very request, everywhere: the real program, its stream, its tables, its pages."""

import json
import sqlite3
import subprocess
import threading
import time
import urllib.request

import pytest
from browser import PHONE, WIDE

OPTIONS = ["--simulate", "--no-usb", "--no-bluetooth"]
# What is told of a heart, in whatever event.
FIGURES = ("load", "state", "cognitive_load", "bpm", "device_bpm", "rmssd_ms", "sdnn_ms", "heart_rate_variability")


class Stream:
    """The live events of a gateway, read as they come."""

    def __init__(self, gateway):
        self.events = []
        self.answer = gateway.open("/api/v1/live/stream", timeout=30)
        threading.Thread(target=self.read, daemon=True).start()

    def read(self):
        name = None
        try:
            for line in self.answer:
                if line.startswith(b"event: "):
                    name = line[7:].strip().decode()
                elif line.startswith(b"data: "):
                    self.events.append((name, json.loads(line[6:])))
        except (OSError, ValueError, AttributeError):
            pass

    def until(self, wanted, patience_s=60):
        deadline = time.monotonic() + patience_s
        while time.monotonic() < deadline:
            if any(wanted(*event) for event in list(self.events)):
                return
            time.sleep(0.05)
        raise AssertionError(f"it did not come; the last were {self.events[-3:]}")


def allow(gateway, stream, is_allowed):
    request = urllib.request.Request(
        f"{gateway.url}/api/v1/consents/{stream}", json.dumps({"allowed": is_allowed}).encode(), method="PUT")
    with urllib.request.urlopen(request, timeout=20) as answer:
        return json.load(answer)


def figures(data):
    """Every figure of a heart in an event or answer."""
    found = []
    if isinstance(data, dict):
        for name, value in data.items():
            if name in FIGURES and isinstance(value, (int, float, str)):
                found.append((name, value))
            elif name in FIGURES and isinstance(value, dict) and value.get("value") is not None:
                found.append((name, value["value"]))
            elif name == "rr" and value:
                found.append((name, value))
            elif name != "link":
                found += figures(value)
    elif isinstance(data, list):
        for value in data:
            found += figures(value)
    return found


def rows(gateway):
    store = sqlite3.connect(f"file:{gateway.data}/store.sqlite?mode=ro", uri=True)
    try:
        return store.execute("SELECT count(*) FROM reading").fetchone()[0]
    finally:
        store.close()


def program(gateway, *words):
    return subprocess.run([gateway.binary, *words, "--data", str(gateway.data)], capture_output=True, text=True,
                          timeout=60).stdout


@pytest.fixture
def worn(own_gateway):
    """A gateway whose simulated wearer has a load."""
    gateway = own_gateway(demo=False, options=OPTIONS)
    stream = Stream(gateway)
    stream.until(lambda name, data: name == "load" and data["load"] is not None, 90)
    return gateway, stream


def test_a_heart_that_is_refused_is_told_by_nothing_from_that_request_on(worn):
    gateway, stream = worn
    session = gateway_post(gateway, "/api/v1/sessions", {"type": "reading", "title": "x"})
    assert allow(gateway, "heart_rate", False)
    before = len(stream.events)
    live = gateway.get("/api/v1/live")
    assert not figures(live["recent"]), figures(live["recent"])
    assert {"heart_rate", "rr_interval"} <= set(live["devices"][0]["refused_streams"])
    latest = gateway.get("/api/v1/hrv/latest")
    assert latest["hrv"] is None and latest["reason"].startswith("refused")
    status = gateway.get("/api/v1/relay/status")
    assert status["cognitive_load"] is None and "hr" not in status["context"]
    late = Stream(gateway)
    time.sleep(1.5)  # what was on its way to the disk is there
    kept = rows(gateway)
    stream.until(lambda name, data: name == "load" and data["refused"] and stream.events.index((name, data)) > before + 5)
    time.sleep(22)
    told = [(name, figures(data)) for name, data in stream.events[before:] if figures(data)]
    assert not told, told[:3]
    assert not [1 for name, data in late.events if figures(data)]
    loads = [data for name, data in stream.events[before:] if name == "load"]
    assert loads and all(data["refused"] and data["reasons"][0].startswith("refused") for data in loads)
    assert not [1 for data in loads if "no beat yet" in json.dumps(data)]
    assert rows(gateway) == kept
    assert any(name == "motion" for name, _ in stream.events[before:]), "movement was not refused"
    assert session
    # Words of the command line.
    text = program(gateway, "devices")
    assert "refused by the wearer: " in text and "heart rate" in text and "silent" not in text
    line = json.loads(program(gateway, "live", "--json", "--count", "12").splitlines()[-1])
    assert not figures(line)
    listed = json.loads(program(gateway, "devices", "--json"))["devices"][0]["streams"]
    assert {one["channel"] for one in listed if one["refused"]} >= {"heart_rate", "rr_interval"}
    context = gateway.get("/api/v1/relay/status")["context"]
    assert "cognitiveLoad" not in context and "hr" not in context
    # And back, from nothing.
    allow(gateway, "heart_rate", True)
    back = len(stream.events)
    stream.until(lambda name, data: name == "hr" and data["bpm"] and stream.events.index((name, data)) >= back, 60)


def gateway_post(gateway, path, content):
    request = urllib.request.Request(gateway.url + path, json.dumps(content).encode(), method="POST")
    with urllib.request.urlopen(request, timeout=20) as answer:
        return json.load(answer)


def test_movement_that_is_refused_is_shown_no_second_longer(worn):
    gateway, stream = worn
    stream.until(lambda name, data: name == "load" and data["motion_g"] is not None)
    allow(gateway, "acceleration", False)
    before = len(stream.events)
    live = gateway.get("/api/v1/live")["recent"]
    assert all(not track["motion"] and all(load["motion_g"] is None for load in track["load"]) for track in live.values())
    time.sleep(22)
    after = stream.events[before:]
    assert not [1 for name, _ in after if name == "motion"]
    loads = [data for name, data in after if name == "load"]
    assert loads and all(data["motion_g"] is None for data in loads)
    assert all("movement is refused" in " ".join(data["reasons"]) for data in loads)
    assert any(data["load"] is not None for data in loads), "the heart was not refused"


@pytest.mark.parametrize("size", [WIDE, PHONE])
def test_the_pages_say_refused(worn, browser, size):
    gateway, _ = worn
    browser.look(size)
    browser.open(gateway.url + "/live")
    browser.until(lambda: browser.text("#bpm") not in ("–", "—", ""), "no heart rate came")
    allow(gateway, "heart_rate", False)
    browser.until(lambda: browser.text("#bpm-note") == "Refused by the wearer", browser.text("#bpm-note"))
    browser.until(lambda: browser.text("#load-state") == "Refused", browser.text("#load-state"))
    assert browser.text("#load") == browser.text("#bpm"), "a number is still shown"
    assert "does not allow the heart to be recorded" in browser.text("#load-reasons")
    assert "Refused by the wearer" in browser.text("[aria-labelledby=tachogram-title]")
    assert "Refused by the wearer" in browser.text(".device .refused")
    allow(gateway, "acceleration", False)
    browser.until(lambda: "Refused by the wearer" in browser.text("[aria-labelledby=motion-title]"), "movement is not said to be refused")
    assert browser.run("return document.documentElement.scrollWidth <= innerWidth")
    browser.open(gateway.url + "/devices")
    browser.one(".streams summary")
    browser.until(lambda: "0 of 3, 3 refused by the wearer" in browser.text(".streams summary"), "it says that it is recorded")
    browser.run("document.querySelector('.streams').open = true")
    assert "refused by the wearer" in browser.text(".stream-list")
    assert browser.run("return document.documentElement.scrollWidth <= innerWidth")
    # A page that is open follows.
    allow(gateway, "acceleration", True)
    browser.until(lambda: "1 of 3, 2 refused by the wearer" in browser.text(".streams summary"), "it does not follow")
    assert not browser.complaints()
