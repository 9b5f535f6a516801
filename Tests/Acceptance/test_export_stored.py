"""What `nightjar export` writes of what is stored, opened by other programs and compared with the store itself."""

import hashlib
import json
import sqlite3

import mne
import numpy
import pandas
import pyedflib
import pytest

MISSING = -32768
WEEK = "nights/205_actlumus_Log_1020_20230904101707532.txt.zip"
DAY = "agd/GT3XPlus-RawData-Day01.agd"


@pytest.fixture(scope="module")
def tool(nightjar, tmp_path_factory):
    from program import Program
    return Program(nightjar, tmp_path_factory.mktemp("home"))


@pytest.fixture(scope="module")
def store(tool, recordings):
    """A store with a day of an ActiGraph, a week of an ActLumus and a walk with an AX3."""
    folder = tool.home / "store"
    for name, zone in [(DAY, "America/Chicago"), (WEEK, "Europe/Berlin"),
                       ("cwa/openmovement_example-610-steps.cwa", "Europe/London")]:
        assert tool.json("import", recordings / name, "--data", folder, "--zone", zone, "--json")["state"] == "complete"
    return folder


def export(tool, subject, format, *options):
    """The folder of an export, its manifest checked."""
    folder = tool.home / f"{str(subject).split('/')[-1]}-{format}-{len(list(tool.home.iterdir()))}"
    files = tool.json("export", subject, "--format", format, "-o", f"{folder}/", "--json", *options)["files"]
    assert sorted(files) == sorted(map(str, folder.iterdir()))
    manifest = json.loads(only(folder, ".manifest.json").read_text())
    assert {entry["name"] for entry in manifest["files"]} == {
        path.name for path in folder.iterdir() if not path.name.endswith(".manifest.json")}
    out = {}
    for entry in manifest["files"]:
        content = (folder / entry["name"]).read_bytes()
        assert (len(content), hashlib.sha256(content).hexdigest()) == (entry["bytes"], entry["sha256"])
        out |= entry["counts_out"]
    if format != "edf":
        assert {name: out.get(name, 0) for name in manifest["counts_in"]} == manifest["counts_in"]
    return folder, manifest


def only(folder, suffix):
    path, = [path for path in folder.iterdir() if path.name.endswith(suffix)]
    return path


def table(folder, name):
    found = pandas.read_csv(only(folder, f".{name}.csv"), comment="#")
    bare = found["time"].str.replace(r" \[.*\]$", "", regex=True)
    found["at"] = pandas.to_datetime(bare, format="%Y-%m-%d %H:%M:%S.%f%z", utc=True)
    found["time_s"] = (found["at"] - pandas.Timestamp(0, tz="UTC")).dt.total_seconds()
    return found


def rows(folder, question, *values):
    with sqlite3.connect(f"file:{folder}/store.sqlite?mode=ro", uri=True) as database:
        return numpy.array(database.execute(question, values).fetchall(), dtype=float)


class Edf:
    """An EDF+ file as pyEDFlib reads it."""

    def __init__(self, path):
        reader = pyedflib.EdfReader(str(path))
        try:
            self.header = reader.getHeader()
            self.start = reader.getStartdatetime()
            self.seconds = reader.getFileDuration()
            self.labels = reader.getSignalLabels()
            self.signals = {label: (reader.readSignal(n), reader.readSignal(n, digital=True))
                            for n, label in enumerate(self.labels)}
            self.steps = {label: (reader.getPhysicalMaximum(n) - reader.getPhysicalMinimum(n)) / 65535
                          for n, label in enumerate(self.labels)}
            self.notes = list(zip(*reader.readAnnotations()))
        finally:
            reader.close()

    def compare(self, label, start_s, times, values):
        """Every value in its place, to half a digital step; nothing anywhere else."""
        physical, digital = self.signals[label]
        slots = numpy.floor((times - start_s) * len(digital) / self.seconds + 1e-6).astype(int)
        assert slots.min() >= 0 and slots.max() < len(digital), f"{label}: values lie outside of the file"
        numpy.testing.assert_allclose(physical[slots], values, atol=self.steps[label] / 2 + 1e-6, rtol=0)
        assert (digital[slots] != MISSING).all()
        empty = numpy.ones(len(digital), bool)
        empty[slots] = False
        assert (digital[empty] == MISSING).all(), f"{label}: a value was made up"


