"""Epoch metrics, counts, calibration and non-wear against references and peers."""

import collections
import csv
import datetime
import gzip
import json
import math
import pathlib
import tempfile

from compare import furthest, peer, row, table, text

AXES = ["count_x", "count_y", "count_z"]


def numbers(rows, name):
    return [float(line[name]) if line[name] else math.nan for line in rows]


def epochs(nightjar, path, hertz, seconds, metrics, *more):
    return table(nightjar, "epochs", path, "--rate", hertz, "--seconds", seconds, "--metrics", ",".join(metrics),
                 "--csv", *more)


def equal(output, data, reference, ours, theirs, note=None):
    """A row for whole numbers that must be equal; ours may have a partial epoch more at the end."""
    differ = sum(a != b for a, b in zip(ours, theirs))
    met = bool(theirs) and differ == 0 and len(theirs) <= len(ours) <= len(theirs) + 1
    return row(output, data, reference, f"{len(theirs) - differ} of {len(theirs)} equal", "all", met, note)


def counts_of(nightjar, path, hertz, seconds):
    return [tuple(int(line[axis]) for axis in AXES) for line in epochs(nightjar, path, hertz, seconds, AXES)]


def references(nightjar, oracle):
    """Results that were computed once and kept."""
    known = json.loads((oracle / "epoch_metrics_890s.json").read_text())
    wrist = oracle / "accel_100Hz_890s.csv.gz"
    for hertz, seconds, name in [(100, 1, "1s"), (100, 10, "10s"), (100, 30, "30s"), (100, 60, "60s"),
                                 (30, 10, "30Hz_10s"), (50, 10, "50Hz_10s")]:
        path = oracle / f"accel_{hertz}Hz_890s.csv.gz"
        yield equal(f"ActiGraph counts, {hertz} Hz, {seconds} s", path.name, "agcounts 0.2.6, kept",
                   counts_of(nightjar, path, hertz, seconds), [tuple(v) for v in known[f"agcounts_{name}"]])
    found = epochs(nightjar, wrist, 100, 5, ["enmo_g", "mad_g", "enmoa_g"])
    for column, name in [("enmo_g", "ENMO_5s_g"), ("mad_g", "MAD_5s_g"), ("enmoa_g", "ENMOa_5s_g")]:
        yield furthest(column, wrist.name, "definition in numpy", numbers(found, column), known[name], 1e-8, unit=" g")
    for column, name in [("enmo_g", "skdh_metric_enmo"), ("mad_g", "skdh_metric_mad")]:
        yield furthest(column, wrist.name, "scikit-digital-health, kept", numbers(found, column), known[name], 1e-8,
                       unit=" g")


def peers(nightjar, oracle):
    """Peers on the same files, at once."""
    numpy = peer("numpy")
    wrist = oracle / "accel_100Hz_890s.csv.gz"
    if not numpy:
        return
    raw = numpy.loadtxt(wrist, delimiter=",")
    if agcounts := peer("agcounts.extract"):
        for hertz in (30, 50, 100):
            path = oracle / f"accel_{hertz}Hz_890s.csv.gz"
            theirs = agcounts.get_counts(numpy.loadtxt(path, delimiter=","), freq=hertz, epoch=60, fast=True)
            yield equal(f"ActiGraph counts, {hertz} Hz, 60 s", path.name, "agcounts 0.2.6",
                       counts_of(nightjar, path, hertz, 60), [tuple(map(int, v)) for v in theirs])
    if metrics := peer("skdh.activity.metrics"):
        found = epochs(nightjar, wrist, 100, 5, ["hfen_g", "mims"])
        theirs = metrics.metric_hfen(raw, wlen=500, fs=100.0)
        yield furthest("hfen_g", wrist.name, "scikit-digital-health 0.17.18", numbers(found, "hfen_g")[:len(theirs)],
                       theirs, 1e-9, unit=" g")
    if signal := peer("scipy.signal"):
        found = epochs(nightjar, wrist, 100, 60, ["activity_index"])
        high = signal.sosfiltfilt(signal.butter(3, 0.25 * 2 / 100, "high", output="sos"), raw, axis=0)
        whole = range(0, len(high) - 5999, 6000)
        bai = [math.sqrt(high[first:first + 6000].var(axis=0).mean()) for first in whole]
        ours = numbers(found, "activity_index")[:len(bai)]
        yield furthest("activity_index", wrist.name, "definition in SciPy (Bai 2016)", ours, bai, 1e-9, unit=" g")
        if sleep := peer("skdh.sleep.utility"):
            theirs = list(sleep.compute_activity_index(100.0, raw))
            far = max(abs(a - b) for a, b in zip(ours, theirs))
            yield row("activity_index", wrist.name, "scikit-digital-health 0.17.18", f"largest difference {far:.3f} g",
                      "told only", None,
                      "compute_activity_index takes the variance over the three axes of each sample (axis=2 of windows "
                      "shaped epoch, sample, axis) where Bai takes it over time; with the axes right both are equal.")
        band = signal.sosfilt(signal.butter(4, [0.2 / 50, 5 / 50], "band", output="sos"), raw, axis=0)
        areas = [numpy.trapezoid(abs(band[first:first + 500]), dx=0.01, axis=0).sum() if hasattr(numpy, "trapezoid")
                 else numpy.trapz(abs(band[first:first + 500]), dx=0.01, axis=0).sum()
                 for first in range(0, len(band) - 499, 500)]
        ours = numbers(epochs(nightjar, wrist, 100, 5, ["mims"]), "mims")[:len(areas)]
        yield furthest("mims", wrist.name, "the published steps in SciPy", ours,
                       [0 if area <= 5e-4 else area for area in areas], 1e-9,
                       note="nothing was cut off in this file, so the extrapolation of peaks is not compared here.")


