"""Light, days by activity and chronotype of `nightjar days`, against the definitions on the files' own lines and pyActigraphy."""

import csv
import datetime
import io
import statistics
import warnings
import zipfile

from compare import answer, furthest, peer, same, table

LUMUS = "205_actlumus_Log_1020_20230904101707532.txt.zip"
LEVELS = (10, 250, 1000)


def rows(nightjar, data):
    return light(nightjar, data / "nights" / LUMUS) + [counts(nightjar, data / "agd" / "GT3XPlus-RawData-Day01.agd"),
                                                       chronotype(nightjar, data / "actiwatch" / "example_01.AWD")]


def own(path, column):
    """Lux of every epoch by its time."""
    with zipfile.ZipFile(path) as packed:
        lines = packed.read(packed.namelist()[0]).decode("latin-1").splitlines()
    head = next(place for place, line in enumerate(lines) if line.startswith("DATE/TIME"))
    for line in csv.DictReader(io.StringIO("\n".join(lines[head:])), delimiter=";"):
        yield datetime.datetime.strptime(line["DATE/TIME"], "%d/%m/%Y %H:%M:%S"), float(line[column])


def extreme(profile, hours, best):
    """The mean of the darkest or brightest hours of a mean day that goes round, and the second at which they begin."""
    width, step = hours * 3600 * len(profile) // 86400, 86400 // len(profile)
    sums = [0.0]
    for value in profile + profile:
        sums.append(sums[-1] + value)
    means = [(sums[start + width] - sums[start]) / width for start in range(len(profile))]
    value = best(means)
    return value, means.index(value) * step


def light(nightjar, path):
    found = answer(nightjar, "days", path, "--json")["light"]
    rows = []
    for field, column in (("lux", "LIGHT"), ("melanopic_edi", "MELANOPIC EDI")):
        values = list(own(path, column))
        days = {}
        for time, lux in values:
            days.setdefault(str(time.date()), []).append(lux)
        ours = [day[f"above_{level}_min"] for day in found[field]["days"] for level in LEVELS]
        theirs = [sum(lux > level for lux in day) / 6 for day in days.values() for level in LEVELS]
        rows.append(furthest(f"{field}, minutes above 10, 250, 1000", LUMUS, "the file's own lines", ours, theirs, 1e-6,
                             unit=" min"))
        whole = [day for day in days.values() if len(day) == 8640]
        profile = [statistics.fmean(day[place] for day in whole) for place in range(8640)]
        theirs = [extreme(profile, 5, min), extreme(profile, 10, max)]
        ours = [found[field]["l5"], found[field]["m10"]]
        rows.append(furthest(f"{field}, L5 and M10", LUMUS, "the definition", ours, [value for value, _ in theirs], 1e-6,
                             relative=True))
        if column == "LIGHT":
            rows += peers(values, whole, ours)
    return rows


def peers(values, whole, ours):
    """pyActigraphy's least and most of the whole days."""
    module, pandas = peer("pyActigraphy.light.light_metrics"), peer("pandas")
    if module is None or pandas is None:
        return []
    times = [time for time, _ in values]
    series = pandas.Series([lux for _, lux in values], index=times).asfreq("10s")
    days = [day for day, part in series.groupby(series.index.date) if part.count() == 8640]
    series = series[[day in set(days) for day in series.index.date]]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        theirs = [module._lmx(series, "5h", lowest=True)[1], module._lmx(series, "10h", lowest=False)[1]]
    return [furthest("lux, L5 and M10", LUMUS, "pyActigraphy 1.2.2", ours, theirs, 1e-6, relative=True)]


def counts(nightjar, path):
    """Minutes of each intensity by Troiano's limits on the minutes that ActiLife's counts come to; all of it was worn."""
    found = table(nightjar, "days", path, "--cut-points", "troiano-adult-hip", "--csv")
    minutes = {}
    for line in table(nightjar, "decode", path, "--csv"):
        minute = int(float(line["time_s"])) // 60
        minutes[minute] = minutes.get(minute, 0) + float(line["axis1"])
    slept = [(night["sleep_start_s"] // 60, night["sleep_end_s"] // 60)
             for night in answer(nightjar, "analyze", path, "--json") if night["sleep_start_s"]]
    theirs = {}
    for minute, count in minutes.items():
        if any(start <= minute < end for start, end in slept):
            continue
        day = theirs.setdefault(minute // 1440, [0, 0, 0, 0])
        day[3 if count >= 5999 else 2 if count >= 2020 else 1 if count >= 100 else 0] += 1
    ours = [round(float(line[name])) for line in found
            for name in ("sedentary_min", "light_min", "moderate_min", "vigorous_min")]
    return same("minutes of four intensities, a day", path.name, "the definition", ours,
                [value for day in sorted(theirs) for value in theirs[day]])


def chronotype(nightjar, path):
    """MSFsc and social jet lag by their formulas on the nights that are found."""
    found = answer(nightjar, "days", path, "--json")["chronotype"]
    work, free = [], []
    for night in answer(nightjar, "analyze", path, "--json"):
        if night["mid_sleep_h"] is None:
            continue
        middle = night["mid_sleep_h"] - (24 if night["mid_sleep_h"] > 12 else 0)
        day = datetime.date.fromisoformat(night["date"])
        (free if day.weekday() >= 5 else work).append((middle, night["sleep_period_min"] / 60))
    mean = lambda nights, place: statistics.fmean(night[place] for night in nights)
    week = (5 * mean(work, 1) + 2 * mean(free, 1)) / 7
    msf = mean(free, 0)
    theirs = [msf - max(0, mean(free, 1) - week) / 2, abs(msf - mean(work, 0))]
    return furthest("MSFsc and social jet lag", path.name, "the formulas (Roenneberg 2007, Wittmann 2006)",
                    [found["msf_sc_h"], found["social_jet_lag_h"]], theirs, 1e-9, unit=" h")
