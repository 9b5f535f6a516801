"""Stores that earlier versions left are opened by this one, and nothing of them is lost."""

import json
import tarfile

import pytest
from gateway import Gateway
from stores import FOLDER, Caller, told

# What a night tells of itself whichever version reads it; figures that are made at reading may be made better.
OF_A_NIGHT = ("date", "zone", "window", "device", "synthetic", "sleep_period", "states", "source")


def missing(before, now, place=""):
    """Where something that was told before is not told now; what is new beside it is no loss."""
    if isinstance(before, dict) and isinstance(now, dict):
        return [fault for name in before for fault in
                ([f"{place}.{name} is gone"] if name not in now else missing(before[name], now[name], f"{place}.{name}"))]
    if isinstance(before, list) and isinstance(now, list) and len(before) == len(now):
        return [fault for index, pair in enumerate(zip(before, now)) for fault in missing(*pair, f"{place}[{index}]")]
    if isinstance(before, (int, float)) and isinstance(now, (int, float)) and not isinstance(before, bool):
        return [] if now == pytest.approx(before) else [f"{place}: {before} was, {now} is"]
    return [] if before == now else [f"{place}: {str(before)[:80]} was, {str(now)[:80]} is"]


def kept(answers):
    """What must stay: all but the moment of asking, and of nights and days what does not depend on who reads them."""
    nights = {name: {field: night[field] for field in OF_A_NIGHT} for name, night in answers["night"].items()}
    days = {date: {name: day.get(name) for name in ("date", "sleep_hours", "steps")} for date, day in answers["summary"].items()}
    listed = [{name: each[name] for name in ("date", "device", "wearer", "source", "synthetic", "total_sleep_min")}
              for each in answers["nights"]]
    # Programs sent these; the others are made of nights and beats.
    sent = {each: [sample for sample in page["samples"] if sample["source"] in ("Phone", "app")]
            for each, page in answers["samples"].items()}
    return answers | {"samples": sent, "night": nights, "summary": days, "nights": listed, "account": {
        name: answers["account"][name] for name in ("email", "display_name", "role") if name in answers["account"]}}


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.tar.xz")), ids=lambda path: path.name)
def test_a_store_of_an_earlier_version_loses_nothing(nightjar, tmp_path, path):
    with tarfile.open(path) as archive:
        archive.extractall(tmp_path, filter="data")
    before = json.loads((tmp_path / "told.json").read_text())["answers"]
    for again in range(2):  # the second start opens what the first has brought to this version
        box = Gateway(nightjar, tmp_path / "store", demo=False,
                      options=["--no-bluetooth", "--no-usb", "--zone", "Europe/Berlin"]).start()
        try:
            for email, answers in before.items():
                now = json.loads(json.dumps(told(Caller(box.url, email))))
                assert not (faults := missing(kept(answers), kept(now))), (email, again, "\n".join(faults[:40]))
        finally:
            box.stop()


def test_such_a_store_holds_what_there_is_to_lose():
    with tarfile.open(sorted(FOLDER.glob("*.tar.xz"))[-1]) as archive:
        told_then = json.load(archive.extractfile("told.json"))["answers"]
    ada, ben = (told_then[email] for email in sorted(told_then))
    assert {each["state"] for each in ada["recordings"]} == {"complete", "deleted"}
    assert any(each["synthetic"] for each in ada["nights"]) and any(each["wearer"] == "Cleo" for each in ada["nights"])
    assert [each["name"] for each in ben["recordings"]] == ["ben.AWD"] and ben["nights"]
    for one in (ada, ben):
        assert one["sessions"]["sessions"] and one["metrics"]["data"] and one["samples"]["steps"]["samples"]
    assert ada["schedules"]["schedules"] and ada["documents"]["documents"]
    assert ada["summary"]["2025-01-08"]["sleep_hours"] and ada["summary"]["2025-01-08"]["steps"]
