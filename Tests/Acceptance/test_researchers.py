"""What researchers ask of a recording beside its nights: days, light, chronotype, oxygen."""

import csv
import io
import json

HEAD = ["date", "worn_h", "valid", "sleep_min", "sedentary_min", "light_min", "moderate_min", "vigorous_min", "mvpa_min"]


def test_days_lists_cut_points_by_age_place_and_source(program):
    words = program.text("days", "x", "--cut-points", "list")
    assert "hildebrand-child-wrist-actigraph" in words and "7 to 11 years, non-dominant wrist" in words
    assert "Hildebrand 2014 and 2017" in words


def test_oxygen_counts_dips_by_the_hour(program, tmp_path):
    path = tmp_path / "oxygen.csv"
    dips = {600 * dip + second for dip in range(1, 6) for second in range(15)}
    path.write_text("time_s,value\n" + "".join(f"{s},{92 if s in dips else 96}\n" for s in range(3600)))
    found = json.loads(program.text("oxygen", str(path), "--json"))
    assert found["odi3_per_h"] == found["odi4_per_h"] == 5 and found["nadir_percent"] == 92
    assert found["below_90_min"] == 0 and found["recorded_h"] == 1
    assert "odi3_per_h: 5.0" in program.text("oxygen", str(path))


def test_nights_have_ranges(program, recordings):
    nights = json.loads(program.text("analyze", str(recordings / "actiwatch" / "example_01.AWD"), "--json"))
    ranges = {one["figure"]: one for one in nights[3]["intervals"]}
    assert set(ranges) == {"total_sleep_min", "sleep_start_s", "sleep_end_s"}
    total = ranges["total_sleep_min"]
    assert total["low"] < 60 * nights[3]["total_sleep_time"] < total["high"] and total["level"] == 0.9


def test_light_and_chronotype_of_a_recording(program, recordings):
    file = recordings / "nights" / "205_actlumus_Log_1020_20230904101707532.txt.zip"
    found = json.loads(program.text("days", str(file), "--json"))
    assert {"lux", "melanopic_edi"} == set(found["light"]) and found["light"]["lux"]["l5"] is not None
    assert found["chronotype"]["free_nights"] >= 1 and found["chronotype"]["msf_sc_h"] is not None
    rows = list(csv.DictReader(io.StringIO(program.text("days", str(file), "--csv"))))
    assert len(rows) == 8 and float(rows[1]["lux_above_10_min"]) >= float(rows[1]["lux_above_1000_min"])


def test_days_of_counts_by_intensity(program, recordings):
    file = recordings / "agd" / "GT3XPlus-RawData-Day01.agd"
    rows = list(csv.DictReader(io.StringIO(program.text("days", str(file), "--csv"))))
    assert list(rows[0])[:9] == HEAD and [row["date"] for row in rows] == ["2012-06-27", "2012-06-28"]
    assert all(row["valid"] == "0" for row in rows)


def test_cut_points_of_another_measure_are_refused_and_other_counts_have_none(program, recordings):
    agd = recordings / "agd" / "GT3XPlus-RawData-Day01.agd"
    done = program.run("days", str(agd), "--cut-points", "hildebrand-adult-wrist-actigraph")
    assert done.returncode == 2 and b"counts_per_minute" in done.stderr
    found = json.loads(program.text("days", str(recordings / "actiwatch" / "example_01.AWD"), "--json"))
    assert found["days"] == [] and "no limits are published" in found["cut_points"]["reason"]
