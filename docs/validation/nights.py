#!/usr/bin/env python3
"""Compares nights from counts with the statistics that makers' software put into its exports, and with diaries.

usage: docs/validation/nights.py NIGHTJAR DATA > docs/validation/nights.json

What a comparison of parameters and a calibration on made holes showed is kept in the file: it is read from it and written back.
"""

import csv
import datetime
import json
import pathlib
import re
import statistics
import subprocess
import sys
import zipfile

KEPT = pathlib.Path(__file__).with_suffix(".json")


def seconds(text, form):
    return datetime.datetime.strptime(text, form).replace(tzinfo=datetime.timezone.utc).timestamp()


def actiware(path):
    """The sleep intervals of an export: onset, offset, minutes asleep (None where the table has none) and start of rest."""
    form, rests, sleeps, epochs = "%d/%m/%Y %H:%M:%S", [], [], {}
    for row in csv.reader(open(path, encoding="utf-8-sig", errors="replace")):
        if len(row) > 8 and row[0] in ("REST", "REPOS", "SLEEP", "SOMMEIL") and row[1].isdigit():
            times = [row[2], row[4], row[5], row[7]] if row[0] in ("REPOS", "SOMMEIL") else row[2:6]
            start, end = seconds(f"{times[0]} {times[1]}", form), seconds(f"{times[2]} {times[3]}", form)
            asleep = float(row[11]) if row[0] == "SLEEP" else None
            (rests if row[0].startswith("RE") else sleeps).append((start, end, asleep))
        elif len(row) > 9 and row[0].isdigit() and row[1].isdigit():
            epochs[seconds(f"{row[2]} {row[3]}", form)] = row[7]
    found = []
    for start, end, asleep in sleeps:
        if asleep is None:
            asleep = sum(epochs.get(start + 60 * minute) == "0" for minute in range(int((end - start) / 60)))
        found.append((start, end, asleep, min(rests, key=lambda rest: abs(rest[0] - start))[0]))
    return found


def condor(path):
    """Runs of rest and sleep by the recorder's states, less than an hour apart, with two hours of sleep at least."""
    lines = open(path, encoding="latin1").read().splitlines()
    head = next(place for place, line in enumerate(lines) if line.startswith("DATE/TIME"))
    rows = [line.split(";") for line in lines[head + 1:] if line]
    rows = [(seconds(row[0], "%d/%m/%Y %H:%M:%S"), row[-1]) for row in rows]
    runs = []
    for time, state in rows:
        if state in "12":
            if runs and time - runs[-1][-1][0] <= 3600:
                runs[-1].append((time, state))
            else:
                runs.append([(time, state)])
    found = []
    for run in runs:
        asleep = [time for time, state in run if state == "1"]
        if len(asleep) >= 120:
            found.append((asleep[0], asleep[-1] + 60, len(asleep), run[0][0]))
    return found


def sheet(path):
    """The nights of a diary in an OpenDocument sheet."""
    text = zipfile.ZipFile(path).read("content.xml").decode()
    for row in re.findall(r"<table:table-row.*?</table:table-row>", text, re.S):
        cells = [re.sub("<.*?>", "", cell) for cell in re.findall(r"<table:table-cell.*?(?:</table:table-cell>|/>)", row, re.S)]
        if cells and cells[0] == "NIGHT":
            start, end = (seconds(cell, "%Y-%m-%d %H:%M:%S") for cell in cells[1:3])
            yield start, end, None, None


def mornings(path):
    for row in csv.DictReader(open(path), delimiter=";"):
        if row["sleep"]:
            form = "%d.%m.%Y %H:%M"
            bed, end = seconds(row["sleep"], form), seconds(row["offset"], form)
            start = bed + 60 * float(row["sleepdelay"] or 0)
            yield start, end, (end - start) / 60 - float(row["awake_duration"] or 0), None


