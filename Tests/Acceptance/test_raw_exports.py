"""Raw signals in exports, opened by readers that are not ours and compared value by value with what was recorded: made ones
(out/raw-exports, which the Swift tests fill) with a hole, a rate of 98.8 Hz and a night on which the clock goes back, and a
real recorder's file, whose samples are unpacked here."""

import hashlib
import json
import os
import pathlib

import mne
import numpy
import pandas
import pyedflib
import pytest

ROOT = pathlib.Path(os.environ.get(
    "NIGHTJAR_RAW_EXPORTS", pathlib.Path(__file__).parents[2] / "out" / "raw-exports"))
MISSING = -32768


class Edf:
    """An EDF+ file as pyEDFlib reads it."""

    def __init__(self, path):
        reader = pyedflib.EdfReader(str(path))
        try:
            self.start = reader.getStartdatetime()
            self.seconds = reader.getFileDuration()
            self.labels = reader.getSignalLabels()
            self.units = [reader.getPhysicalDimension(n) for n in range(len(self.labels))]
            self.rates = [reader.getSampleFrequency(n) for n in range(len(self.labels))]
            self.signals = [(reader.readSignal(n), reader.readSignal(n, digital=True)) for n in range(len(self.labels))]
            self.notes = list(zip(*reader.readAnnotations()))
        finally:
            reader.close()

    def kept(self, number):
        """Places and values of what was recorded."""
        physical, digital = self.signals[number]
        places = numpy.flatnonzero(digital != MISSING)
        return places, physical[places]


def only(folder, suffix):
    path, = [path for path in sorted(folder.iterdir()) if path.name.endswith(suffix)]
    return path


def table(path):
    found = pandas.read_csv(path, comment="#")
    bare = found.pop("time").str.replace(r" \[.*\]$", "", regex=True)
    at = pandas.to_datetime(bare, format="%Y-%m-%d %H:%M:%S.%f%z", utc=True)
    return (at - pandas.Timestamp(0, tz="UTC")).dt.total_seconds().to_numpy(), found.to_numpy(numpy.float32)


@pytest.fixture(scope="module")
def made():
    assert ROOT.is_dir(), f"no export in {ROOT}: run the Swift tests first"
    return ROOT


def truth(folder, channel):
    rows = numpy.loadtxt(folder / f"truth.{channel}", delimiter=",", dtype=str, ndmin=2)
    return rows[:, 0].astype(numpy.int64), rows[:, 1:].astype(numpy.float32)


def test_pyedflib_reads_every_made_sample_in_its_place(made):
    edf = Edf(only(made, ".raw.edf"))
    start = pandas.Timestamp("2026-10-25 01:00:00+01:00").timestamp()
    assert str(edf.start) == "2026-10-25 01:00:00"
    times, values = truth(made, "acceleration")
    assert edf.labels[:3] == ["Acceleration x", "Acceleration y", "Acceleration z"] and edf.units[:3] == ["g"] * 3
    assert edf.rates[0] == pytest.approx(98.8, abs=1e-4)
    for axis in range(3):
        places, found = edf.kept(axis)
        numpy.testing.assert_array_equal(found, values[:, axis])
        late = places / edf.rates[axis] - (times / 1e9 - start)
        assert abs(late).max() * edf.rates[axis] < 1.01
    hole = next(note for note in edf.notes if note[2] == "No data: acceleration")
    gap = numpy.argmax(numpy.diff(times))
    assert hole[0] == pytest.approx(times[gap] / 1e9 - start, abs=0.02)
    assert float(hole[1]) == pytest.approx((times[gap + 1] - times[gap]) / 1e9, abs=0.02)
    assert any(at == 3600 and text == "Clock change: wall time moves by -60 min" for at, _, text in edf.notes)
    numpy.testing.assert_array_equal(edf.kept(3)[1], truth(made, "temperature")[1][:, 0])


def test_mne_reads_the_same(made):
    path = only(made, ".raw.edf")
    edf = Edf(path)
    raw = mne.io.read_raw_edf(path, include=["Acceleration y"], preload=True, verbose="error")
    assert raw.info["sfreq"] == pytest.approx(edf.rates[1])
    kept = edf.kept(1)[0]
    numpy.testing.assert_allclose(raw.get_data()[0][kept], edf.signals[1][0][kept], atol=1e-9)
    assert "No data: acceleration" in set(raw.annotations.description)


def test_pandas_reads_every_made_sample_across_the_change_of_the_clock(made):
    for channel in ["acceleration", "temperature"]:
        times, values = truth(made, channel)
        seconds, found = table(only(made, f".raw.{channel}.csv"))
        numpy.testing.assert_array_equal(found, values)
        numpy.testing.assert_allclose(seconds, times / 1e9, atol=1.3e-6, rtol=0)


def unpacked(path):
    """The packed samples of an Axivity file, in its order, in g."""
    content = path.read_bytes()
    found = []
    for offset in range(1024, len(content) - 511, 512):
        block = content[offset:offset + 512]
        if block[:2] != b"AX":
            continue
        assert block[25] == 0x30, "not packed"
        count = int.from_bytes(block[28:30], "little")
        words = numpy.frombuffer(block, "<u4", count, 30)
        step = (1 << (words >> 30).astype(numpy.int64)) / 256
        axes = [((words << (22 - 10 * axis)).astype(numpy.uint32).view(numpy.int32) >> 22) * step for axis in range(3)]
        found.append(numpy.stack(axes, axis=1))
    return numpy.concatenate(found)


