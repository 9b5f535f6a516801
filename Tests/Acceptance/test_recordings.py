"""Recordings are things, however they came: files and what was recorded live stand in one list, with who wore them when."""

import datetime
import sqlite3
import tarfile
import time

import pytest
from gateway import Gateway
from program import Program
from stores import ADA, BEN, FOLDER, PASSWORD, Caller, actiwatch

OFF = ["--no-bluetooth", "--no-usb", "--zone", "Europe/Berlin"]
FIRST = datetime.datetime(2025, 1, 6, 12, tzinfo=datetime.UTC)
BEGIN = FIRST.timestamp() - 3600  # on the wall of Berlin
DEVICE = "nightjar-synthetic-1"


@pytest.fixture
def box(nightjar, tmp_path):
    """A gateway with a live wearer, who is made up."""
    running = Gateway(nightjar, tmp_path / "store", demo=False, options=["--simulate", *OFF]).start()
    yield running
    running.stop()


@pytest.fixture
def tell(box, nightjar, tmp_path):
    """The program, asked of that gateway."""
    home = tmp_path / "home"
    home.mkdir()
    shell = Program(nightjar, home)
    return lambda *words: shell.run(*words, "--data", box.data)


def record(caller, seconds=3, **asked):
    """Records live for some seconds and returns the night recording."""
    deadline = time.monotonic() + 20
    while not caller.ask("GET", "/live")["devices"] and time.monotonic() < deadline:
        time.sleep(0.2)
    begun = caller.ask("POST", "/night-recordings", {"devices": [DEVICE], **asked})
    time.sleep(seconds)
    return caller.ask("POST", f"/night-recordings/{begun['id']}/stop")


def test_what_was_recorded_live_stands_among_the_files(box, tell):
    caller = Caller(box.url)
    first = caller.bring("first.AWD", actiwatch("V300001", FIRST.replace(tzinfo=None), 2, 1))["recording"]
    night = record(caller, wearer="Ada")
    last = caller.bring("last.AWD", actiwatch("V300002", FIRST.replace(tzinfo=None), 2, 2))["recording"]
    listed = caller.ask("GET", "/recordings")["recordings"]
    assert [(one["kind"], one["name"]) for one in listed] == [
        ("file", "last.AWD"), ("live", "Recorded live"), ("file", "first.AWD")], "the newest first"
    live = listed[1]
    assert first < live["id"] < last and live["night_recording"] == night["id"] and live["bytes"] is None
    assert (live["state"], live["device"], live["devices"], live["wearer"]) == ("complete", DEVICE, [DEVICE], "Ada")
    assert (live["start_s"], live["end_s"], live["zone"]) == (night["started_s"], night["ended_s"], "Europe/Berlin")
    whole = caller.ask("GET", f"/recordings/{live['id']}")
    assert {name: whole[name] for name in live} == live
    # Whose night it is was said; who wore the device was not.
    assert [(part["device"], part["wearer"]) for part in whole["worn"]] == [(DEVICE, None)]
    text = tell("recordings", "list").stdout.decode().splitlines()
    assert [line.split()[0] for line in text] == [str(one["id"]) for one in listed] and "Recorded live" in text[1]
    assert tell("recordings").stdout.decode().splitlines() == text
    shown = tell("recordings", "show", live["id"]).stdout.decode()
    assert "recorded live" in shown and "worn by nobody from" in shown
    assert tell("recordings", "show", 99).returncode == 3


def test_one_that_goes_on_says_so(box):
    caller = Caller(box.url)
    time.sleep(2)
    begun = caller.ask("POST", "/night-recordings", {"devices": [DEVICE]})
    (live,) = caller.ask("GET", "/recordings")["recordings"]
    assert (live["state"], live["end_s"], live["night_recording"]) == ("recording", None, begun["id"])
    caller.ask("POST", f"/night-recordings/{begun['id']}/stop")


