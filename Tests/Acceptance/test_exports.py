"""Exports opened by readers that are not ours and compared with the store's own values, one by one.

Each folder in NIGHTJAR_EXPORTS (else out/exports, which the Swift tests fill) holds one export in all formats: .edf,
.csv, .manifest.json, and the .json that says what the store holds.
"""

import hashlib
import json
import os
import pathlib

import mne
import numpy
import pandas
import pyedflib
import pytest

ROOT = pathlib.Path(os.environ.get("NIGHTJAR_EXPORTS", pathlib.Path(__file__).parents[2] / "out" / "exports"))
FOLDERS = sorted(path for path in ROOT.glob("*") if path.is_dir())

MISSING = -32768


def test_there_are_exports_to_read():
    assert FOLDERS, f"no export in {ROOT}: run the Swift tests first"


@pytest.fixture(scope="module", params=FOLDERS, ids=lambda path: path.name)
def folder(request):
    return request.param


def only(folder, suffix):
    found = [path for path in sorted(folder.iterdir()) if path.name.endswith(suffix)]
    assert len(found) == 1, f"{suffix}: {found}"
    return found[0]


@pytest.fixture(scope="module")
def truth(folder):
    path = [path for path in folder.glob("*.json") if not path.name.endswith(".manifest.json")]
    assert len(path) == 1
    return json.loads(path[0].read_text())


def column(values):
    return numpy.array([numpy.nan if v is None else v for v in values], dtype=float)


@pytest.fixture(scope="module")
def edf(folder):
    reader = pyedflib.EdfReader(str(only(folder, ".edf")))
    yield reader
    reader.close()


def start_of(edf, truth):
    """The start of the file in UTC seconds, from the recording field."""
    extra = edf.getRecordingAdditional()
    extra = extra.decode() if isinstance(extra, bytes) else extra
    stamp = next(word for word in extra.split() if word.endswith("Z"))
    return pandas.Timestamp(stamp).timestamp()


def test_pyedflib_reads_start_and_zone(edf, truth):
    start = start_of(edf, truth)
    assert start <= truth["start_s"] < start + 60
    local = pandas.Timestamp(start, unit="s", tz=truth["zone"])
    assert edf.getStartdatetime() == local.tz_localize(None).to_pydatetime()
    assert edf.getStartdatetime().microsecond == 0


def compare(edf, truth, label, times, values):
    index = edf.getSignalLabels().index(label)
    header = edf.getSignalHeader(index)
    digital = edf.readSignal(index, digital=True)
    physical = edf.readSignal(index)
    rate = len(digital) / edf.getFileDuration()
    slots = numpy.floor((numpy.array(times) - start_of(edf, truth)) * rate + 1e-6).astype(int)
    known = ~numpy.isnan(values)
    step = (header["physical_max"] - header["physical_min"]) / 65535
    assert known.any()
    numpy.testing.assert_allclose(physical[slots[known]], values[known], atol=step / 2 + 1e-6, rtol=0)
    filled = numpy.zeros(len(digital), bool)
    filled[slots[known]] = True
    assert (digital[filled] != MISSING).all()
    assert (digital[~filled] == MISSING).all(), "a value was made up"


@pytest.mark.parametrize(
    "label,name,scale",
    [("ENMO", "enmo_g", 1000), ("MAD", "mad_g", 1000), ("Angle z", "angle_z_deg", 1), ("HR", "heart_rate_bpm", 1)],
)
def test_pyedflib_reads_every_epoch(edf, truth, label, name, scale):
    epochs = truth["epochs"]
    values = column(epochs[name]) * scale
    if numpy.isnan(values).all():
        assert label not in edf.getSignalLabels()
        return
    compare(edf, truth, label, epochs["time_s"], values)


def test_pyedflib_reads_every_count(edf, truth):
    activity = truth["activity"]
    if activity["time_s"]:
        compare(edf, truth, "Activity", activity["time_s"], column(activity["count"]))
    else:
        assert "Activity" not in edf.getSignalLabels()


