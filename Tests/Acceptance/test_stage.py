"""`nightjar stage`: stages of a night from tables of heart rate and motion."""

import csv
import io
import math

import pytest

HEADER = ["t_s", "p_wake", "p_light", "p_deep", "p_rem", "stage", "asleep"]
EPOCHS = 240


def made(folder, scale=1):
    """A made-up night: half an hour awake, then quiet with a turn now and then."""
    counts = [(7 * i * i % 90 + 10) if i < 60 else (40 if i % 37 == 0 else 0) for i in range(EPOCHS)]
    motion = folder / f"motion{scale}.csv"
    motion.write_text("t_s,count\n" + "".join(f"{30 * i},{c * scale!r}\n" for i, c in enumerate(counts)))
    heart = folder / "hr.csv"
    beats = [(7 * i, 58 + 4 * math.cos(i / 300) + (12 if 7 * i < 1800 else 0) + i % 5) for i in range(30 * EPOCHS // 7)]
    heart.write_text("t_s,bpm\n" + "".join(f"{t},{b:.0f}\n" for t, b in beats))
    return motion, heart


def rows(text):
    found = list(csv.DictReader(io.StringIO(text)))
    assert list(found[0]) == HEADER
    return found


def test_a_night_with_heart_rate_has_stages(program, tmp_path):
    motion, heart = made(tmp_path)
    found = rows(program.text("stage", "--heart-rate", heart, "--motion", motion, "--csv"))
    assert [float(row["t_s"]) for row in found] == [30 * i for i in range(EPOCHS)]
    for row in found:
        assert row["stage"] in ("awake", "light", "deep", "rem")
        assert abs(sum(float(row[c]) for c in HEADER[1:5]) - 1) < 1e-9
        assert row["asleep"] == ("0" if row["stage"] == "awake" else "1")
    awake = [row["stage"] == "awake" for row in found]
    assert sum(awake[:40]) > 30 and sum(awake[80:]) < 60


@pytest.mark.parametrize("scale", [0.1, 10])
def test_the_scale_of_the_counts_does_not_matter(program, tmp_path, scale):
    (one, heart), (other, _) = made(tmp_path), made(tmp_path, scale)
    tables = [program.text("stage", "--heart-rate", heart, "--motion", m, "--csv") for m in (one, other)]
    assert tables[0] == tables[1]


def test_motion_alone_has_no_stages(program, tmp_path):
    motion, _ = made(tmp_path)
    for row in rows(program.text("stage", "--motion", motion, "--csv")):
        assert row["stage"] in ("awake", "asleep") and row["p_wake"]
        assert row["p_light"] == row["p_deep"] == row["p_rem"] == ""


def test_json_names_method_and_confidence(program, tmp_path):
    motion, heart = made(tmp_path)
    found = program.json("stage", "--heart-rate", heart, "--motion", motion, "--lights-out", "300", "--json")
    assert found["tier"] == "heart-rate" and found["validated"] is True
    assert found["method"].startswith("nightjar-staging/") and 0 < found["confidence"]["value"] <= 1
    assert found["measures"]["sleep_onset_latency_min"] >= 0 and len(found["stage"]) == EPOCHS


def test_what_cannot_be_staged_is_refused(program, tmp_path):
    slow = tmp_path / "slow.csv"
    slow.write_text("t_s,count\n0,1\n60,2\n120,3\n")
    done = program.run("stage", "--motion", slow, "--csv")
    assert done.returncode == 1 and b"60.0 s" in done.stderr and done.stdout == b""
    assert program.run("stage", "--csv").returncode == 2
