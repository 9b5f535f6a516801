"""`nightjar live` in a real pseudo-terminal, and where there is none."""

import json
import re
import signal
import subprocess
import time

import pytest
from terminal import Terminal

SPARKLINE = r"♥ \d+ /min  ([▁▂▃▄▅▆▇█]{3,})"
LINK = r"\b(connecting|streaming|silent|disconnected)\b"


@pytest.fixture
def open_terminal(nightjar):
    opened = []

    def start(data, *options, columns=80, rows=24):
        opened.append(Terminal([nightjar, "live", "--data", str(data), *options], columns, rows))
        return opened[-1]

    yield start
    for terminal in opened:
        terminal.close()


@pytest.mark.parametrize("columns,rows", [(80, 24), (40, 12), (132, 43), (24, 6)])
def test_shows_everything_and_fits(gateway, open_terminal, columns, rows):
    terminal = open_terminal(gateway.data, columns=columns, rows=rows)
    terminal.until(SPARKLINE)
    terminal.until(r"load [█░]{10,} \d\.\d")
    if columns >= 40:
        terminal.until(r"(?m)^.*\(synthetic\).*streaming")
        terminal.until(r"RMSSD \d+ ms   SDNN \d+ ms")
    if columns >= 80:
        terminal.until(r"movement \d+ mg")
        terminal.until(r"load [█░]+ \d\.\d+ (relaxed|optimal|high|overload|\w+), confidence 0\.\d")
    lines = terminal.lines()
    assert sum("♥" in line for line in lines) == 1, terminal.text()
    assert "synthetic" in lines[0].lower(), terminal.text()
    assert len(lines) < rows
    terminal.until_cursor_rests()


def test_changes_as_the_heart_does(gateway, open_terminal):
    terminal = open_terminal(gateway.data)
    before = terminal.until(SPARKLINE).group(1)
    deadline = 15
    while (after := terminal.until(SPARKLINE).group(1)) == before and deadline > 0:
        assert terminal.pump(1)
        deadline -= 1
    assert len(after) > len(before) or after != before


def test_a_full_gauge_would_be_a_load_of_one(gateway, open_terminal):
    terminal = open_terminal(gateway.data)
    gauge, value = terminal.until(r"load ([█░]+) (\d\.\d+|\d)\b").groups()
    assert len(gauge) == 30
    assert abs(gauge.count("█") / 30 - float(value)) <= 1 / 30


def test_follows_the_size_of_its_window(gateway, open_terminal):
    terminal = open_terminal(gateway.data, columns=40, rows=12)
    assert len(terminal.until(SPARKLINE).group(1)) <= 20
    terminal.resize(100, 30)
    terminal.until(r"load [█░]{30} ")
    terminal.until(r"confidence \d\.\d")
    terminal.resize(30, 10)
    terminal.until(r"load [█░]{10} ")
    terminal.pump(2)
    assert sum("♥" in line for line in terminal.lines()) == 1, terminal.text()


def test_control_c_leaves_a_clean_line_and_the_gateway_running(gateway, open_terminal):
    terminal = open_terminal(gateway.data)
    terminal.until(SPARKLINE)
    terminal.type(b"\x03")
    assert terminal.end() in (0, -signal.SIGINT)
    last = terminal.screen.display[terminal.screen.cursor.y].rstrip()
    assert last in ("", "^C"), terminal.text()
    assert re.search(SPARKLINE, terminal.text()), "the last reading stays to be read"
    assert not terminal.screen.cursor.hidden
    assert gateway.get("/api/v1/health")["status"] == "ok"


def test_begins_with_the_last_ten_minutes(gateway, open_terminal):
    # As many bars at once as have been read before; without them it would begin with the first few that come.
    deadline = time.monotonic() + 90
    while True:
        (recent,) = gateway.get("/api/v1/live")["recent"].values()
        if len(recent["hr"]) >= 20:
            break
        assert time.monotonic() < deadline, "no heart rate in all that time"
        time.sleep(0.5)
    terminal = open_terminal(gateway.data)
    assert len(terminal.until(SPARKLINE).group(1)) >= 20


def shell(nightjar, data, script):
    """A shell in a terminal that runs `live`, as `$LIVE`, and then goes on."""
    return Terminal(["/bin/sh", "-c", f"LIVE=\"{nightjar} live --data {data}\"; {script}"])


@pytest.mark.parametrize("key", [b"q", b"\x03"], ids=["q", "control-c"])
def test_a_key_ends_it_and_the_terminal_is_as_before(nightjar, gateway, key):
    terminal = shell(nightjar, gateway.data, "trap : INT; $LIVE; echo ended with $?; stty -a | tr ';' '\\n' | grep -w echo")
    try:
        terminal.until(SPARKLINE)
        terminal.until("q ends it")
        terminal.type(b"xyz")
        terminal.pump(1.5)
        assert "xyz" not in terminal.text(), "other keys do nothing, unseen"
        terminal.type(key)
        terminal.until(r"ended with 0")
        assert " -echo " not in terminal.text() and " -icanon " not in terminal.text()
        terminal.until(r"(?<!-)\becho\b")
    finally:
        terminal.close()
    assert gateway.get("/api/v1/health")["status"] == "ok"