@pytest.mark.parametrize("label,name", [("Load", "load"), ("Load confidence", "confidence"), ("RMSSD", "rmssd_ms")])
def test_pyedflib_reads_every_load_reading(edf, truth, label, name):
    load = truth["load"]
    if not load["time_s"]:
        assert label not in edf.getSignalLabels()
        return
    values = column(load[name])
    if name == "load":
        values[column(load["stale"]) == 1] = numpy.nan
    compare(edf, truth, label, load["time_s"], values)


def test_pyedflib_reads_the_tachogram(edf, truth):
    beats = truth["beats"]
    if not beats["time_s"]:
        assert "RR" not in edf.getSignalLabels()
        return
    index = edf.getSignalLabels().index("RR")
    values = edf.readSignal(index)
    digital = edf.readSignal(index, digital=True)
    start = start_of(edf, truth)
    expected = numpy.full(len(values), numpy.nan)
    for time, rr, label in zip(beats["time_s"], beats["rr_ms"], beats["label"]):
        if label not in ("normal", "after_gap"):
            continue
        first = int(numpy.ceil((time - rr / 1000 - start) * 4 - 1e-6))
        end = int(numpy.ceil((time - start) * 4 - 1e-6))
        for slot in range(max(first, 0), min(end, len(values))):
            if numpy.isnan(expected[slot]):
                expected[slot] = rr
    known = ~numpy.isnan(expected)
    numpy.testing.assert_allclose(values[known], expected[known], atol=0.02)
    assert (digital[~known] == MISSING).all()


def sleep_runs(truth):
    states = truth["states"]
    texts = {
        "awake": "Sleep stage W",
        "asleep": "Asleep (actigraphy)",
        "unknown": "Sleep stage ?",
        "not_worn": "Not worn",
    }
    runs = []
    for index, state in enumerate(states["state"]):
        time = states["start_s"] + index * states["seconds"]
        if runs and runs[-1][2] == texts[state]:
            runs[-1][1] += states["seconds"]
        else:
            runs.append([time, states["seconds"], texts[state]])
    return runs


def test_pyedflib_reads_states_losses_and_origin(edf, truth):
    onsets, durations, texts = edf.readAnnotations()
    start = start_of(edf, truth)
    found = [[start + o, d, t] for o, d, t in zip(onsets, durations, texts)]
    states = [f for f in found if f[2] in {"Sleep stage W", "Asleep (actigraphy)", "Sleep stage ?", "Not worn"}]
    expected = sleep_runs(truth)
    assert [s[2] for s in states] == [e[2] for e in expected]
    numpy.testing.assert_allclose([s[:2] for s in states], [e[:2] for e in expected], atol=1e-3)
    losses = [f for f in found if f[2].startswith("Loss: ")]
    assert len(losses) == len(truth["losses"])
    for loss in truth["losses"]:
        same = [f for f in losses if f"Loss: {loss['cause']}" in f[2] and loss["detail"] in f[2]]
        assert same, loss
        if loss["start_s"] is not None and loss["start_s"] >= truth["start_s"]:
            assert any(abs(f[0] - loss["start_s"]) < 1e-3 for f in same)
    opening = [f[2] for f in found if abs(f[0] - start) < 1e-6]
    assert any(f"[{truth['zone']}]" in text for text in opening)
    assert any(text.startswith("Synthetic data") for text in opening) == truth["synthetic"]
    assert ("synthetic" in str(edf.getRecordingAdditional())) == truth["synthetic"]