def spread(values):
    values = [value for value in values if value is not None]
    if not values:
        return "unknown"
    deviation = f" ± {statistics.stdev(values):.0f}" if len(values) > 1 else ""
    return f"{statistics.median(map(abs, values)):.1f}; {statistics.mean(values):.0f}{deviation}"


def main():
    nightjar, data = sys.argv[1:3]
    agd = "2012-06-28 00:03", "2012-06-28 07:38"
    agd = [(*(seconds(text, "%Y-%m-%d %H:%M") for text in agd), 442, None)]
    # Actiware's wall times are an hour ahead of the instants that the offset in the export makes of them.
    recordings = [
        ("Actiware, 60 s", "vendor", "actiwatch/test_sample.csv", -3600, actiware),
        ("Actiware, 30 s", "vendor", "actiwatch/test_sample_rpx_eng.csv", -3600, actiware),
        ("ActiLife, 10 s", "vendor", "agd/GT3XPlus-RawData-Day01.agd", 0, lambda path: agd),
        ("ActTrust, own states", "vendor", "nights/condor_Example_Log.txt", 0, condor),
        ("Actiwatch 4, diary", "diary", "actiwatch/example_01.AWD", 0,
         lambda path: list(sheet(path.replace(".AWD", "_sleepdiary.ods")))),
        ("ActLumus, diary", "diary", "nights/205_actlumus_Log_1020_20230904101707532.txt.zip", 0,
         lambda path: list(mornings(f"{data}/nights/205_sleepdiary_all_20230904.csv"))),
    ]
    rows, everyone = [], {"vendor": [], "diary": []}
    for name, kind, file, shift, known in recordings:
        out = subprocess.run([nightjar, "analyze", f"{data}/{file}", "--zone", "UTC", "--json"], check=True,
                             capture_output=True, text=True).stdout
        nights = [night for night in json.loads(out) if night["sleep_start_s"] is not None]
        sleeps = [(night["sleep_start_s"] - shift, night["sleep_end_s"] - shift, night) for night in nights]
        naps = [(nap["start_s"] - shift, nap["end_s"] - shift, None) for night in nights for nap in night["naps"]]
        errors, missed, met = [], 0, set()
        for start, end, asleep, rest in known(f"{data}/{file}"):
            own = max(sleeps + naps, key=lambda sleep: min(sleep[1], end) - max(sleep[0], start))
            if min(own[1], end) <= max(own[0], start):
                missed += 1
                continue
            met.add(own[:2])
            night = own[2]
            slept = None if asleep is None or night is None else 60 * night["total_sleep_time"] - asleep
            latency = night and night["sleep_onset_latency"]
            errors.append(((own[0] - start) / 60, (own[1] - end) / 60, slept,
                           None if latency is None or rest is None else latency - (start - rest) / 60))
        invented = sum(sleep[:2] not in met for sleep in sleeps)
        everyone[kind] += errors
        confidence = [night["confidence_score"] for night in nights]
        rows.append({"recording": name, "sleeps": len(errors) + missed, "missed": missed, "invented": invented}
                    | columns(errors) | {"confidence": f"{min(confidence):.2f} to {max(confidence):.2f}"})
    kinds = [kind for _, kind, *_ in recordings]
    for kind, errors in everyone.items():
        own = [row for row, of in zip(rows, kinds) if of == kind]
        total = {key: sum(row[key] for row in own) for key in ("sleeps", "missed", "invented")}
        rows.append({"recording": f"all of {kind}"} | total | columns(errors))
    kept = json.loads(KEPT.read_text()) if KEPT.exists() else {}
    json.dump(kept | {"against the makers and diaries": rows}, sys.stdout, indent=1, ensure_ascii=False)
    print()


def columns(errors):
    return {name: spread([error[place] for error in errors]) for place, name in
            enumerate(["onset, min", "offset, min", "total sleep, min", "latency, min"])}


if __name__ == "__main__":
    main()
