"""Sleep diaries at the terminal: in, beside the scored nights, out and back again."""

import pytest

FILE = "actiwatch/example_01.AWD"
# In the form that pyActigraphy takes.
DIARY = """SUBJECT ID,EXAMPLE_01,,

TYPE,START,END,DURATION (min)
NAP,1918-01-25 13:00:00,1918-01-25 13:35:00,
NIGHT,1918-01-25 22:00:00,1918-01-26 07:30:00,
NIGHT,1918-01-27 00:00:00,1918-01-27 07:30:00,
NIGHT,1918-01-27 23:20:00,
"""
LOG = 'date,lights_out,awake,text\n1918-01-26,21:50,07:30,"windy, ""loud"""\n'


@pytest.fixture(scope="module")
def tool(nightjar, tmp_path_factory):
    from program import Program
    return Program(nightjar, tmp_path_factory.mktemp("home"))


@pytest.fixture(scope="module")
def store(tool, recordings):
    folder = tool.home / "store"
    assert tool.json("import", recordings / FILE, "--data", folder, "--zone", "UTC", "--json")["state"] == "complete"
    return folder


def test_a_diary_sets_nights_and_goes_back_as_it_was(tool, store):
    (tool.home / "diary.csv").write_text(DIARY)
    (tool.home / "log.csv").write_text(LOG)
    at = ("--data", store, "--zone", "UTC", "--json")
    before = tool.json("nights", "1918-01-26", "--data", store, "--json")
    dry = tool.json("diary", "import", tool.home / "diary.csv", "--dry-run", *at)
    assert dry["added"] == ["1918-01-26", "1918-01-27"] and dry["faults"][0]["line"] == 7
    assert tool.json("diary", "show", "--data", store, "--json")["entries"] == []
    first = tool.json("diary", "import", tool.home / "diary.csv", *at)
    assert first["form"] == "stretches" and first["import"]
    assert tool.json("diary", "import", tool.home / "diary.csv", *at)["import"] is None
    second = tool.json("diary", "import", tool.home / "log.csv", *at)
    assert second["changed"] == ["1918-01-26"]
    night = tool.json("nights", "1918-01-26", "--data", store, "--json")
    assert night["lights_out"]["source"] == "diary" and night["diary"]["is_sleep_period"]
    assert night["sleep_period"] == {"start_s": night["diary"]["entry"]["asleep_s"], "end_s": night["diary"]["entry"]["awake_s"]}
    assert night["sleep_period"] != before["sleep_period"]
    text = tool.text("nights", "1918-01-26", "--data", store)
    assert "diary: lights out 21:50, asleep 22:00, woke up 07:30" in text and "nap 13:00–13:35" in text
    # Scoring again changes nothing of it.
    tool.text("nights", "rescore", "1918-01-26", "--data", store)
    assert tool.json("nights", "1918-01-26", "--data", store, "--json")["sleep_period"] == night["sleep_period"]
    # What goes out comes in as it was.
    out = tool.text("diary", "export", "--data", store)
    (tool.home / "out.csv").write_text(out)
    kept = tool.json("diary", "show", "--data", store, "--json")["entries"]
    again = tool.json("diary", "import", tool.home / "out.csv", *at)
    assert again["faults"] == [] and again["columns_left_out"] == [] and len(again["unchanged"]) == 2 == len(kept)
    # An hour of autumn that the wall shows twice, too.
    (tool.home / "autumn.csv").write_text(
        "date,zone,lights_out,awake,naps\n2025-10-26,Europe/Berlin,2025-10-26T01:30:00Z,2025-10-26T08:00:00,"
        "2025-10-25T13:00/2025-10-25T13:30\n")
    autumn = tool.json("diary", "import", tool.home / "autumn.csv", *at)
    assert autumn["faults"] == [] and autumn["entries"][0]["lights_out_s"] == 1761442200
    (tool.home / "autumn.csv").write_text(tool.text("diary", "export", "--data", store))
    assert len(tool.json("diary", "import", tool.home / "autumn.csv", *at)["unchanged"]) == 3
    tool.text("diary", "undo", str(autumn["import"]), "--data", store)
    tool.text("diary", "undo", str(second["import"]), "--data", store)
    assert tool.json("nights", "1918-01-26", "--data", store, "--json")["lights_out"]["source"] != "diary"
    tool.text("diary", "undo", str(first["import"]), "--data", store)
    assert tool.json("nights", "1918-01-26", "--data", store, "--json")["sleep_period"] == before["sleep_period"]
    assert tool.json("diary", "show", "--data", store, "--json")["entries"] == []


def test_marks_near_the_beginning_of_sleep_are_lights_out(tool, store):
    nights = [tool.json("nights", row["date"], "--data", store, "--json")
              for row in tool.json("nights", "--data", store, "--json")["nights"]]
    marked = [night for night in nights if night["lights_out"]["source"] == "mark"]
    assert marked
    for night in marked:
        assert -3600 <= night["lights_out"]["at_s"] - night["sleep_period"]["start_s"] <= 900