def test_mne_reads_the_same(folder, truth):
    raw = mne.io.read_raw_edf(only(folder, ".edf"), preload=False, verbose="error")
    assert raw.annotations is not None
    texts = [a["description"] for a in raw.annotations]
    assert texts.count("Asleep (actigraphy)") == sum(r[2] == "Asleep (actigraphy)" for r in sleep_runs(truth))
    span = raw.n_times / raw.info["sfreq"]
    assert span >= truth["end_s"] - truth["start_s"] - 1
    if "ENMO" in raw.ch_names:
        epochs = truth["epochs"]
        raw = mne.io.read_raw_edf(only(folder, ".edf"), include=["ENMO"], preload=True, verbose="error")
        values = raw.get_data()[0]
        rate = raw.info["sfreq"]
        expected = column(epochs["enmo_g"]) * 1000
        start = truth["start_s"]
        slots = numpy.floor((numpy.array(epochs["time_s"]) - start) * rate + 1e-6).astype(int)
        known = ~numpy.isnan(expected) & (slots >= 0)
        numpy.testing.assert_allclose(values[slots[known]], expected[known], atol=0.02)


def read_csv(folder, name):
    path = [p for p in folder.iterdir() if p.name.endswith(f".{name}.csv")]
    if not path:
        return None
    table = pandas.read_csv(path[0], comment="#", keep_default_na=True, dtype={"reasons": str})
    if "time" in table:
        bare = table["time"].str.replace(r" \[.*\]$", "", regex=True)
        table["time_s"] = pandas.to_datetime(bare, format="%Y-%m-%d %H:%M:%S.%f%z", utc=True).astype("int64")
        unit = 1e9 if table["time_s"].max() > 1e17 else 1e6
        table["time_s"] = table["time_s"] / unit
    return table


@pytest.mark.parametrize("name,columns", [
    ("epochs", ["samples", "enmo_g", "mad_g", "angle_z_deg", "beats", "heart_rate_bpm"]),
    ("activity", ["count"]),
    ("beats", ["rr_ms"]),
    ("load", ["load", "confidence", "stale", "heart_rate_bpm", "rmssd_ms", "sdnn_ms", "motion_g"]),
])
def test_pandas_reads_every_number(folder, truth, name, columns):
    table = read_csv(folder, name)
    if table is None:
        assert not truth[name]["time_s"]
        return
    numpy.testing.assert_allclose(table["time_s"], truth[name]["time_s"], atol=2e-6, rtol=0)
    for key in columns:
        numpy.testing.assert_array_equal(table[key].to_numpy(float), column(truth[name][key]), err_msg=key)


def test_pandas_reads_labels_states_and_losses(folder, truth):
    for name, column_name in [("beats", "label"), ("states", "state")]:
        table = read_csv(folder, name)
        assert ([] if table is None else list(table[column_name])) == truth[name][column_name]
    losses = read_csv(folder, "losses")
    assert list(losses["cause"]) == [loss["cause"] for loss in truth["losses"]]
    assert list(losses["count"]) == [loss["count"] for loss in truth["losses"]]


def test_wall_time_is_unambiguous(folder, truth):
    table = read_csv(folder, "epochs")
    if table is None:
        assert not truth["epochs"]["time_s"]
        return
    zone = table["time"].str.extract(r"\[(.*)\]$")[0].unique()
    assert list(zone) == [truth["zone"]]
    local = pandas.to_datetime(table["time_s"], unit="s", utc=True).dt.tz_convert(truth["zone"])
    assert list(local.dt.strftime("%Y-%m-%d %H:%M:%S")) == list(table["time"].str[:19])


def test_manifest_digests_and_counts(folder, truth):
    manifest = json.loads(only(folder, ".manifest.json").read_text())
    assert manifest["synthetic"] == truth["synthetic"]
    for entry in manifest["files"]:
        data = (folder / entry["name"]).read_bytes()
        assert len(data) == entry["bytes"]
        assert hashlib.sha256(data).hexdigest() == entry["sha256"]
        for name, count in entry["counts_out"].items():
            if name in ("epochs", "activity", "states", "load", "losses"):
                assert count == manifest["counts_in"][name]
