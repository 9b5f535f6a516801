"""A night is told by one scored night wherever it is told: page, list, table, day, health samples, exports and command line."""

import csv
import io
import json
import urllib.request

import mne
import pytest

NIGHTS = [
    ("actiwatch/example_01.AWD", "UTC"),
    ("agd/GT3XPlus-RawData-Day01-10sec.agd", "America/Chicago"),
    ("nights/205_actlumus_Log_1020_20230904101707532.txt.zip", "Europe/Berlin"),
    ("actiwatch/test_sample.mtn", "Europe/London"),
]
SLEEP = ("asleep", "light", "deep", "rem")
LETTERS = {"A": "awake", "S": "asleep", "L": "light", "D": "deep", "R": "rem", "N": "not_worn", "?": "unknown"}
WORDS = {"Sleep stage W": "awake", "Asleep (actigraphy)": "asleep", "Asleep, light (estimated)": "light",
         "Asleep, deep (estimated)": "deep", "Asleep, REM (estimated)": "rem", "Not worn": "not_worn"}


@pytest.fixture(scope="module")
def tool(nightjar, tmp_path_factory):
    from program import Program
    return Program(nightjar, tmp_path_factory.mktemp("home"))


class Told:
    """A night as its document tells it, and what its own series of states comes to."""

    def __init__(self, night):
        self.night = night
        self.date, self.device = night["date"], night["device"]["id"]
        self.measures = {name: figure["value"] for name, figure in night["measures"].items()}
        states, epoch = night["states"], night["states"]["epoch_s"]
        self.epoch = epoch
        self.states = [LETTERS[letter] for letter in states["values"]]
        self.at = [states["start_s"] + place * epoch for place in range(len(self.states))]
        period = night["sleep_period"]
        own = [place for place, at in enumerate(self.at)
               if period and period["start_s"] <= at < period["end_s"] and self.states[place] in SLEEP]
        self.slept = range(own[0], own[-1] + 1) if own else range(0)

    def minutes(self, state):
        return sum(self.states[place] == state for place in self.slept) * self.epoch / 60

    def wakes(self):
        """Minutes of each stretch awake from falling asleep to the last waking."""
        lengths, length = [], 0
        for place in self.slept:
            if self.states[place] == "awake":
                length += self.epoch / 60
            elif length:
                lengths.append(length)
                length = 0
        return lengths


def words(minutes):
    whole = int(minutes + 0.5)
    return f"{whole} min" if whole < 60 else f"{whole // 60} h {whole % 60} min"


def check_document(told):
    """The document with itself: cards, legend, marks and strip."""
    minutes, measures = told.night["minutes"], told.measures
    if measures["total_sleep_min"] is None:
        assert minutes is None and told.night["awakenings"] == []
        return
    for state in LETTERS.values():
        assert minutes[state] == pytest.approx(told.minutes(state)), state
    assert minutes["start_s"] == told.at[told.slept[0]]
    assert minutes["end_s"] == told.at[told.slept[-1]] + told.epoch
    assert measures["waso_min"] == pytest.approx(minutes["awake"])
    assert measures["total_sleep_min"] == pytest.approx(sum(minutes[state] for state in SLEEP))
    wakes = told.wakes()
    assert measures["awakenings"] == len(told.night["awakenings"]) == sum(length >= 1 for length in wakes)
    assert told.night["short_awakenings"] == sum(length < 1 for length in wakes)


