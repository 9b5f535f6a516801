"""Devices, nights being recorded and wearers at the command line, against a running gateway."""

import json
import pathlib
import re
import time

import pytest


@pytest.fixture
def house(own_gateway):
    return own_gateway(demo=False, options=["--simulate"])


@pytest.fixture
def ask(program, house):
    return lambda *words, **more: program.run(*words, "--data", house.data, **more)


def good(done):
    assert done.returncode == 0, done.stderr.decode()
    return done.stdout.decode()


def test_list_names_state_and_id(ask):
    text = good(ask("devices"))
    assert re.search(r"^Your devices\n  Synthetic wearer \(synthetic\)  \w+.*\n    nightjar-synthetic-1$", text, re.M), text


def test_json_is_what_the_gateway_says(ask, house):
    (device,) = json.loads(good(ask("devices", "--json")))["devices"]
    assert device["id"] == "nightjar-synthetic-1" and device["consent"] == "command_line"
    assert device.keys() == house.get("/api/v1/devices")["devices"][0].keys()


def test_empty_house_teaches_the_first_pairing(program, own_gateway):
    gateway = own_gateway(demo=False, options=["--no-bluetooth", "--no-usb"])
    text = good(program.run("devices", "--data", gateway.data))
    assert text.startswith("No device yet.") and "electrodes" in text and "USB" in text and "--demo" in text


def test_without_a_gateway_it_is_not_found_and_says_how_to_start_one(program):
    for words in (["devices"], ["devices", "show", "x"], ["record", "status"], ["record", "start"], ["wearers"]):
        done = program.run(*words)
        assert done.returncode == 3 and b"nightjar serve" in done.stderr and done.stdout == b""


@pytest.mark.parametrize("words", [
    ["devices", "show", "nothing"], ["devices", "adopt", "nothing"], ["devices", "forget", "nothing"],
    ["record", "stop"], ["record", "schedule", "--off"], ["wearers", "nothing"], ["record", "start", "--device", "nothing"]])
def test_what_is_not_there_is_not_found(ask, words):
    done = ask(*words)
    assert done.returncode == 3 and done.stdout == b"" and done.stderr.startswith(b"nightjar: ")


@pytest.mark.parametrize("words", [
    ["record"], ["record", "start", "--hours", "0"], ["record", "schedule", "--days", "someday"],
    ["record", "schedule", "--from", "25:00"], ["devices", "--count", "2"],
    ["wearers", "assign", "nightjar-synthetic-1", " "]])
def test_what_makes_no_sense_is_refused(ask, words):
    done = ask(*words)
    assert done.returncode == 2 and done.stdout == b"", done.stderr.decode()


@pytest.mark.parametrize("verb", ["forget", "adopt"])
def test_what_does_not_fit_what_is_there_fails(ask, verb):
    done = ask("devices", verb, "nightjar-synthetic-1")
    assert done.returncode == 1 and done.stdout == b"", done.stderr.decode()


def test_device_is_shown_by_id_or_name(ask):
    page = good(ask("devices", "show", "synthetic WEARER"))
    assert page == good(ask("devices", "show", "nightjar-synthetic-1")) or "battery" in page
    assert "stream     acceleration 25 Hz, [g], recorded" in page
    assert json.loads(good(ask("devices", "show", "nightjar-synthetic-1", "--json")))["device"] == "nightjar-synthetic-1"


def test_night_from_start_to_stop(ask):
    assert "No night is being recorded" in good(ask("record", "status"))
    recording = json.loads(good(ask("record", "start", "--hours", "9", "--json")))
    assert 8.9 < (recording["planned_end_s"] - recording["started_s"]) / 3600 < 9.1
    assert ask("record", "start").returncode == 1, "one night at a time"
    assert "with nightjar-synthetic-1; begun by button" in good(ask("record", "status"))
    assert good(ask("record", "stop")) == "Recording 1 has ended.\n"
    assert "ended 0 min ago" in good(ask("record", "status"))


def test_recording_goes_on_after_the_gateway_was_killed(ask, house):
    good(ask("record", "start"))
    house.kill()
    house.start()
    alert, recording = good(ask("record", "status")).splitlines()
    assert alert.startswith("! The gateway did not run") and recording.startswith("Recording 1 since")