def test_the_counts_of_a_real_day_are_the_recorders(tool, store, recordings):
    folder, manifest = export(tool, 1, "csv", "--data", store)
    with sqlite3.connect(f"file:{recordings / DAY}?mode=ro&immutable=1", uri=True) as agd:
        counts = numpy.array(agd.execute("SELECT axis1 FROM data ORDER BY dataTimestamp").fetchall())[:, 0]
    activity = table(folder, "activity")
    numpy.testing.assert_array_equal(activity["count"], counts)
    assert manifest["counts_in"]["activity"] == len(counts) == 8999
    start = pandas.Timestamp("2012-06-27 10:54", tz="America/Chicago").timestamp()
    numpy.testing.assert_array_equal(activity["time_s"], start + 10 * numpy.arange(len(counts)))
    assert activity["time"][0] == "2012-06-27 10:54:00.000000-0500 [America/Chicago]"
    assert manifest["zone"] == "America/Chicago" and manifest["synthetic"] is False

    edf = Edf(only(export(tool, 1, "edf", "--data", store)[0], ".edf"))
    assert str(edf.start) == "2012-06-27 10:54:00"
    edf.compare("Activity", start, activity["time_s"].to_numpy(), counts)


def test_a_real_night_is_the_one_that_the_page_shows(tool, store):
    night = tool.json("nights", "2012-06-28", "--data", store, "--json")
    folder, manifest = export(tool, "2012-06-28", "csv", "--data", store)
    states = table(folder, "states")
    letters = {"awake": "A", "asleep": "S", "unknown": "?", "not_worn": "N"}
    assert "".join(letters[state] for state in states["state"]) == night["states"]["values"]
    assert states["time_s"][0] == night["states"]["start_s"]
    measures = pandas.read_csv(only(folder, ".measures.csv"), comment="#").set_index("name")["value"]
    assert measures["total_sleep_time_min"] == night["measures"]["total_sleep_min"]["value"] == 442
    assert measures["wake_after_sleep_onset_min"] == night["measures"]["waso_min"]["value"] == 13
    assert measures["awakenings"] == 4
    assert manifest["synthetic"] is night["synthetic"] is False
    counts = table(folder, "activity")["count"]
    assert counts.sum() == sum(count or 0 for count in night["tracks"]["counts"])

    edf = Edf(only(export(tool, "2012-06-28", "edf", "--data", store)[0], ".edf"))
    asleep = sum(length for _, length, text in edf.notes if text == "Asleep (actigraphy)")
    assert asleep == 60 * night["states"]["values"].count("S")


@pytest.mark.parametrize("date", ["2023-08-30", "2023-09-04"])
def test_nights_of_a_real_week(tool, store, date):
    night = tool.json("nights", date, "--data", store, "--json")
    assert night["zone"] == "Europe/Berlin"
    folder, manifest = export(tool, date, "csv", "--data", store)
    activity = table(folder, "activity")
    assert activity["time_s"].between(night["window"]["start_s"], night["window"]["end_s"], inclusive="left").all()
    numpy.testing.assert_allclose(numpy.diff(activity["time_s"]), 10)
    assert activity["time"].str.endswith("+0200 [Europe/Berlin]").all()
    edf = Edf(only(export(tool, date, "edf", "--data", store)[0], ".edf"))
    start = pandas.Timestamp(edf.start, tz="Europe/Berlin").timestamp()
    # The file begins where a recorder's epoch does, at most one before noon.
    assert night["window"]["start_s"] - 10 < start <= night["window"]["start_s"]
    edf.compare("Activity", start, activity["time_s"].to_numpy(), activity["count"].to_numpy())
    raw = mne.io.read_raw_edf(only(export(tool, date, "edf", "--data", store)[0], ".edf"), verbose="error")
    assert "Asleep (actigraphy)" in set(raw.annotations.description)
    assert raw.info["meas_date"].replace(tzinfo=None) == edf.start


def compare_epochs(folder, edf, expected, start):
    """Epochs of the store as time, samples, ENMO, MAD, angle; nan where there is none."""
    epochs = table(folder, "epochs")
    numpy.testing.assert_allclose(epochs["time_s"], expected[:, 0], atol=1e-6)
    for column, name in enumerate(["samples", "enmo_g", "mad_g", "angle_z_deg"], 1):
        numpy.testing.assert_array_equal(epochs[name], expected[:, column], err_msg=name)
    for label, column, scale in [("ENMO", 2, 1000), ("MAD", 3, 1000), ("Angle z", 4, 1)]:
        known = ~numpy.isnan(expected[:, column])
        # The file may begin within the first epoch, which then stands in its first place.
        times = numpy.maximum(expected[known, 0], start)
        edf.compare(label, start, times, expected[known, column] * scale)