def check_exports(told, files):
    """States, stages and figures in every format."""
    whole = json.loads(files("json"))
    assert whole["states"]["state"] == [
        "asleep" if state in SLEEP else state for state in told.states]
    assert whole["states"].get("stage", told.states) == told.states
    assert ("stage" in whole["states"]) == bool(told.night["staging"])
    figures = {measure["name"]: measure["value"] for measure in whole["measures"]}
    names = {"total_sleep_min": "total_sleep_time_min", "waso_min": "wake_after_sleep_onset_min",
             "efficiency_percent": "sleep_efficiency_percent"}
    for name in told.measures:
        if names.get(name, name) in figures:
            assert figures[names.get(name, name)] == told.measures[name], name
    states = list(csv.DictReader(io.StringIO(files("csv", "states"))))
    assert [row["stage"] or row["state"] for row in states] == told.states
    table = {row["name"]: row["value"] for row in csv.DictReader(io.StringIO(files("csv", "measures")))}
    for name, value in figures.items():
        assert (float(table[name]) if table[name] else None) == value
    notes = mne.read_annotations(files("edf"))
    for state in ("awake", *SLEEP, "not_worn"):
        seconds = sum(note["duration"] for note in notes if WORDS.get(note["description"]) == state)
        assert seconds == pytest.approx(told.states.count(state) * told.epoch), state


@pytest.mark.parametrize("name, zone", NIGHTS)
def test_a_recording_is_told_alike_everywhere(tool, recordings, tmp_path, name, zone):
    store = tmp_path / "store"
    here = ["--data", store]
    assert tool.json("import", recordings / name, *here, "--zone", zone, "--json")["state"] == "complete"
    listed = {row["date"]: row for row in csv.DictReader(io.StringIO(tool.text("nights", "--csv", *here)))}
    analysed = {night["date"]: night for night in tool.json("analyze", recordings / name, "--zone", zone, "--json")}
    lines = {line.split()[0]: line for line in tool.text("nights", *here).splitlines()}
    assert listed.keys() == lines.keys()
    dates = [date for date in listed if listed[date]["total_sleep_min"]][:3]
    assert dates
    for date in dates:
        told = Told(tool.json("nights", date, *here, "--json"))
        check_document(told)
        measures = told.measures
        row, alone = listed[date], analysed[date]
        assert float(row["total_sleep_min"]) == measures["total_sleep_min"] == pytest.approx(60 * alone["total_sleep_time"])
        assert float(row["efficiency_percent"]) == measures["efficiency_percent"] == alone["sleep_efficiency"]
        assert (measures["waso_min"], measures["awakenings"]) == (alone["wake_after_sleep_onset"], alone["awakenings"])
        page = tool.text("nights", date, *here)
        for shown in (f"total sleep: {words(measures['total_sleep_min'])} ",
                      f"wake after sleep onset: {words(measures['waso_min'])} ",
                      f"awakenings: {measures['awakenings']:.0f} "):
            assert shown in page, shown
        if measures["waso_min"]:
            assert f"awake {words(measures['waso_min'])}" in page
        assert f"asleep {words(measures['total_sleep_min'])}," in lines[date]
        percent = page.split("efficiency: ")[1].split("  ")[0]
        assert f"efficiency {percent} " in lines[date]
        day = tool.json("today", date, *here, "--json")
        assert day["sleep_hours"] == pytest.approx(measures["total_sleep_min"] / 60, abs=0.0051)
        assert f"{day['sleep_efficiency']:.1f} %" == percent

        def files(format, part=None):
            target = tmp_path / f"{date}-{format}"
            if not target.exists():
                options = ["--bare"] if format == "csv" else []
                tool.json("export", date, "--format", format, "-o", f"{target}/", "--json", *options, *here)
            kind = f".{part}.csv" if part else f".{format}"
            path, = [path for path in target.iterdir() if path.name.endswith(kind) and "manifest" not in path.name]
            return str(path) if format == "edf" else path.read_text()

        check_exports(told, files)


