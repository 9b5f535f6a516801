#!/usr/bin/env python3
"""Compares the sleep that is found in the ActLumus recording with its wearer's morning diaries.

usage: docs/validation/diaries.py NIGHTJAR DATA > docs/validation/diaries.json
"""

import csv
import datetime
import json
import statistics
import subprocess
import sys
import zoneinfo

ZONE = "Europe/Berlin"
RECORDING = "205_actlumus_Log_1020_20230904101707532.txt.zip"
DIARY = "205_sleepdiary_all_20230904.csv"


def diaries(path):
    """Onset and offset of each morning, in minutes since 1970; onset is going to sleep plus the delay that was written."""
    zone = zoneinfo.ZoneInfo(ZONE)
    instant = lambda text: datetime.datetime.strptime(text, "%d.%m.%Y %H:%M").replace(tzinfo=zone)
    found = {}
    for line in csv.DictReader(open(path), delimiter=";"):
        if line["sleep"]:
            end = instant(line["offset"])
            start = instant(line["sleep"]).timestamp() / 60 + float(line["sleepdelay"] or 0)
            found[end.date().isoformat()] = (start, end.timestamp() / 60)
    return found


def figure(values):
    return {"median": statistics.median(values), "least": min(values), "most": max(values),
            "mean": round(statistics.mean(values), 1)}


def main():
    nightjar, data = sys.argv[1:3]
    known = diaries(f"{data}/nights/{DIARY}")
    out = subprocess.run([nightjar, "analyze", f"{data}/nights/{RECORDING}", "--zone", ZONE, "--json"], check=True,
                         capture_output=True, text=True).stdout
    nights = [night for night in json.loads(out) if night["date"] in known and night["sleep_start_s"] is not None]
    rows = []
    for night in nights:
        start, end = known[night["date"]]
        rows.append({"night": night["date"], "onset minus diary, min": round(night["sleep_start_s"] / 60 - start),
                     "offset minus diary, min": round(night["sleep_end_s"] / 60 - end)})
    everyone = list(known.values())
    start = statistics.median((a % 1440) for a, _ in everyone)
    same = [abs((a % 1440) - start) for a, _ in everyone]
    columns = ("onset minus diary, min", "offset minus diary, min")
    json.dump({
        "title": "When sleep begins and ends, against diaries",
        "data": "one ActLumus recording with 7 morning diaries (LightLogR, MIT licence)", "people": 1,
        "method": nights[0]["algorithm"] if nights else None,
        "interval": "none: one person; the range is given",
        "baseline": f"the wearer's median onset every night would be off by {statistics.median(same):.0f} min (median), "
                    f"{max(same):.0f} min at most",
        "command": "docs/validation/diaries.py NIGHTJAR DATA",
        "nights found": f"{len(nights)} of {len(known)}",
        "differences": {column: figure([row[column] for row in rows]) for column in columns},
        "nights": rows,
    }, sys.stdout, indent=1)
    print()


if __name__ == "__main__":
    main()