def test_a_stored_walk_is_the_store_value_by_value(tool, store):
    folder, manifest = export(tool, 3, "csv", "--data", store)
    expected = rows(store, "SELECT start / 1e9, samples, enmo, mad, angle_z FROM epoch WHERE seconds = 5 ORDER BY start")
    assert len(expected) == manifest["counts_in"]["epochs"] > 140
    path = only(export(tool, 3, "edf", "--data", store)[0], ".edf")
    edf = Edf(path)
    start = pandas.Timestamp(edf.start, tz="Europe/London").timestamp()
    compare_epochs(folder, edf, expected, start)
    raw = mne.io.read_raw_edf(path, include=["ENMO"], preload=True, verbose="error")
    known = ~numpy.isnan(edf.signals["ENMO"][0])
    numpy.testing.assert_allclose(raw.get_data()[0][known], edf.signals["ENMO"][0][known], atol=1e-6)


def test_a_file_exports_without_a_store_as_it_does_from_one(tool, store, recordings):
    walk = recordings / "cwa/openmovement_example-610-steps.cwa"
    stored, _ = export(tool, 3, "csv", "--data", store)
    straight, _ = export(tool, walk, "csv", "--zone", "Europe/London")
    pandas.testing.assert_frame_equal(table(stored, "epochs"), table(straight, "epochs"))
    assert not (tool.home / ".local").exists(), "a store was made"


def test_damage_is_told_in_each_format(tool, recordings):
    damaged = recordings / "cwa/ggirread_ax3_corrupt_blocks_0_13_14_142_143_144.cwa"
    folder, manifest = export(tool, damaged, "csv", "--zone", "UTC")
    losses = pandas.read_csv(only(folder, ".losses.csv"), comment="#")
    assert len(losses) == len(manifest["losses"]) == manifest["counts_in"]["losses"] > 0
    assert list(losses["cause"]) == [loss["cause"] for loss in manifest["losses"]]
    edf = Edf(only(export(tool, damaged, "edf", "--zone", "UTC")[0], ".edf"))
    assert sum(text.startswith("Loss: ") for _, _, text in edf.notes) == len(losses)


def test_the_demo_night_is_the_store_value_by_value_and_labelled_synthetic(tool, gateway):
    night = gateway.latest_night(300)
    folder, manifest = export(tool, "latest", "csv", "--data", gateway.data)
    window = [int(night["window"][edge] * 1e9) for edge in ("start_s", "end_s")]
    device = night["device"]["id"]
    live = "source IN (SELECT s.id FROM source s JOIN device d ON d.id = s.device WHERE d.name = ?)"
    expected = rows(
        gateway.data, f"""SELECT start / 1e9, samples, enmo, mad, angle_z FROM epoch
        WHERE {live} AND seconds = 30 AND start >= ? AND start < ? ORDER BY start""", device, *window)
    path = only(export(tool, "latest", "edf", "--data", gateway.data)[0], ".edf")
    edf = Edf(path)
    start = pandas.Timestamp(edf.start, tz=night["zone"]).timestamp()
    assert start == night["window"]["start_s"]
    compare_epochs(folder, edf, expected, start)

    beats = rows(gateway.data, f"SELECT time / 1e9, rr FROM beat WHERE {live} AND time >= ? AND time < ? ORDER BY time",
                 device, *window)
    exported = table(folder, "beats")
    numpy.testing.assert_allclose(exported["time_s"], beats[:, 0], atol=2e-6)
    numpy.testing.assert_array_equal(exported["rr_ms"], beats[:, 1])
    assert len(beats) == manifest["counts_in"]["beats"] > 10000

    assert manifest["synthetic"] is night["synthetic"] is True
    assert "synthetic" in str(edf.header["recording_additional"])
    assert any(at == 0 and text.startswith("Synthetic data") for at, _, text in edf.notes)
    for path in folder.glob("*.csv"):
        assert "# synthetic=yes" in path.read_text().splitlines(), path.name
    for gap in night["gaps"]:
        assert any(text.startswith(f"Loss: {gap['cause']}") for _, _, text in edf.notes), gap


def test_json_says_the_same_as_csv(tool, store):
    folder, _ = export(tool, "2012-06-28", "csv", "--data", store)
    written, _ = export(tool, "2012-06-28", "json", "--data", store)
    path, = [path for path in written.iterdir() if not path.name.endswith(".manifest.json")]
    truth = json.loads(path.read_text())
    numpy.testing.assert_array_equal(table(folder, "activity")["count"], truth["activity"]["count"])
    numpy.testing.assert_allclose(table(folder, "activity")["time_s"], truth["activity"]["time_s"])
    assert list(table(folder, "states")["state"]) == truth["states"]["state"]
