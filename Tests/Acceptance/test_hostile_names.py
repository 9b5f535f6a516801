"""Names and numbers that steer a terminal: written by a file, by a wearer, by a radio, and shown harmless by every command."""

import json
import re
import shutil
import sqlite3

import pytest
from terminal import Terminal

# Clears the screen, names the window, turns the direction of the text, moves by a C1 control, deletes, rings, goes back.
HOSTILE = "x\x1b[2J\x1b]0;gone\x07\u202ey\x9b31m\x7f\u2066\rz"
ALLOWED = {"\n", "\t"}
STEERING = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]")


def harmless(data):
    text = data.decode()
    found = STEERING.search(text)
    assert not found, (found, text[max(0, found.start() - 60):found.end() + 20])
    return text


@pytest.fixture(scope="module")
def tool(nightjar, tmp_path_factory):
    from program import Program
    return Program(nightjar, tmp_path_factory.mktemp("home"))


@pytest.fixture(scope="module")
def agd(tool, recordings):
    """A day of an ActiGraph whose number was written by somebody who means harm."""
    path = tool.home / "day.agd"
    shutil.copy(recordings / "agd/GT3XPlus-RawData-Day01.agd", path)
    with sqlite3.connect(path) as file:
        names = [name for (name,) in file.execute("SELECT settingName FROM settings")]
        serial = next(name for name in names if name.lower() == "deviceserial")
        assert file.execute("UPDATE settings SET settingValue = ? WHERE settingName = ?", (HOSTILE, serial)).rowcount == 1
    file.close()
    return path


@pytest.fixture(scope="module")
def store(tool, agd):
    """A store with that recording, and with names of an earlier version that took anything."""
    folder = tool.home / "store"
    done = tool.run("import", agd, "--data", folder, "--zone", "America/Chicago")
    assert done.returncode == 0, done.stderr
    harmless(done.stdout + done.stderr)
    with sqlite3.connect(folder / "store.sqlite") as database:
        database.execute("INSERT INTO person (name) VALUES (?)", (HOSTILE,))
        database.execute("UPDATE device SET model = model || ?, firmware = ?", (HOSTILE, HOSTILE))
    database.close()
    return folder


def run(tool, *words):
    done = tool.run(*words)
    return harmless(done.stdout), harmless(done.stderr), done.returncode


@pytest.mark.parametrize("command", [
    ["decode", "--json"], ["decode"], ["epochs"], ["wear"], ["analyze"], ["analyze", "--json"], ["score"]])
def test_a_files_number_is_shown_harmless(tool, agd, command):
    name, *options = command
    out, error, code = run(tool, name, agd, *options)
    assert code in (0, 1, 2), error
    if "--json" in options and code == 0:
        json.loads(out)


@pytest.mark.parametrize("command", [
    ["nights"], ["nights", "--json"], ["account", "list"], ["consents"], ["doctor"],
    ["doctor", "--json"]])
def test_what_is_stored_is_shown_harmless(tool, store, command):
    out, _, _ = run(tool, *command, "--data", store)
    if "--json" in command:
        json.loads(out)
    if command == ["nights"]:
        assert "\\u001b[2J" in out and "\\u202e" in out


def test_errors_show_what_was_typed_harmless(tool):
    for words in [[HOSTILE], ["decode", f"/no/such/{HOSTILE}"], ["nights", f"--{HOSTILE}"], ["export", HOSTILE]]:
        _, error, code = run(tool, *words)
        assert code in (2, 3) and "\\u001b[2J" in error


def test_a_screen_that_is_drawn_keeps_its_own_commands_alone(tool, nightjar, store, own_gateway):
    """A wearable's name on the live screen: only what the program itself draws reaches the terminal."""
    box = own_gateway(demo=False, options=["--simulate", "--no-bluetooth", "--no-usb"])
    device = box.get("/api/v1/devices")["devices"][0]["id"]
    box.stop()
    with sqlite3.connect(box.data / "store.sqlite") as database:
        database.execute("UPDATE device SET model = ?, maker = ?", (HOSTILE, HOSTILE))
        database.execute("UPDATE known_device SET given_name = ?", (HOSTILE,))
        database.execute("INSERT INTO person (name) VALUES (?)", (HOSTILE,))
    database.close()
    box.start()
    screen = Terminal([nightjar, "live", "--data", str(box.data)], columns=120, rows=30, environment=tool.environment)
    try:
        screen.until("♥")
        title = screen.screen.title
        assert "gone" not in title
    finally:
        screen.close()
    for words in [["devices"], ["devices", "show", device], ["devices", "--json"], ["consents"]]:
        run(tool, *words, "--data", box.data)
    out, _, _ = run(tool, "wearers", "--data", box.data)
    assert "\\u001b[2J" in out and "\\u202e" in out
    out, _, _ = run(tool, "wearers", "--json", "--data", box.data)
    assert HOSTILE in [wearer["name"] for wearer in json.loads(out)["wearers"]]
    out, error, code = run(tool, "wearers", "assign", device, HOSTILE + "2", "--data", box.data)
    assert code != 0 and "can be seen" in error