def calibration(nightjar, oracle, folder):
    """Offsets and scales put into generated recordings, from still windows of the reference."""
    known = json.loads((oracle / "autocalibration.json").read_text())
    with gzip.open(oracle / "calib_10s_means.csv.gz", "rt") as lines:
        means = [tuple(map(float, line.split(","))) for line in lines if line[0] in "-.0123456789"]
    path = folder / "still.csv"
    with open(path, "w") as out:
        for mean in means:
            for sample in range(100):
                # A tenth of a milligravity of noise that sums up to none.
                shake = 1e-4 if sample % 2 else -1e-4
                out.write(",".join(f"{value + shake:.7f}" for value in mean) + "\n")
    found = json.loads(text(nightjar, "epochs", path, "--rate", 10, "--seconds", 60, "--calibrate", "--json"))
    found = found["calibration"]
    for name in ("offset", "scale"):
        far = max(abs(a - b) for a, b in zip(found[name] or [9, 9, 9], known[f"true_{name}"]))
        yield row(f"calibration {name}", "calib_10s_means.csv.gz", "what was put in",
                  f"largest difference {far * 1000:.3f} mg", "0.3 mg", far < 3e-4)
    after = found["error_after_mg"] or 9
    yield row("calibration error left", "calib_10s_means.csv.gz",
              f"actipy {known['actipy']['CalibErrorAfter(mg)']:.3f}, van Hees {known['vanHees']['err_after_mg']:.3f} mg",
              f"{after:.3f} mg", "0.3 mg", after <= 0.3)


def minutes(stamp):
    start = datetime.datetime(2012, 6, 27, 10, 54)
    return int((datetime.datetime.strptime(stamp, "%Y-%m-%dT%H:%M:%SZ") - start).total_seconds() // 60)


def wear(nightjar, data):
    """ActiLife's own periods, for each of its parameter sets."""
    agd = data / "agd"
    golden = collections.defaultdict(list)
    with open(agd / "GT3XPlus-RawData-Day01-10sec60sec.csv") as lines:
        counts = "\n".join(line["axis1"] for line in csv.DictReader(lines))
    for name in ("Choi", "Troiano"):
        with open(agd / f"GT3XPlus-RawData-Day01-{name}-periods.csv") as lines:
            for line in csv.DictReader(lines):
                if line["wear"] != "FALSE":
                    continue
                words = ["--window", line["min_period_len"], "--spike", line["spike_tolerance"]]
                if name == "Choi":
                    words += ["--around", line["min_window_len"]]
                else:
                    words += ["--stop-level", line["spike_stoplevel"], "--threshold", line["activity_threshold"]]
                    words += [] if line["endat_nnz_seq"] == "TRUE" else ["--total-spikes"]
                golden[(name, *words)].append((minutes(line["period_start"]), minutes(line["period_end"])))
    for (name, *words), periods in golden.items():
        found = table(nightjar, "wear", "-", "--algorithm", name.lower(), *words, given=counts)
        yield equal(f"non-wear, {name} {' '.join(words)}", "GT3XPlus-RawData-Day01", "ActiLife 6",
                   [(int(line["start"]), int(line["end"])) for line in found], periods)


def rows(nightjar, data):
    oracle = data / "oracle"
    found = list(references(nightjar, oracle)) + list(peers(nightjar, oracle)) + list(wear(nightjar, data))
    with tempfile.TemporaryDirectory() as folder:
        found += calibration(nightjar, oracle, pathlib.Path(folder))
    walk = table(nightjar, "epochs", data / "cwa" / "openmovement_example-610-steps.cwa", "--seconds", 60, "--metrics",
                 "steps", "--csv")
    steps = sum(float(line["steps"] or 0) for line in walk)
    return found + [row("steps", "openmovement_example-610-steps.cwa", "610 walked, by the file's name",
                        f"{steps:.0f}", "5 %", abs(steps / 610 - 1) < 0.05)]
