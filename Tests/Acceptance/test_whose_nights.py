"""Whose night it is and of which day: nights never hide each other, and each sleep is told once, on the day of waking up.

The recordings are made here: one-minute counts of an Actiwatch, whose clock runs on through flights and changes of the clock.
"""

import datetime
import random
import zoneinfo

import pytest
from gateway import Gateway
from stores import Caller

OFF = ["--no-bluetooth", "--no-usb", "--zone", "Europe/Berlin"]
MONDAY = datetime.datetime(2025, 1, 6, 12)
NIGHTLY = [(11, 19), (35, 43), (59, 67)]  # from 23 to 7 o'clock, in hours since noon of the first day


def worn(serial, start, hours, asleep, seed=1):
    """An Actiwatch's file: still in `asleep`, hours since `start` (on its clock), awake in the rest."""
    dice = random.Random(seed)
    lines = ["Made up", start.strftime("%d-%b-%Y"), start.strftime("%H:%M"), " 4 ", "00", serial, "X"]
    for minute in range(hours * 60):
        is_asleep = any(begin <= minute / 60 < end for begin, end in asleep)
        lines.append(str(dice.choice([0] * 20 + [3, 9]) if is_asleep else dice.choice([0, 60, 120, 250, 400])))
    return "\r\n".join(lines).encode() + b"\r\n"


class Box(Caller):
    """A gateway with a store of its own."""

    def __init__(self, program, data):
        self.gateway = Gateway(program, data, demo=False, options=OFF).start()
        super().__init__(self.gateway.url)

    def take(self, serial, hours, asleep, start=MONDAY, zone="Europe/Berlin", seed=1):
        """Imports a recording and returns its recorder's id."""
        done = self.bring(f"{serial}.AWD", worn(serial, start, hours, asleep, seed), zone)
        assert done["state"] == "complete", done
        return done["device"]

    def listed(self, query):
        return {(night["date"], night["device"]): night for night in self.ask("GET", f"/nights?limit=1000&{query}")["nights"]}

    def sleeps(self, device):
        """Each night of a recorder in which there is sleep: date, hours of beginning and end on the wall, hours asleep."""
        found = []
        for date, _ in sorted(self.listed(f"device={device}")):
            night = self.ask("GET", f"/nights/{date}?device={device}")
            if night["sleep_period"]:
                wall = zoneinfo.ZoneInfo(night["zone"])
                begin, end = (datetime.datetime.fromtimestamp(night["sleep_period"][edge], wall) for edge in ("start_s", "end_s"))
                assert end.date().isoformat() == date, "the day of waking up owns it"
                found.append((date, round(begin.hour + begin.minute / 60) % 24, round(end.hour + end.minute / 60) % 24,
                              round(night["measures"]["total_sleep_min"]["value"] / 60)))
        return found


@pytest.fixture
def box(nightjar, tmp_path):
    running = Box(nightjar, tmp_path / "store")
    yield running
    running.gateway.stop()


def test_the_recorders_of_two_people_keep_their_nights_of_one_date(box):
    ada = box.take("V200001", 72, NIGHTLY)
    before = box.listed("all=true")
    ben = box.take("V200002", 72, [(begin + 1, end + 1) for begin, end in NIGHTLY], seed=2)
    assert {key: night for key, night in box.listed("all=true").items() if key[1] == ada}.keys() == before.keys()
    for device, name in ((ada, "Ada"), (ben, "Ben")):
        box.ask("POST", f"/devices/{device}/wearers", {"wearer": name, "start_s": MONDAY.timestamp() - 86400})
    people = {person["name"]: person["id"] for person in box.ask("GET", "/wearers")["wearers"]}
    dates = ["2025-01-07", "2025-01-08", "2025-01-09"]
    # Without `all` each person has one night of each date; another person's takes nothing away and counts as no other.
    assert sorted(box.listed("")) == sorted((date, device) for date in dates for device in (ada, ben))
    assert {night["others"] for night in box.listed("").values()} == {0}
    for device, name, hour in ((ada, "Ada", 23), (ben, "Ben", 0)):
        assert sorted(box.listed(f"person={people[name]}")) == [(date, device) for date in dates]
        assert [sleep[1] for sleep in box.sleeps(device)] == [hour] * 3
        night = box.ask("GET", f"/nights/2025-01-08?device={device}")
        assert (night["device"]["id"], night["previous"], night["next"]) == (device, dates[0], dates[2])


def test_two_recorders_of_one_person_are_one_step_apart(box):
    wrist = box.take("V200001", 72, NIGHTLY)
    ankle = box.take("V200002", 48, NIGHTLY[:2], seed=3)
    for device in (wrist, ankle):
        box.ask("POST", f"/devices/{device}/wearers", {"wearer": "Ada", "start_s": MONDAY.timestamp() - 86400})
    assert len(box.listed("all=true")) == 5
    shown = box.listed("")
    assert sorted(date for date, _ in shown) == ["2025-01-07", "2025-01-08", "2025-01-09"]
    assert [shown[key]["others"] for key in sorted(shown)] == [1, 1, 0]
    for device, dates in ((wrist, 3), (ankle, 2)):
        assert len(box.sleeps(device)) == dates, "each has its own"