@pytest.fixture(scope="module")
def tool(nightjar, tmp_path_factory):
    from program import Program
    return Program(nightjar, tmp_path_factory.mktemp("home"))


def export(tool, *words):
    folder = tool.home / f"export-{len(list(tool.home.iterdir()))}"
    tool.json("export", *words, "-o", f"{folder}/", "--json")
    manifest = json.loads(only(folder, ".manifest.json").read_text())
    out = {}
    for entry in manifest["files"]:
        content = (folder / entry["name"]).read_bytes()
        assert (len(content), hashlib.sha256(content).hexdigest()) == (entry["bytes"], entry["sha256"])
        for name, count in entry["counts_out"].items():
            out[name] = out.get(name, 0) + count
    counts = {name: count for name, count in manifest["counts_in"].items() if name.startswith("raw_")}
    assert counts and {name: out[name] for name in counts} == counts
    return folder


def test_a_real_walk_is_taken_home_whole(tool, recordings):
    walk = recordings / "cwa" / "openmovement_example-610-steps.cwa"
    expected = unpacked(walk)
    edf = Edf(only(export(tool, walk, "--signals", "raw", "--format", "edf"), ".raw.edf"))
    seconds, values = table(only(
        export(tool, walk, "--signals", "raw", "--format", "csv"), ".raw.acceleration.csv"))
    numpy.testing.assert_array_equal(values, expected.astype(numpy.float32))
    start = pandas.Timestamp(edf.start, tz="UTC").timestamp()
    for axis in range(3):
        places, found = edf.kept(axis)
        numpy.testing.assert_array_equal(found, expected[:, axis])
        # Its clock is this much faster and slower within ten minutes.
        assert abs(places / edf.rates[axis] - (seconds - start)).max() < 0.05
    assert {"light", "temperature"} <= set(edf.labels)


def test_all_is_both_and_a_rate_is_a_choice(tool, recordings):
    walk = recordings / "cwa" / "openmovement_example-610-steps.cwa"
    folder = export(tool, walk, "--signals", "all", "--rate", "50", "--format", "edf")
    assert sorted(path.name.split(".", 1)[1] for path in folder.iterdir()) == ["edf", "manifest.json", "raw.edf"]
    assert Edf(only(folder, ".raw.edf")).rates[0] == 50


def test_what_has_no_place_for_raw_signals_says_so(tool, recordings):
    walk = recordings / "cwa" / "openmovement_example-610-steps.cwa"
    done = tool.run("export", walk, "--signals", "raw", "--format", "json")
    assert done.returncode != 0 and b"edf or csv" in done.stderr
    assert tool.run("export", walk, "--rate", "50").returncode == 2


@pytest.mark.parametrize("name", [
    "ggirread_ax6_testfile.cwa", "ggirread_ax3_corrupt_blocks_0_13_14_142_143_144.cwa"])
def test_other_recordings_say_the_same_in_both_formats(tool, recordings, name):
    file = recordings / "cwa" / name
    edf = Edf(only(export(tool, file, "--signals", "raw", "--format", "edf"), ".raw.edf"))
    folder = export(tool, file, "--signals", "raw", "--format", "csv")
    _, values = table(only(folder, ".raw.acceleration.csv"))
    for axis in range(3):
        _, found = edf.kept(axis)
        step = (edf.signals[axis][0].max() or 1) / 32000
        numpy.testing.assert_allclose(found, values[:, axis], atol=2 ** -11, rtol=0)
        assert len(found) == len(values) > 0 and step >= 0


def zoned(text):
    """A time as the program of UK Biobank reads it."""
    bare, zone = text[:-1].split(" [")
    return pandas.to_datetime(bare, utc=True).tz_convert(zone)


def test_the_dialect_of_pyactigraphy_is_even_and_in_mg(tool, recordings):
    walk = recordings / "cwa" / "openmovement_example-610-steps.cwa"
    folder = tool.home / "pyactigraphy"
    words = "export", walk, "--zone", "Europe/London", "--format", "csv", "-o", f"{folder}/"
    tool.json(*words, "--dialect", "pyactigraphy", "--json")
    found = pandas.read_csv(only(folder, "-timeSeries.csv"))
    found.index = pandas.DatetimeIndex([zoned(text) for text in found.pop("time")])
    assert found.index.inferred_freq == "5s" and str(found.index.tz) == "Europe/London"
    tool.json(*words, "--json")
    enmo = pandas.read_csv(only(folder, ".epochs.csv"), comment="#")["enmo_g"]
    numpy.testing.assert_allclose(found["acc"], enmo * 1000)


def test_the_dialect_of_ggir_is_what_its_call_says(tool, recordings):
    walk = recordings / "cwa" / "openmovement_example-610-steps.cwa"
    folder = tool.home / "ggir"
    tool.json("export", walk, "--format", "csv", "--dialect", "ggir", "-o", f"{folder}/", "--json")
    call = only(folder, ".ggir.R").read_text()
    for words in ["rmc.firstrow.acc = 2", "rmc.col.time = 1", "rmc.col.acc = 2:4", 'rmc.unit.time = "UNIXsec"']:
        assert words in call
    found = numpy.loadtxt(only(folder, ".ggir.csv"), delimiter=",", skiprows=1)
    numpy.testing.assert_array_equal(found[:, 1:], unpacked(walk))
    assert 0 < numpy.diff(found[:, 0]).max() < 1
    assert tool.run("export", walk, "--format", "edf", "--dialect", "ggir").returncode == 2