def test_recorded_night_is_exported_with_its_hole(ask, house, tmp_path):
    nothing = ask("export", "recorded", "--format", "csv", "-o", f"{tmp_path}/")
    assert nothing.returncode == 3 and b"record start" in nothing.stderr
    good(ask("record", "start"))
    house.kill()
    time.sleep(4)
    house.start()
    good(ask("record", "stop"))
    first = json.loads(good(ask("export", "recorded", "--format", "csv", "-o", f"{tmp_path}/a/", "--json")))["files"]
    again = json.loads(good(ask("export", "recorded-1", "--format", "csv", "-o", f"{tmp_path}/b/", "--json")))["files"]
    # A load is told a few seconds after the time that it is of, so the first of them may be in the second export only.
    assert {name.split("/")[-1] for name in first} <= {name.split("/")[-1] for name in again}
    assert all("recorded-1-nightjar-synthetic-1" in name for name in first)
    losses = pathlib.Path(next(name for name in first if name.endswith(".losses.csv"))).read_text()
    assert "the gateway did not run" in losses, losses
    manifest = json.loads(pathlib.Path(first[-1]).read_text())
    assert "gateway_down" in {loss["cause"] for loss in manifest["losses"]} and manifest["synthetic"]
    for words in (["recorded-2"], ["recorded", "--device", "nothing"]):
        assert ask("export", *words, "--format", "csv", "-o", f"{tmp_path}/c/").returncode == 3, words


def test_schedule_is_one_and_is_changed(ask):
    assert "every night 22:30 to 07:30" in good(ask("record", "schedule", "--from", "22:30"))
    changed = good(ask("record", "schedule", "--days", "fri,sat", "--worn"))
    assert changed.startswith("Schedule 1: fri, sat 22:30 to 07:30") and "while worn" in changed
    assert "(off)" in good(ask("record", "schedule", "--off"))


def test_schedules_are_listed_added_changed_and_removed(ask):
    assert b"No night is recorded by itself" in ask("record", "schedules").stderr
    good(ask("record", "schedule", "--from", "22:30"))
    assert good(ask("record", "schedule", "--add", "--days", "sat", "--from", "23:45")).startswith("Schedule 2: sat 23:45")
    assert len(good(ask("record", "schedules")).splitlines()) == 2
    refused = ask("record", "schedule", "--to", "09:00")
    assert refused.returncode == 2 and b"There are 2 schedules" in refused.stderr
    assert "23:45 to 09:00" in good(ask("record", "schedule", "2", "--to", "09:00"))
    assert good(ask("record", "schedule", "1", "--remove")) == "Schedule 1 is taken away.\n"
    assert ask("record", "schedule", "1", "--off").returncode == 3
    assert [one["id"] for one in json.loads(good(ask("record", "schedules", "--json")))["schedules"]] == [2]


def test_alerts_are_listed_and_seen(ask, house):
    assert b"Nothing has to be seen to" in ask("record", "alerts").stderr
    good(ask("record", "start"))
    house.kill()
    house.start()
    (line, step) = good(ask("record", "alerts")).splitlines()
    assert "warning" in line and "The gateway did not run" in line and step.startswith("    →")
    number = line.split()[0]
    assert good(ask("record", "acknowledge")) == f"Alert {number} has been seen.\n"
    assert ask("record", "alerts").stdout == b""
    assert ", seen:" in good(ask("record", "alerts", "--all"))
    assert ask("record", "acknowledge", "99").returncode == 3 and ask("record", "acknowledge", "x").returncode == 2


def test_wearer_is_assigned_and_corrected(ask):
    done = ask("wearers")
    assert done.returncode == 0 and b"Nobody yet" in done.stderr
    good(ask("wearers", "assign", "nightjar-synthetic-1", "Ada", "--from", "1750000000"))
    good(ask("wearers", "assign", "nightjar-synthetic-1", "Ben", "--from", "1750100000", "--to", "1750200000"))
    assert [line.split(": ")[1] for line in good(ask("wearers", "nightjar-synthetic-1")).splitlines()] == ["Ada", "Ben", "Ada"]
    assert good(ask("wearers")).split() == ["1", "Ada", "2", "Ben"]
    assert "worn by Ada" in good(ask("devices"))


def test_watch_prints_what_is_there_and_what_changes(ask):
    lines = good(ask("devices", "--watch", "--json", "--count", "1")).splitlines()
    assert json.loads(lines[0])["id"] == "nightjar-synthetic-1"
    assert "Synthetic wearer (synthetic)" in good(ask("devices", "--watch", "--count", "1"))