def test_a_nap_is_a_thing_of_its_own_and_has_no_stages(box):
    device = box.take("V200003", 48, [(2, 3.5), *NIGHTLY[:2]])
    assert box.sleeps(device) == [("2025-01-07", 23, 7, 8), ("2025-01-08", 23, 7, 8)]
    night = box.ask("GET", f"/nights/2025-01-07?device={device}")
    (nap,) = night["naps"]
    at = MONDAY.replace(tzinfo=zoneinfo.ZoneInfo("Europe/Berlin")).timestamp()
    assert abs(nap["start_s"] - at - 7200) < 600 and abs(nap["end_s"] - at - 12600) < 600
    begin, step = night["states"]["start_s"], night["states"]["epoch_s"]
    states = night["states"]["values"][int((nap["start_s"] - begin) // step):int((nap["end_s"] - begin) // step)]
    assert states and not set(states) & set("LDR"), states
    assert night["minutes"]["asleep"] < 8.2 * 60, "the night's minutes are the night's alone"


def test_the_day_sleep_of_a_shift_worker_is_told_whole_and_once(box):
    # Nights, then three day sleeps from 9 to 16 o'clock, then nights again.
    asleep = [(11, 19), (35, 43), (59, 67), (93, 100), (117, 124), (141, 148), (155, 163), (179, 187)]
    device = box.take("V200004", 216, asleep)
    assert box.sleeps(device) == [
        ("2025-01-07", 23, 7, 8), ("2025-01-08", 23, 7, 8), ("2025-01-09", 23, 7, 8), ("2025-01-10", 9, 16, 7),
        ("2025-01-11", 9, 16, 7), ("2025-01-12", 9, 16, 7), ("2025-01-13", 23, 7, 8), ("2025-01-14", 23, 7, 8)]


@pytest.mark.parametrize("zone, asleep, expected", [
    # From Auckland on the eighth, in the evening, to Honolulu, where it is the morning of that day once more.
    ("Pacific/Auckland", [(11, 19), (35, 43), (82, 90), (106, 114), (130, 138)], [
        ("2025-01-07", 23, 7, 8), ("2025-01-08", 23, 7, 8), ("2025-01-10", 22, 6, 8), ("2025-01-11", 22, 6, 8),
        ("2025-01-12", 22, 6, 8)]),
    # And the other way round; the sleep aboard is a night, too.
    ("Pacific/Honolulu", [(11, 19), (35, 43), (58, 64), (84, 92), (108, 116)], [
        ("2025-01-07", 23, 7, 8), ("2025-01-08", 23, 7, 8), ("2025-01-09", 22, 4, 6), ("2025-01-10", 0, 8, 8),
        ("2025-01-11", 0, 8, 8)]),
])
def test_a_flight_over_the_date_line_loses_no_sleep_and_doubles_none(box, zone, asleep, expected):
    device = box.take("V200005", 144, asleep, zone=zone)
    assert box.sleeps(device) == expected
    # What a recorder of somebody at home has of these dates stays beside it.
    home = box.take("V200006", 72, NIGHTLY)
    assert box.sleeps(device) == expected and len(box.sleeps(home)) == 3


def test_a_day_that_the_date_line_skipped_has_no_night_and_its_sleep_is_whole(box):
    # Samoa went from the 29th to the 31st of December 2011.
    start = datetime.datetime(2011, 12, 27, 12)
    device = box.take("V200007", 120, [(hour, hour + 8) for hour in (11, 35, 59, 83, 107)], start, "Pacific/Apia")
    assert box.sleeps(device) == [
        ("2011-12-28", 23, 7, 8), ("2011-12-29", 23, 7, 8), ("2011-12-31", 23, 7, 8), ("2012-01-01", 23, 7, 8),
        ("2012-01-02", 23, 7, 8)]
    assert ("2011-12-30", device) not in box.listed(f"device={device}")
    night = box.ask("GET", f"/nights/2011-12-31?device={device}")
    assert night["window"]["end_s"] - night["window"]["start_s"] == 86400 and night["naps"] == []


@pytest.mark.parametrize("start, changed, hours, wall", [
    (datetime.datetime(2024, 3, 29, 12), "2024-03-31", 23, [(23, 7), (23, 8), (0, 8)]),
    (datetime.datetime(2024, 10, 25, 12), "2024-10-27", 25, [(23, 7), (23, 6), (22, 6)]),
], ids=["spring", "autumn"])
def test_a_night_in_which_the_clock_changes(box, start, changed, hours, wall):
    # The recorder's clock goes on as it was set; on the wall one wakes an hour later, or earlier, by the clock.
    device = box.take("V200008", 72, NIGHTLY, start)
    dates = [(start + datetime.timedelta(days=day)).date().isoformat() for day in (1, 2, 3)]
    assert box.sleeps(device) == [(date, *edges, 8) for date, edges in zip(dates, wall)]
    night = box.ask("GET", f"/nights/{changed}?device={device}")
    assert night["window"]["end_s"] - night["window"]["start_s"] == hours * 3600
    period = night["sleep_period"]
    assert abs(period["end_s"] - period["start_s"] - 8 * 3600) < 600, "real hours, not those of the wall"
    epochs = len(night["states"]["values"]) * night["states"]["epoch_s"]
    assert epochs == hours * 3600