def test_in_the_background_of_a_terminal_it_goes_on(nightjar, gateway):
    terminal = shell(nightjar, gateway.data, "set -m; $LIVE --count 3 & wait $!; echo ended with $?")
    try:
        terminal.until("ended with 0", patience_s=60)
    finally:
        terminal.close()


@pytest.mark.parametrize("columns", [24, 80])
def test_one_line_is_one_line(gateway, open_terminal, columns):
    terminal = open_terminal(gateway.data, "--one-line", columns=columns, rows=6)
    terminal.until(r"♥ \d+ /min load")
    terminal.pump(3)
    assert len(terminal.lines()) == 1 and terminal.lines()[0].startswith("♥"), terminal.text()
    if columns == 80:
        assert re.search(r"♥ \d+ /min load \d\.\d+ \w+ synthetic [▁▂▃▄▅▆▇█]{3,}", terminal.text()), terminal.text()
    terminal.type(b"q")
    assert terminal.end() == 0


@pytest.mark.parametrize("end", ["stop", "kill"])
def test_says_when_the_connection_is_lost(own_gateway, open_terminal, end):
    running = own_gateway()
    terminal = open_terminal(running.data)
    terminal.until(SPARKLINE)
    getattr(running, end)()
    assert terminal.end() == 1
    assert re.search(r"(?i)\b(lost|closed)\b", terminal.text()), terminal.text()
    assert terminal.screen.cursor.x == 0


def test_says_when_there_is_no_device(own_gateway, open_terminal):
    running = own_gateway(demo=False)
    open_terminal(running.data).until("No device yet")


def live(program, gateway, *options, timeout=60):
    return program.run("live", "--data", gateway.data, *options, timeout=timeout)


def test_json_is_one_reading_per_line(program, gateway):
    done = live(program, gateway, "--json", "--count", 12)
    assert done.returncode == 0 and done.stderr == b""
    readings = [json.loads(line) for line in done.stdout.decode().splitlines()]
    assert len(readings) == 12
    assert {reading["event"] for reading in readings} <= {"hr", "load", "motion"}
    assert {"hr", "motion"} <= {reading["event"] for reading in readings}
    for reading in readings:
        assert reading["device"] == "nightjar-synthetic-1" and reading["t_s"] > 1.7e9
        if reading["event"] == "hr":
            assert 30 < reading["bpm"] < 200 and all(len(beat) == 3 for beat in reading["rr"])


def test_the_address_gives_the_same_as_the_socket(program, gateway):
    done = program.run("live", "--url", gateway.url, "--json", "--count", 2)
    assert done.returncode == 0 and len(done.stdout.splitlines()) == 2


def test_one_device_only(program, gateway):
    done = live(program, gateway, "--json", "--count", 3, "--device", "nightjar-synthetic-1")
    assert done.returncode == 0 and len(done.stdout.splitlines()) == 3
    assert len(live(program, gateway, "--json", "--count", 1, "--device", "Synthetic wearer").stdout.splitlines()) == 1
    assert live(program, gateway, "--device", "nothing").returncode == 3


def test_without_a_terminal_there_are_plain_lines(program, gateway):
    # The wearer loses its link now and then, and has no heart rate for a while.
    deadline = time.monotonic() + 150
    while True:
        done = live(program, gateway, "--count", 2)
        assert done.returncode == 0
        lines = done.stdout.decode().splitlines()
        assert len(lines) == 2
        for line in lines:
            assert "\x1b" not in line and "(synthetic)" in line
            assert re.search(r"heart rate (\d+|–) /min, RMSSD (\d+|–) ms, .*\d", line), line
        if all(re.search(r"heart rate \d+ /min, RMSSD \d+ ms", line) for line in lines):
            return
        assert time.monotonic() < deadline, "no heart rate in all that time"


def test_one_line_and_json_are_two_things(program, gateway):
    assert live(program, gateway, "--one-line", "--json").returncode == 2
    lines = live(program, gateway, "--one-line", "--count", 1).stdout.decode()
    assert "\x1b" not in lines and len(lines.splitlines()) == 1


def test_a_reader_that_leaves_early_is_no_complaint(program, gateway):
    done = subprocess.run(
        f"'{program.binary}' live --data '{gateway.data}' --json | head -n 1", shell=True, capture_output=True,
        env=program.environment, timeout=30)
    assert done.stderr == b"" and json.loads(done.stdout)["device"]