def test_a_night_with_stages_of_the_heart_is_told_alike(gateway, tool, tmp_path):
    told = Told(gateway.latest_night())
    assert told.night["staging"] and {"light", "deep", "rem"} & set(told.states)
    check_document(told)
    assert "p_wake" in told.night["staging"] and "stage" not in told.night["staging"]

    def files(format, part=None):
        query = f"/api/v1/nights/{told.date}/export?format={format}&bare=true&device={told.device}"
        names = gateway.get(query + "&list=true")["files"]
        name, = [name for name in names if name.endswith(f".{part}.csv" if part else f".{format}") and "manifest" not in name]
        with gateway.open(f"{query}&file={name}") as answer:
            content = answer.read()
        if format != "edf":
            return content.decode()
        path = tmp_path / "night.edf"
        path.write_bytes(content)
        return str(path)

    check_exports(told, files)
    stages = csv.DictReader(io.StringIO(files("csv", "stages")))
    assert stages.fieldnames == ["time", "seconds", "p_wake", "p_light", "p_deep", "p_rem"]
    # What lies outside of the sleep period is never staged, and no load is told of sleep.
    period, tracks = told.night["sleep_period"], told.night["tracks"]
    for at, state in zip(told.at, told.states):
        assert period["start_s"] <= at < period["end_s"] or state not in ("light", "deep", "rem")
    for place, value in enumerate(tracks["load"] or []):
        at = tracks["start_s"] + place * tracks["epoch_s"]
        assert value is None or not period["start_s"] <= at < period["end_s"] - tracks["epoch_s"]
    load = json.loads(files("json"))["load"]
    asleep = [place for place, at in enumerate(load["time_s"]) if period["start_s"] <= at < period["end_s"]]
    assert asleep and all(load["load"][place] is None for place in asleep)
    assert all(load["reasons"][place].startswith("muted: asleep") for place in asleep)
    # Health samples of sleep are the same minutes, each told to five decimals.
    span = "&".join(f"{name}={urllib.request.quote(value)}" for name, value in zip(("start", "end"), (
        iso(told.night["window"]["start_s"]), iso(told.night["window"]["end_s"]))))
    sums = gateway.get(f"/api/v1/samples/sum?type=sleep_analysis&{span}")["parts"]
    assert sum(part["minutes"].get("awake", 0) for part in sums) >= told.measures["waso_min"] - 1e-4


