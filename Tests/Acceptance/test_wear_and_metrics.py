"""`nightjar epochs` with filtered metrics and calibration, and `nightjar wear`."""

import json
import math
import random

import pytest


def lines(done):
    return done.stdout.decode().splitlines()


@pytest.fixture
def shaken(tmp_path):
    """Two minutes at 100 Hz: a swing of half a g every second along x."""
    path = tmp_path / "shaken.csv"
    path.write_text("".join(
        f"{0.5 * math.sin(2 * math.pi * index / 100):.3f},0,1\n" for index in range(12_000)))
    return path


def test_prints_every_metric_of_a_table(program, shaken):
    names = ("enmo_g,mad_g,angle_z_deg,enmoa_g,hfen_g,count_x,count_y,count_z,vm_count,mims,zcm,tat,pim,"
             "activity_index,steps,wear")
    table = lines(program.run("epochs", shaken, "--rate", "100", "--seconds", "60", "--metrics", names, "--csv"))
    assert table[0] == f"time_s,samples,{names}"
    row = dict(zip(table[0].split(","), table[2].split(",")))
    assert row["time_s"] == "60" and row["samples"] == "6000"
    assert int(row["count_x"]) > 1000 and row["count_y"] == "0" and row["wear"] == ""
    assert abs(float(row["zcm"]) - 120) <= 1
    assert float(row["activity_index"]) == pytest.approx(0.5 / math.sqrt(2) / math.sqrt(3), rel=0.01)


def test_says_why_it_does_not_calibrate(program, shaken):
    done = program.run("epochs", shaken, "--rate", "100", "--seconds", "60", "--calibrate", "--json")
    calibration = json.loads(done.stdout)["calibration"]
    assert calibration["accepted"] is False and "windows" in calibration["reason"]
    assert calibration["offset"] is None and calibration["error_before_mg"] is None
    assert b"Not calibrated" in done.stderr


def test_calibrates_what_was_turned_around(program, tmp_path):
    rng = random.Random(1)
    rows = []
    for _ in range(120):
        vector = [rng.gauss(0, 1) for _ in range(3)]
        size = math.sqrt(sum(value * value for value in vector))
        still = [(value / size - offset) / scale for value, offset, scale in zip(
            vector, (0.03, -0.02, 0.01), (1.02, 0.99, 1.01))]
        rows += [",".join(f"{value + rng.gauss(0, 0.002):.6f}" for value in still) for _ in range(250)]
    path = tmp_path / "turned.csv"
    path.write_text("\n".join(rows) + "\n")
    found = json.loads(program.run("epochs", path, "--rate", "25", "--seconds", "60", "--calibrate", "--json").stdout)
    calibration = found["calibration"]
    assert calibration["accepted"] is True and calibration["error_after_mg"] < 1 < calibration["error_before_mg"]
    for axis, offset in enumerate((0.03, -0.02, 0.01)):
        assert abs(calibration["offset"][axis] - offset) < 5e-4


def test_finds_non_wear_in_minutes_and_in_raw_acceleration(program, tmp_path):
    counts = tmp_path / "minutes.txt"
    counts.write_text("\n".join(["100"] * 10 + ["0"] * 95 + ["100"] * 10) + "\n")
    assert lines(program.run("wear", counts, "--algorithm", "choi")) == ["start,end", "10,105"]
    assert lines(program.run("wear", counts, "--algorithm", "choi", "--window", "100")) == ["start,end"]
    assert lines(program.run("wear", counts, "--algorithm", "troiano")) == ["start,end", "10,105"]
    table = tmp_path / "still.csv"
    # Two axes must move: van Hees lets one of the three do what it will.
    table.write_text("".join(f"{(index % 2) * 0.3},{(index % 2) * 0.2},1\n" if index < 36_000 else "0,0,1\n" for index in range(108_000)))
    assert lines(program.run("wear", table, "--algorithm", "van-hees", "--rate", "10")) == ["start,end", "3600,10800"]
    assert program.run("wear", counts).returncode == 2
    assert program.run("wear", counts, "--algorithm", "guess").returncode == 2
