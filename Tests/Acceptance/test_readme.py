"""The commands of the README do what it says, in its order."""

import json
import os
import pathlib
import re
import subprocess

import pytest

README = (pathlib.Path(__file__).resolve().parents[2] / "README.md").read_text()
BLOCKS = re.findall(r"<!-- tested -->\n```sh\n(.*?)```", README, re.S)


def test_every_block_that_calls_the_program_is_tested():
    calling = [block for block in re.findall(r"```sh\n(.*?)```", README, re.S) if re.search("^nightjar", block, re.M)]
    assert calling == BLOCKS
    assert len(BLOCKS) >= 3, "watch live, bring in a recording, take it home"


def test_every_make_target_of_the_readme_exists():
    makefile = (pathlib.Path(__file__).resolve().parents[2] / "Makefile").read_text()
    targets = set(re.findall(r"^([a-z-]+):", makefile, re.M))
    named = set(re.findall(r"(?:^|`)make ([a-z-]+)", README, re.M))
    assert {"run", "test"} <= named <= targets


@pytest.fixture(scope="module")
def outputs(nightjar, recordings, tmp_path_factory):
    """What each block prints, line by line under `bash -e`, one after the other in one folder."""
    home = tmp_path_factory.mktemp("readme")
    environment = {key: value for key, value in os.environ.items() if key not in ("XDG_DATA_HOME", "TZ")} | {
        "HOME": str(home), "PATH": f"{pathlib.Path(nightjar).parent}:{os.environ['PATH']}",
        "RECORDING": str(recordings / "agd/GT3XPlus-RawData-Day01.agd"),
    }
    texts = []
    for block in BLOCKS:
        shell = subprocess.Popen(
            ["bash", "-e", "-c", f"trap 'kill $(jobs -p) 2>/dev/null || true' EXIT\n{block}"], cwd=home,
            env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        out, messages = shell.communicate(timeout=180)
        assert shell.returncode == 0, f"{block}\nended with {shell.returncode}:\n{out}\n{messages}"
        texts.append(out)
    return home, texts


def test_watch_live(outputs):
    readings = [json.loads(line) for line in outputs[1][0].splitlines() if line.startswith('{"event"')]
    assert len(readings) >= 5
    assert {"hr", "motion"} & {reading["event"] for reading in readings}


def test_plug_in_a_wearable(outputs):
    lines = outputs[1][1].splitlines()
    assert any("Synthetic wearer (synthetic)" in line for line in lines)
    assert any(line.startswith("Recording 1 since 0 min") for line in lines)
    assert "Schedule 1: every night 22:30 to 07:00" in outputs[1][1] and "Recording 1 has ended." in lines


def test_bring_in_a_recording(outputs):
    lines = outputs[1][2].splitlines()
    assert any("complete." in line for line in lines) and any("duplicate." in line for line in lines)
    assert any(line.startswith("2012-06-28  asleep 7 h 22 min") for line in lines)
    assert any(line.startswith("Night of ") for line in lines)


def test_take_it_home(outputs):
    home, texts = outputs
    named = [home / line for line in texts[3].splitlines()]
    assert named and all(path.stat().st_size for path in named)
    assert (home / "night.edf").read_bytes()[:8] == b"0       "
    assert list((home / "night").glob("*.csv")) and list((home / "recording").glob("*.manifest.json"))