def test_who_wore_it_is_said_of_a_recording_and_of_parts_of_it(box, tell):
    caller = Caller(box.url)
    number = caller.bring("file.AWD", actiwatch("V300003", FIRST.replace(tzinfo=None), 3, 3))["recording"]
    assert tell("recordings", "assign", number, "Ada").returncode == 0
    done = tell("recordings", "assign", number, "Ben", "--from", "2025-01-08T12:00:00+01:00")
    lines = [line.strip() for line in done.stdout.decode().splitlines()[1:]]
    assert [line.split(" from ")[0] for line in lines] == ["worn by Ada", "worn by Ben"], lines
    whole = caller.ask("GET", f"/recordings/{number}")
    day = BEGIN + 2 * 86400
    assert [(part["wearer"]["name"], part["start_s"]) for part in whole["worn"]] == [("Ada", BEGIN), ("Ben", day)]
    assert whole["worn"][0]["end_s"] == day and whole["worn"][1]["end_s"] == pytest.approx(whole["end_s"], abs=1)
    nights = {night["date"]: night["wearer"] for night in caller.ask("GET", "/nights?all=true")["nights"]}
    assert nights == {"2025-01-07": "Ada", "2025-01-08": "Ada", "2025-01-09": "Ben"}
    # The part that is taken back is nobody's again.
    assert tell("recordings", "assign", number, "nobody", "--to", "2025-01-07T12:00:00+01:00").returncode == 0
    whole = caller.ask("GET", f"/recordings/{number}")
    assert [part["wearer"] and part["wearer"]["name"] for part in whole["worn"]] == [None, "Ada", "Ben"]
    assert tell("recordings", "assign", number, "Ada", "--from", "yesterday").returncode == 2
    live = record(caller)
    live = next(one for one in caller.ask("GET", "/recordings")["recordings"] if one["night_recording"] == live["id"])
    assert live["wearer"] is None
    assert tell("recordings", "assign", live["id"], "Ben").returncode == 0
    assert caller.ask("GET", f"/recordings/{live['id']}")["wearer"] == "Ben"


def test_each_sees_what_was_recorded_of_them(box):
    Caller(box.url).ask("POST", "/auth/register", {"email": ADA, "password": PASSWORD, "display_name": "Ada"})
    ada = Caller(box.url, ADA)
    ada.ask("POST", "/auth/people", {"email": BEN, "password": PASSWORD, "display_name": "Ben"})
    ben = Caller(box.url, BEN)
    people = {each["name"]: each["id"] for each in ada.ask("GET", "/wearers")["wearers"]}
    ada.ask("POST", f"/devices/{DEVICE}/wearers", {"wearer": people["Ada"], "start_s": time.time() - 3600})
    record(ada, wearer=people["Ada"])
    (of_ada,) = ada.ask("GET", "/recordings")["recordings"]
    assert of_ada["wearer"] == "Ada" and ben.ask("GET", "/recordings")["recordings"] == []
    with pytest.raises(AssertionError, match="404"):
        ben.ask("GET", f"/recordings/{of_ada['id']}")
    # What is said of the device later moves it, as it does files and nights.
    ada.ask("POST", f"/devices/{DEVICE}/wearers", {"wearer": people["Ben"], "start_s": of_ada["start_s"]})
    assert ada.ask("GET", "/recordings")["recordings"] == []
    whole = ben.ask("GET", f"/recordings/{of_ada['id']}")
    assert whole["wearer"] == "Ben" and [part["wearer"]["name"] for part in whole["worn"]] == ["Ben"]


def test_what_has_no_file_is_not_deleted_or_read_anew(box, tell):
    caller = Caller(box.url)
    record(caller)
    (live,) = caller.ask("GET", "/recordings")["recordings"]
    for method, path, body in (("DELETE", "", None), ("POST", "/restore", None), ("POST", "/zone", {"zone": "Asia/Tokyo"})):
        with pytest.raises(AssertionError, match="409.*recorded live"):
            caller.ask(method, f"/recordings/{live['id']}{path}", body)
    done = tell("recordings", "delete", live["id"])
    assert done.returncode == 1 and "recorded live" in done.stderr.decode()
    assert caller.ask("GET", "/recordings")["recordings"] == [live]


def test_an_older_store_gives_what_was_recorded_live_numbers_of_its_own(nightjar, tmp_path):
    with tarfile.open(sorted(FOLDER.glob("*.tar.xz"))[0]) as archive:
        archive.extractall(tmp_path, filter="data")
    store = sqlite3.connect(tmp_path / "store/store.sqlite")
    files = [number for number, in store.execute("SELECT id FROM recording ORDER BY id")]
    (device,) = store.execute("SELECT id FROM device WHERE synthetic").fetchone()
    for index in (0, 1):
        started = int((BEGIN + index * 86400) * 1e9)
        row = store.execute(
            "INSERT INTO night_recording (started, start_cause, ended, end_cause, alive) VALUES (?, 'button', ?, 'button', ?)",
            (started, started + 3600 * 10**9, started)).lastrowid
        store.execute("INSERT INTO night_recording_device (recording, device) VALUES (?, ?)", (row, device))
    store.commit()
    store.close()
    running = Gateway(nightjar, tmp_path / "store", demo=False, options=OFF).start()
    try:
        ada = Caller(running.url, ADA)
        live = [one["id"] for one in ada.ask("GET", "/recordings")["recordings"] if one["kind"] == "live"]
        assert len(live) == 2 and min(live) > max(files)
        later = ada.bring("later.AWD", actiwatch("V300009", FIRST.replace(tzinfo=None), 1, 4))["recording"]
        assert later > max(live)
    finally:
        running.stop()
