#!/usr/bin/env python3
"""Calibrates and checks the 90 % intervals of nights from counts, on sleeps with a known total, whole and with made loss.

usage: docs/validation/intervals.py NIGHTJAR DATA > docs/validation/intervals.json

Each recording is read as it is and with rows taken out: for every sleep one hole at a random place of the sleep or the two
hours beside it, in three lengths, several times. What is lost is what the program says of each night. In each stratum of loss the 90 % quantile of the
absolute error is taken (split conformal, with the rank for one more night), and checked on the recording that was left out.
The words and what is said of stages are kept in the file: they are read from it and written back.
"""

import datetime
import json
import math
import pathlib
import random
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import zipfile

from nights import actiware, condor, mornings

STRATA = [(0, 0.5, "nothing"), (0.5, 30, "up to 30 min"), (30, 90, "30 to 90 min"), (90, math.inf, "more than 90 min")]
KEPT = pathlib.Path(__file__).with_suffix(".json")
LENGTHS = [None, (2, 30), (30, 90), (90, 240)]
DRAWS = 4
FIGURES = ["total sleep", "onset", "offset"]


def at(text):
    """A time of an export as seconds; None for what is none."""
    try:
        return datetime.datetime.strptime(text, "%d/%m/%Y %H:%M:%S").replace(tzinfo=datetime.timezone.utc).timestamp()
    except ValueError:
        return None


def without(path, holes, folder):
    """A copy of the recording without what lies in one of `holes`."""
    gone = lambda time: time is not None and any(start <= time < end for start, end in holes)
    if path.suffix == ".agd":
        copy = folder / "hole.agd"
        copy.write_bytes(path.read_bytes())
        with sqlite3.connect(copy) as base:
            tick = lambda time: int((time + 62135596800) * 10_000_000)
            for start, end in holes:
                base.execute("DELETE FROM data WHERE dataTimestamp >= ? AND dataTimestamp < ?", (tick(start), tick(end)))
        return copy
    data = path.read_bytes()
    if path.suffix == ".zip":
        with zipfile.ZipFile(path) as packed:
            data = packed.read(packed.namelist()[0])
    kept = []
    for line in data.decode("latin-1").split("\n"):
        cells = line.replace('"', "").split("," if path.suffix == ".csv" else ";")
        if path.suffix == ".csv":
            is_epoch = len(cells) > 9 and cells[0].isdigit() and cells[1].isdigit()
            time = at(f"{cells[2]} {cells[3]}") if is_epoch else None
        else:
            time = at(cells[0])
        if not gone(time):
            kept.append(line)
    copy = folder / ("hole" + (".csv" if path.suffix == ".csv" else ".txt"))
    copy.write_bytes("\n".join(kept).encode("latin-1"))
    return copy


def errors(nightjar, path, sleeps, shift):
    out = subprocess.run([nightjar, "analyze", str(path), "--zone", "UTC", "--json"], capture_output=True, text=True)
    if out.returncode:
        return
    found = [night for night in json.loads(out.stdout) if night["sleep_start_s"] is not None]
    for start, end, asleep, _ in sleeps:
        if not found or asleep is None:
            continue
        own = max(found, key=lambda night: min(night["sleep_end_s"] - shift, end) - max(night["sleep_start_s"] - shift, start))
        ours = own["sleep_start_s"] - shift, own["sleep_end_s"] - shift
        if min(ours[1], end) <= max(ours[0], start) or own["total_sleep_time"] is None:
            continue
        parts = own["confidence"]
        yield {"lost": parts["expected_error_min"] - 90 * (1 - parts["agreement"]),
               "total sleep": asleep - 60 * own["total_sleep_time"],
               "onset": (start - ours[0]) / 60, "offset": (end - ours[1]) / 60}


def stratum(lost):
    return next(place for place, (low, high, _) in enumerate(STRATA) if low <= max(0, lost) < high)


def half(values):
    """What 90 % of errors stay within, by the rank that is right for one more night."""
    ordered = sorted(map(abs, values))
    return ordered[min(math.ceil(0.9 * (len(ordered) + 1)), len(ordered)) - 1]


def main():
    nightjar, data = sys.argv[1], pathlib.Path(sys.argv[2])
    clock = lambda text: datetime.datetime.fromisoformat(text + "+00:00").timestamp()
    agd = [(clock("2012-06-28T00:03"), clock("2012-06-28T07:38"), 442, None)]
    recordings = [
        ("Actiware, 60 s", "actiwatch/test_sample.csv", -3600, actiware),
        ("Actiware, 30 s", "actiwatch/test_sample_rpx_eng.csv", -3600, actiware),
        ("ActiLife, 10 s", "agd/GT3XPlus-RawData-Day01.agd", 0, lambda path: agd),
        ("ActTrust", "nights/condor_Example_Log.txt", 0, condor),
        ("ActLumus, diary", "nights/205_actlumus_Log_1020_20230904101707532.txt.zip", 0,
         lambda path: list(mornings(f"{data}/nights/205_sleepdiary_all_20230904.csv")))]
    rng, rows = random.Random(15), []
    for name, file, shift, known in recordings:
        sleeps = known(f"{data}/{file}")
        for length in LENGTHS:
            for _ in range(DRAWS if length else 1):
                holes = []
                for start, end, *_ in sleeps if length else []:
                    minutes = rng.uniform(*length)
                    first = rng.uniform(start - 7200, end + 7200 - 60 * minutes)
                    holes.append((first, first + 60 * minutes))
                with tempfile.TemporaryDirectory() as folder:
                    path = without(data / file, holes, pathlib.Path(folder))
                    rows += [row | {"of": name} for row in errors(nightjar, path, sleeps, shift)]
    table = []
    for figure in FIGURES:
        for place, (_, _, words) in enumerate(STRATA):
            own = [row for row in rows if stratum(row["lost"]) == place]
            inside = []
            for left in {row["of"] for row in own}:
                bound = half(row[figure] for row in own if row["of"] != left)
                inside += [abs(row[figure]) <= bound for row in own if row["of"] == left]
            table.append({"figure": figure, "lost or in doubt": words, "nights": len(own),
                          "half of the width, min": round(half(row[figure] for row in own), 1),
                          "inside, recording left out": round(statistics.mean(inside), 3)})
    kept = json.loads(KEPT.read_text()) if KEPT.exists() else {}
    json.dump(kept | {"of nights from counts": table}, sys.stdout, indent=1, ensure_ascii=False)
    print()


if __name__ == "__main__":
    main()
