"""Days, nights of several recorders, and recordings as things, at the terminal."""

import csv
import io

import pytest

FIRST, SECOND = "actiwatch/example_01.AWD", "actiwatch/example_02.AWD"


@pytest.fixture(scope="module")
def tool(nightjar, tmp_path_factory):
    from program import Program
    return Program(nightjar, tmp_path_factory.mktemp("home"))


@pytest.fixture(scope="module")
def store(tool, recordings):
    """A store with twelve days of two recorders, worn at the same time."""
    folder = tool.home / "store"
    for name in (FIRST, SECOND):
        assert tool.json("import", recordings / name, "--data", folder, "--zone", "UTC", "--json")["state"] == "complete"
    return folder


def table(tool, store, *words):
    return list(csv.DictReader(io.StringIO(tool.text("nights", "--csv", "--data", store, *words))))


def test_one_recorder_hides_no_night_of_another(tool, store):
    rows = table(tool, store, "--all")
    devices = sorted({row["device"] for row in rows})
    assert len(devices) == 2
    dates = {device: [row["date"] for row in rows if row["device"] == device] for device in devices}
    assert all(len(days) == 13 and days == sorted(days) for days in dates.values())
    assert [row["date"] for row in table(tool, store, "--device", devices[0])] == dates[devices[0]]
    led = table(tool, store)
    assert [row["date"] for row in led] == sorted(set(dates[devices[0]]) | set(dates[devices[1]]))
    assert all(row["other_devices"] == "1" for row in led)
    assert "and 1 more device" in tool.text("nights", "--data", store)
    done = tool.run("nights", "latest", "--csv", "--data", store)
    assert done.returncode == 2 and b"--csv is for the list" in done.stderr


def test_a_day_tells_each_figure_or_why_there_is_none(tool, store):
    row = next(row for row in table(tool, store) if row["total_sleep_min"])
    day = tool.json("today", row["date"], "--data", store, "--json")
    assert day["sleep_hours"] == pytest.approx(float(row["total_sleep_min"]) / 60, abs=0.006)
    assert day["sleep_efficiency"] == pytest.approx(float(row["efficiency_percent"]), abs=0.06)
    assert set(day["methods"]) == {"sleep_hours", "sleep_efficiency"}
    assert day["steps"] is None and day["reasons"]["steps"]
    page = tool.text("today", row["date"], "--data", store)
    assert f"asleep: {round(day['sleep_hours'] * 10) / 10:g} h" in page and "steps: – (" in page
    # The second time it is what was kept.
    assert tool.json("today", row["date"], "--data", store, "--json") == day
    assert tool.json("today", row["date"], "--refresh", "--data", store, "--json") == day
    assert tool.run("today", "tomorrow", "--data", store).returncode == 2


def test_a_trend_is_made_of_the_same_days(tool, store):
    rows = [row for row in table(tool, store) if row["total_sleep_min"]]
    last = max(row["date"] for row in rows)
    trend = tool.json("trends", "--days", "12", "--to", last, "--data", store, "--json")
    known = {point["date"]: point["value"] for point in trend["points"] if point["value"] is not None}
    assert set(known) == {row["date"] for row in rows}
    for row in rows:
        assert known[row["date"]] == pytest.approx(float(row["total_sleep_min"]) / 60)
    assert trend["mean"] == pytest.approx(sum(known.values()) / len(known))
    weeks = tool.json("trends", "--days", "12", "--to", last, "--by", "week", "--data", store, "--json")
    assert sum(point["days"] for point in weeks["points"]) == len(known)
    assert "mean" in tool.text("trends", "--days", "12", "--to", last, "--data", store).splitlines()[-1]
    done = tool.run("trends", "weight", "--data", store)
    assert done.returncode == 2 and b"sleep_hours" in done.stderr


def test_a_recording_is_shown_deleted_and_taken_back(tool, store):
    shown = tool.json("recordings", "1", "--data", store, "--json")
    assert shown["name"] == "example_01.AWD" and len(shown["nights"]) == 13 and "counts" in shown["channels"]
    assert "example_01.AWD" in tool.text("recordings", "--data", store)
    assert "13 nights" in tool.text("recordings", "1", "--data", store)
    before = tool.text("nights", "--all", "--data", store)
    assert "Would delete recording 1" in tool.text("recordings", "delete", "1", "--dry-run", "--data", store)
    assert tool.text("nights", "--all", "--data", store) == before
    assert "Take it back within a day" in tool.text("recordings", "delete", "1", "--data", store)
    assert len(table(tool, store, "--all")) == 13
    assert "deleted" in tool.text("recordings", "--data", store)
    assert "is back with 13 nights" in tool.text("recordings", "restore", "1", "--data", store)
    assert tool.text("nights", "--all", "--data", store) == before
    assert tool.run("recordings", "restore", "1", "--data", store).returncode == 3
    assert tool.run("recordings", "99", "--data", store).returncode == 3
    assert tool.run("recordings", "x", "--data", store).returncode == 2


def test_a_wrong_zone_is_corrected(tool, store):
    def first():
        return tool.json("recordings", "2", "--data", store, "--json")

    before = first()
    done = tool.json("recordings", "zone", "2", "America/Chicago", "--shift=-3600", "--data", store, "--json")
    assert done["state"] == "complete"
    after = first()
    assert after["start_s"] - before["start_s"] == 5 * 3600
    assert (after["zone"], after["shift_s"], after["name"]) == ("America/Chicago", -3600, before["name"])
    assert "clock corrected by -3600.0 s" in tool.text("recordings", "2", "--data", store)
    tool.json("recordings", "zone", "2", "UTC", "--shift", "0", "--data", store, "--json")
    assert first() | {"imported_s": None} == before | {"imported_s": None}
    assert tool.run("recordings", "zone", "2", "--data", store).returncode == 2
    assert tool.run("recordings", "zone", "2", "Mars/Olympus", "--data", store).returncode == 2
    assert tool.run("recordings", "zone", "99", "UTC", "--data", store).returncode == 3


def test_the_program_alone_says_what_to_do_first(tool):
    assert "nightjar serve --demo" in tool.text() and len(tool.text().splitlines()) < 20


@pytest.mark.parametrize("written, meant", [
    ("devcies", "devices"), ("night latest", "nights"), ("axivity stauts", "axivity status"), ("treds", "trends")])
def test_a_misspelled_command_is_answered_with_the_one_that_is_near(tool, written, meant):
    done = tool.run(*written.split())
    assert done.returncode == 2 and f"Did you mean `nightjar {meant}`?" in done.stderr.decode()


def test_what_is_near_nothing_is_not_taken_for_anything(tool):
    done = tool.run("xylophone")
    assert done.returncode == 2 and "Did you mean" not in done.stderr.decode()
