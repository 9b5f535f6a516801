"""Heart rhythm and load from files: what the columns and fields hold."""

import csv
import io
import math


def table(text):
    return list(csv.DictReader(io.StringIO(text)))


def rhythm(count):
    """A heart that breathes 15 times a minute."""
    series, time = [], 0.0
    for _ in range(count):
        series.append(850 + 45 * math.sin(2 * math.pi * 0.25 * time) + 15 * math.sin(2 * math.pi * 0.09 * time))
        time += series[-1] / 1000
    return series


def lines(values):
    return "".join(f"{value!r}\n" for value in values)


def test_variability_in_time_frequency_and_beyond(program):
    rr = rhythm(400)
    found = program.json("hrv", "-", "--json", input=lines(rr))
    steps = [b - a for a, b in zip(rr, rr[1:])]
    assert found["n"] == 400 and found["reasons"] == {}
    assert math.isclose(found["rmssd"], math.sqrt(sum(d * d for d in steps) / 399), rel_tol=1e-12)
    assert math.isclose(found["ln_rmssd"], math.log(found["rmssd"]), rel_tol=1e-12)
    assert found["hf"] == found["welch"]["hf"] > found["lf"] > 0
    assert math.isclose(found["lomb"]["hf"], found["hf"], rel_tol=0.4)
    assert abs(found["respiration"] - 15) < 1
    assert {"sampen", "dfa_a1", "dfa_a1_peng", "vlf", "lf_hf", "sd1", "sd2", "sdsd", "pnn50", "hr"} <= set(found)


def test_a_short_series_says_what_it_is_too_short_for(program):
    found = program.json("hrv", "-", "--json", input=lines(rhythm(60)))
    assert found["lf"] is None and found["reasons"]["lf"] == "needs 120 s of intervals"
    assert found["sampen"] is None and found["vlf"] is None and found["rmssd"] > 0
    assert program.json("hrv", "-", "--json", "--any-length", input=lines(rhythm(60)))["lf"] is not None


def test_corrected_beats_keep_their_index_and_their_time(program):
    rr = rhythm(200)
    rr[60:62] = [rr[60] + rr[61]]
    rr[120] -= 250
    rr[121] += 250
    rows = table(program.text("correct", "-", "--csv", input=lines(rr)))
    assert [row["label"] for row in rows if row["index"] == "60"] == ["missed", "missed"]
    assert [row["index"] for row in rows if row["label"] == "ectopic"] == ["120", "121"]
    assert math.isclose(sum(float(row["rr_ms"]) for row in rows), sum(rr), rel_tol=1e-12)


def test_beats_of_a_drawn_electrocardiogram(program):
    rate, beats, time = 250, [], 0.4
    while time < 30:
        beats.append(time)
        time += 0.9
    signal = [sum(math.exp(-((n / rate - b) / 0.011) ** 2 / 2) for b in beats if abs(n / rate - b) < 0.2)
              for n in range(31 * rate)]
    rows = table(program.text("beats", "-", "--rate", rate, "--csv", input=lines(signal)))
    assert len(rows) >= len(beats) - 1 and rows[0]["rr_ms"] == ""
    assert all(abs(float(row["rr_ms"]) - 900) < 2 and float(row["quality"]) > 0.5 for row in rows[1:])


def test_reading_joins_the_load(program):
    header = "t_s,hr_bpm,rmssd_ms,sdnn_ms,motion_g,reading_speed_wpm,error_rate,pause_per_min\n"
    body = "".join(f"{10 * n},{60 + n % 3},40,55,0.004,{119 if n > 60 else 238},0.05,3\n" for n in range(80))
    rows = table(program.text("load", "-", "--csv", input=header + body))
    assert len(rows) == 80 and list(rows[0])[:6] == ["t_s", "p", "load", "state", "confidence", "method"]
    assert float(rows[61]["load"]) > float(rows[60]["load"]) + 0.05
    alone = table(program.text("load", "-", "--csv", input="".join(
        ",".join(line.split(",")[:5]) + "\n" for line in (header + body).splitlines())))
    assert [row["p"] for row in alone] == [row["p"] for row in rows]
    assert all(float(row["confidence_behaviour"]) == 0 for row in alone)