def iso(seconds):
    import datetime
    return datetime.datetime.fromtimestamp(seconds, datetime.UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def test_every_decoded_channel_reaches_the_night_and_its_export(tool, recordings, tmp_path):
    store = tmp_path / "store"
    here = ["--data", store]
    name = "nights/205_actlumus_Log_1020_20230904101707532.txt.zip"
    assert tool.json("import", recordings / name, *here, "--zone", "Europe/Berlin", "--json")["state"] == "complete"
    night = tool.json("nights", "2023-08-30", *here, "--json")
    assert {"light", "melanopic_light", "temperature", "capacitance", "orientation"} <= set(night["channels"])
    with tool_gateway(tool, store) as gateway:
        whole = gateway.get("/api/v1/nights/2023-08-30/channels")
        assert [track["channel"] for track in whole["tracks"]] == night["channels"]
        some = gateway.get("/api/v1/nights/2023-08-30/channels?channels=light,none")
        assert [track["channel"] for track in some["tracks"]] == ["light"]
        assert all(len(axis) == 2880 for track in whole["tracks"] for axis in track["axes"])
    tracks = {track["channel"]: track for track in whole["tracks"]}
    # As the file itself says it, by the half minute.
    rows = tool.text("decode", recordings / name, "--channel", "light", "--zone", "Europe/Berlin", "--csv").splitlines()
    start, sums = whole["start_s"], {}
    for row in csv.DictReader(row for row in rows if not row.startswith("#")):
        at, value = [float(cell) for cell in list(row.values())[:2]]
        if start <= at < start + 86400:
            sums.setdefault(int((at - start) // 30), []).append(value)
    light = tracks["light"]["axes"][0]
    assert {slot for slot, value in enumerate(light) if value is not None} == set(sums)
    for slot, values in sums.items():
        assert light[slot] == pytest.approx(sum(values) / len(values), abs=1e-3, rel=1e-6)
    for format in ("csv", "json", "edf"):
        tool.json("export", "2023-08-30", "--format", format, "-o", f"{tmp_path / format}/", "--json", *here)
    table, = (tmp_path / "csv").glob("*.channels.csv")
    exported = list(csv.DictReader(row for row in table.read_text().splitlines() if not row.startswith("#")))
    assert [float(row["light"]) if row["light"] else None for row in exported] == light
    path, = (path for path in (tmp_path / "json").glob("*.json") if "manifest" not in path.name)
    assert json.loads(path.read_text())["channels"]["light"] == light
    path, = (tmp_path / "edf").glob("*.edf")
    labels = mne.io.read_raw_edf(path, verbose="error").ch_names
    assert {"light", "melanopic_light", "temperature", "capacitance_1", "orientation"} <= set(labels)


def test_the_heart_of_a_night_is_told_alike(gateway, tool):
    night = gateway.latest_night()
    heart = night["heart"]
    for name in ("heart_rate_lowest", "heart_rate_mean", "heart_rate_resting", "rmssd_sleep", "respiration"):
        figure = heart[name]
        assert figure["method"]["name"] and (figure["value"] is not None or figure["reason"]), name
        # The demo has too few nights for a usual.
        assert figure["usual"] is None and figure["usual_reason"]
    assert heart["heart_rate_lowest"]["value"] <= heart["heart_rate_resting"]["value"] <= heart["heart_rate_mean"]["value"]
    export = gateway.get(f"/api/v1/nights/{night['date']}/export?format=json&device={night['device']['id']}")
    measures = {measure["name"]: measure["value"] for measure in export["measures"]}
    assert measures["heart_rate_mean_per_min"] == heart["heart_rate_mean"]["value"]
    assert measures["rmssd_sleep_ms"] == heart["rmssd_sleep"]["value"]


def test_tables_of_nights_and_days_have_each_figure_with_its_method_where_asked(tool, recordings, tmp_path):
    here = ["--data", tmp_path / "store"]
    tool.json("import", recordings / NIGHTS[0][0], *here, "--zone", "UTC", "--json")

    def table(*words):
        return list(csv.DictReader(io.StringIO(tool.text(*words, *here))))

    plain, figures, methods = (table("nights", "--all", "--csv", *more) for more in ([], ["--figures"], ["--methods"]))
    assert len(plain) == len(figures) == len(methods) == 13
    for row, full, named in zip(plain, figures, methods):
        assert row.items() <= full.items() and full.items() <= named.items()
        night = tool.json("nights", row["date"], *here, "--json")["measures"]["waso_min"]
        assert (float(full["waso_min"]) if full["waso_min"] else None) == night["value"]
        assert named["waso_min_method"] == f"{night['method']['name']}/{night['method']['version']}"
        assert full["heart_rate_lowest"] == "" and full["minutes_awake"] == full["waso_min"]
    last = next(row for row in reversed(plain) if row["total_sleep_min"])
    days = table("trends", "--csv", "--methods", "--days", "3", "--to", last["date"])
    assert [day["date"] for day in days][-1] == last["date"] and len(days) == 3
    assert float(days[-1]["sleep_hours"]) == pytest.approx(float(last["total_sleep_min"]) / 60, abs=0.0051)
    assert days[-1]["sleep_hours_method"] and days[-1]["steps"] == "" and days[-1]["steps_reason"]
    assert "sleep_hours_method" not in table("trends", "--csv", "--days", "3", "--to", last["date"])[0]
    for words in (["nights", "--figures"], ["trends", "--methods"], ["trends", "steps", "--csv"]):
        assert tool.run(*words, *here).returncode == 2


def tool_gateway(tool, store):
    import contextlib
    from gateway import Gateway

    @contextlib.contextmanager
    def running():
        gateway = Gateway(tool.binary, store, demo=False).start()
        yield gateway
        gateway.stop()

    return running()
