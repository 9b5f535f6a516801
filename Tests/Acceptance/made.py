"""Answers of a gateway, made by hand: the cases that a demo store does not hold."""

import copy
import json

NOON = 1792836000  # 2026-10-24 12:00 in Berlin; the night after it has 25 hours
EPOCH = 60
EPOCHS = 25 * 60
ASLEEP = (11 * 60, 19 * 60)


def measure(value, unit, reason=None):
    return {"value": value, "unit": unit, "confidence": None if value is None else 0.6,
            "method": {"name": "angle-z", "version": 1}, "reason": reason}


def night():
    """A staged night with two clocks, two gaps, a nap, and everything else that the page can show."""
    start, end = ASLEEP
    states = ["A"] * EPOCHS
    for index in range(start, end):
        states[index] = "LLDDLR"[(index - start) // 20 % 6]
    states[120:150] = "S" * 30
    states[300:330] = "N" * 30
    states[800:830] = "?" * 30
    known = lambda value, hole: [None if 800 <= index < 830 and hole else value(index) for index in range(EPOCHS)]
    return {
        "date": "2026-10-25", "zone": "Europe/Berlin",
        "utc_offset_transitions": [[NOON, 7200], [NOON + 15 * 3600, 3600]],
        "window": {"start_s": NOON, "end_s": NOON + 25 * 3600},
        "device": {"id": "ring", "name": "Ring"}, "synthetic": False, "source": "import",
        "sleep_period": {"start_s": NOON + start * 60, "end_s": NOON + end * 60}, "confidence": 0.6,
        "measures": {
            "total_sleep_min": measure(450, "min"), "efficiency_percent": measure(93.75, "%"),
            "onset_latency_min": measure(None, "min", "No bedtime is known."),
            "waso_min": measure(30, "min"), "awakenings": measure(1, ""),
        },
        "minutes": {name: sum(states[index] == letter for index in range(start, end)) * EPOCH / 60 for name, letter in {
            "awake": "A", "asleep": "S", "light": "L", "deep": "D", "rem": "R", "not_worn": "N", "unknown": "?"}.items()},
        "states": {"start_s": NOON, "epoch_s": EPOCH, "values": "".join(states)},
        "naps": [{"start_s": NOON + 7200, "end_s": NOON + 9000}],
        "tracks": {
            "epoch_s": EPOCH, "start_s": NOON, "enmo_mg": known(lambda i: 3 + i % 7, True), "counts": None,
            "angle_z_deg": known(lambda i: -60 + i % 120, True), "heart_rate": known(lambda i: 50 + i % 30, True),
            "load": [None] * EPOCHS, "wear": known(lambda i: 0 if 300 <= i < 330 else 1, True),
        },
        "gaps": [{"start_s": NOON + 800 * 60, "end_s": NOON + 830 * 60, "cause": "disconnected", "detail": ""}],
        "losses": [{"cause": "checksum", "count": 2, "unit": "blocks", "first_s": None, "detail": "at byte 7168"}],
        "methods": [{"name": "hdcza", "version": 1}],
        "other_devices": [{"id": "watch", "name": "Watch"}], "previous": "2026-10-23", "next": None,
    }


def changed(source, **changes):
    """A copy with other values; an Ellipsis leaves the field out."""
    made = copy.deepcopy(source)
    for name, value in changes.items():
        if value is ...:
            made.pop(name)
        else:
            made[name] = value
    return made


def device(**changes):
    return {"id": "strap", "name": "Strap", "maker": "Maker", "model": "M1", "kind": "strap", "synthetic": False,
            "link": {"state": "streaming", "since_s": 0, "last_sample_s": None, "reason": None}, "battery_percent": None,
            "wear": "unknown", "contact": None, "losses_today": {"count": 0, "by_cause": {}}} | changes


def answering(answers):
    """A script that answers requests whose path contains a key with its value; others go to the gateway."""
    return f"""
        const answers = {json.dumps(answers)};
        const real = window.fetch;
        window.fetch = (url, options) => {{
          const key = Object.keys(answers).find((part) => String(url).includes(part));
          return key === undefined ? real(url, options)
            : Promise.resolve(new Response(JSON.stringify(answers[key]), {{ headers: {{ 'Content-Type': 'application/json' }} }}));
        }};"""


# An event stream whose events the test says itself.
SCRIPTED_STREAM = """
    window.EventSource = class extends EventTarget {
      constructor() { super(); window.stream = this; queueMicrotask(() => this.dispatchEvent(new Event('open'))); }
      close() {}
      say(name, data) { this.dispatchEvent(new MessageEvent(name, { data: JSON.stringify(data) })); }
    };"""


def wearable(**changes):
    """A strap that is used and streams, as the list of devices has it."""
    streams = [{"channel": "heart_rate", "unit": "/min", "rate_hz": 1, "allowed": True},
               {"channel": "rr_interval", "unit": "ms", "rate_hz": None, "allowed": True}]
    return {"id": "bluetooth-1", "device": "strap", "name": "Strap", "maker": "Maker", "model": "S1", "serial": "1",
            "firmware": "1", "kind": "strap", "synthetic": False, "bus": "bluetooth", "consent": "given", "near": True,
            "seen_s": None, "obstacle": None, "profiles": ["heart-rate"], "given_name": None, "profile": None,
            "settings": {}, "connects_by_itself": True, "paused": False, "streams": streams, "preferred": ["heart"],
            "wearer": None, "stage": "streaming", "reason": None, "next_step": None, "steps": [], "rssi_dbm": -58,
            "link": {"state": "streaming", "since_s": 1, "last_sample_s": 5, "reason": None}, "battery_percent": 80,
            "wear": "worn", "contact": True, "losses_today": {"count": 0, "by_cause": {}}, "commands": []} | changes


AXIVITY = "usb-axivity-39434"


def recorder():
    """A recorder on its cable."""
    return wearable(id=AXIVITY, device="axivity-39434", name="AX3 39434", maker="Axivity", model="AX3",
                    serial="39434", kind="recorder", bus="usb", rssi_dbm=None, stage="configured", preferred=[],
                    streams=[{"channel": "acceleration", "unit": "[g]", "rate_hz": 100, "allowed": True}],
                    link={"state": "connecting", "since_s": 1, "last_sample_s": None, "reason": None})


def desk(**changes):
    """What the recorder said, with a recording that was not taken over."""
    return {"id": AXIVITY, "state": "ready", "number": "39434", "clock_offset_s": -2.4, "downloaded": False, "message": None,
            "recording": {"bytes": 256_000_000, "start_s": NOON}, "download": None, "remarks": [],
            "next": {"rate_hz": 100, "range_g": 8, "start": "always", "session": 7}} | changes


def home(*devices, **changes):
    """What is around the devices when a page opens."""
    return {"devices": list(devices), "buses": [{"bus": "bluetooth", "obstacle": None}, {"bus": "usb", "obstacle": None}],
            "recorders": [], "recordings": [], "schedules": [], "alerts": [], "wearers": []} | changes
