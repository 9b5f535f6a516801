"""What holds heap allocations to their ceilings; what counts them is run on the release build, by `make allocations`."""

import json
import pathlib
import sys

FOLDER = pathlib.Path(__file__).resolve().parents[1] / "Allocations"
sys.path.insert(0, str(FOLDER))

import check  # noqa: E402

TABLE = {"event": {"figure": 24.0, "ceiling": 25.5}}


def test_one_more_than_the_ceiling_fails_and_is_told():
    assert check.compare({"event": 25.5}, TABLE)[1]
    lines, is_good = check.compare({"event": 25.6}, TABLE)
    assert not is_good
    assert lines == ["FAILED: event: 25.6 allocations, 24.0 when the ceiling of 25.5 was set"]


def test_a_ceiling_that_is_far_above_is_told_to_be_lowered():
    lines, is_good = check.compare({"event": 19.0}, TABLE)
    assert is_good and "lower it" in lines[0]
    assert "lower it" not in check.compare({"event": 20.0}, TABLE)[0][0]


def test_what_is_not_counted_or_has_no_ceiling_fails():
    assert not check.compare({}, TABLE)[1]
    lines, is_good = check.compare({"event": 24.0, "message": 1.0}, TABLE)
    assert not is_good and "message is without a ceiling" in lines[-1]


def test_a_written_table_has_room_for_little_more():
    table = check.ceilings({"event": 24.0, "client": 0.4})
    assert check.compare({"event": 25.0, "client": 0.9}, table)[1]
    assert not check.compare({"event": 26.0, "client": 0.4}, table)[1]
    assert not check.compare({"event": 24.0, "client": 1.4}, table)[1]


def test_the_program_is_run_and_its_figures_decide(tmp_path, monkeypatch, capsys):
    program = tmp_path / "allocations"
    program.write_text("#!/bin/sh\necho '{\"event\": 40}'\n")
    program.chmod(0o755)
    monkeypatch.setattr(check, "TABLE", tmp_path / "ceilings.json")
    check.TABLE.write_text(json.dumps(TABLE))
    assert check.main(str(program)) == 1
    assert "event: 40 allocations" in capsys.readouterr().out
    assert check.main(str(program), "--write") == 0
    assert json.loads(check.TABLE.read_text())["event"]["figure"] == 40


def test_every_ceiling_of_the_table_is_close_to_its_figure():
    table = json.loads((FOLDER / "ceilings.json").read_text())
    assert table
    assert all(row["figure"] <= row["ceiling"] <= row["figure"] * 1.05 + 0.6 for row in table.values())
