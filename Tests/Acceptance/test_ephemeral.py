"""`serve --ephemeral`: everything works, nothing reaches a disk, and everything is gone with the process."""

import gzip
import json
import os
import pathlib
import re
import shutil
import subprocess
import time
import urllib.request

import pytest
from gateway import free_port
from test_snapshots import counts

OFF = ["--no-bluetooth", "--no-usb", "--zone", "Europe/Berlin"]
CALLS = "open,openat,openat2,creat,mkdir,mkdirat,rename,renameat,renameat2,link,linkat,symlink,symlinkat,mknod,mknodat,truncate,bind"


class Ephemeral:
    """A gateway that keeps nothing, in a home and with folders for temporary files of its own."""

    def __init__(self, nightjar, folder, options=(), before=()):
        self.nightjar, self.folder = nightjar, folder
        self.places = [folder / name for name in ("home", "tmp", "here", "data", "state")]
        for place in self.places:
            place.mkdir()
        home, temporary, here, data, state = map(str, self.places)
        kept = {key: value for key, value in os.environ.items() if key != "TZ"}
        self.environment = kept | {"HOME": home, "TMPDIR": temporary, "XDG_DATA_HOME": data, "XDG_STATE_HOME": state}
        self.url = f"http://127.0.0.1:{free_port()}"
        with open(folder / "log", "wb") as log:
            self.process = subprocess.Popen(
                [*before, nightjar, "serve", "--ephemeral", "--json", "--listen", self.url[7:], *OFF, *options],
                stdout=subprocess.PIPE, stderr=log, cwd=here, env=self.environment)
        line = self.process.stdout.readline()
        assert line, self.log()
        self.said = json.loads(line)
        self.data = pathlib.Path(self.said["data"])

    def log(self):
        return (self.folder / "log").read_text(errors="replace")

    def ask(self, method, path, body=None):
        request = urllib.request.Request(self.url + "/api/v1" + path, body, method=method)
        if body is not None:
            request.add_header("Content-Type", "application/octet-stream")
        with urllib.request.urlopen(request, timeout=60) as answer:
            return answer.read()

    def command(self, *words, **more):
        """A command as another person's shell would run it, in a place that is not looked at."""
        elsewhere = self.folder / "elsewhere"
        elsewhere.mkdir(exist_ok=True)
        environment = self.environment | {"HOME": str(elsewhere), "TMPDIR": str(elsewhere), "XDG_STATE_HOME": str(elsewhere)}
        done = subprocess.run([self.nightjar, *words, "--data", str(self.data)], capture_output=True, text=True, cwd=elsewhere,
                              env=environment, timeout=120, **more)
        assert done.returncode == 0, (words, done.stderr)
        return done.stdout

    def left(self):
        """What is in any of the folders that it might write to."""
        return [str(path) for place in self.places for path in place.rglob("*")]

    def end(self):
        if self.process.poll() is None:
            self.process.terminate()
        return self.process.wait(60)


@pytest.fixture
def ephemeral(nightjar, tmp_path):
    started = []

    def start(*options, before=()):
        started.append(Ephemeral(nightjar, tmp_path, options, before))
        return started[-1]

    yield start
    for running in started:
        if running.process.poll() is None:
            running.process.kill()
            running.process.wait()


def brought(box, name, content):
    status = json.loads(box.ask("POST", f"/imports?name={name}&zone=Europe/Berlin", content))
    deadline = time.monotonic() + 120
    while status["state"] not in ("complete", "failed", "duplicate", "cancelled"):
        assert time.monotonic() < deadline, status
        time.sleep(0.1)
        status = json.loads(box.ask("GET", f"/imports/{status['id']}"))
    return status["state"]


def written(trace, data):
    """Paths that calls of a trace made, changed or opened for writing: in the folder, and elsewhere."""
    inside, outside = set(), set()
    for line in trace.splitlines():
        call = re.match(r"(\w+)\((.*)\) += \d", line)
        if not call or call[1] in ("open", "openat", "openat2") and not re.search(r"O_(WRONLY|RDWR|CREAT|TRUNC|APPEND|TMPFILE)", call[2]):
            continue
        for path in re.findall(r'"([^"]*)"', call[2]):
            if call[1] == "bind" and not path.startswith("/"):
                continue
            (inside if path.startswith(f"{data}/") or path == str(data) else outside).add(path)
    return inside, {path for path in outside if not re.match(r"/dev/(null|tty|urandom|bus/|hidraw)|/proc/", path)}


def test_a_whole_session_writes_nothing_to_a_disk(ephemeral, nightjar, tmp_path):
    trace = tmp_path / "trace"
    strace = shutil.which("strace")
    before = [strace, "-D", "-ff", "-qq", "-s", "4096", "-e", f"trace={CALLS}", "-o", str(trace)] if strace else []
    box = ephemeral("--simulate", before=before)
    assert box.said["ephemeral"] is True
    assert json.loads(box.ask("GET", "/health"))["store"]["ephemeral"] is True

    week = [*["Jo", "02-Mar-2024", "12:00", "4", "40", "V123456", "F"], *map(str, counts(3 * 1440, 5))]
    recording = ("\r\n".join(week) + "\r\n").encode()
    assert brought(box, "week.AWD", recording) == "complete"
    # Unpacked into a temporary file first.
    assert brought(box, "other.AWD.gz", gzip.compress(recording.replace(b"V123456", b"V654321"))) == "complete"
    nights = json.loads(box.ask("GET", "/nights"))["nights"]
    assert len(nights) >= 3
    for form in ["edf", "csv", "json"]:
        assert len(box.ask("GET", f"/nights/{nights[0]['date']}/export?format={form}")) > 500
    box.ask("POST", f"/nights/{nights[0]['date']}/rescore")

    box.command("record", "start", "--hours", "9")
    box.command("live", "--json", "--count", "3")
    box.command("record", "stop")
    box.command("relay", "watch", "--json", "--count", "2")
    box.command("relay", "phone", "userinfo", '{"note": "for later"}')
    box.command("account", "add", "ada@example.org", input="a-password-that-stands-nowhere\n")
    box.command("account", "export", "ada@example.org", "-o", "ada.zip")
    assert (tmp_path / "elsewhere/ada.zip").read_bytes()[:2] == b"PK"
    doctor = subprocess.run([nightjar, "doctor", "--data", str(box.data)], capture_output=True, text=True, timeout=60)
    assert "The store is whole, and in memory" in doctor.stdout

    # While it runs: every regular file that it may write to is in its folder.
    for link in pathlib.Path(f"/proc/{box.process.pid}/fd").iterdir():
        try:
            target, flags = os.readlink(link), (link.parent.parent / "fdinfo" / link.name).read_text()
        except FileNotFoundError:
            continue
        if target.startswith("/") and not target.startswith("/dev/") and int(re.search(r"flags:\s*(\d+)", flags)[1], 8) & 3:
            assert target.startswith(f"{box.data}/") or target == str(tmp_path / "log"), target
    assert box.left() == []

    assert box.end() == 0, box.log()
    assert not box.data.exists() and box.left() == []
    assert "Nothing is kept" in box.log() and "Nothing was kept" in box.log()
    if strace:
        # One file for each thread, so that no call is cut in two by another's.
        calls = "".join(path.read_text(errors="replace") for path in tmp_path.glob("trace.*"))
        inside, outside = written(calls, box.data)
        assert outside == set()
        assert {f"{box.data}/store.sqlite", f"{box.data}/store.sqlite-wal", f"{box.data}/gateway.sock"} <= inside
        # What was unpacked went into a file without a name, there too.
        assert re.search(rf'"{box.data}", [A-Z_|]*O_TMPFILE', calls)


def test_an_archive_unpacks_to_half_of_what_is_left_at_most(ephemeral):
    box = ephemeral("--memory-limit", "256")
    assert brought(box, "bomb.csv.gz", gzip.compress(bytes(400 << 20), 1)) == "failed"
    said = json.loads(box.ask("GET", "/imports"))["imports"][0]["message"]
    assert int(re.search(r"more than (\d+) MiB", said)[1]) << 20 <= 128_000_000, said


def test_everything_is_gone_after_kill_9(ephemeral):
    box = ephemeral("--simulate")
    assert (box.data / "store.sqlite").exists()
    box.process.kill()
    box.process.wait()
    deadline = time.monotonic() + 10
    while box.data.exists():
        assert time.monotonic() < deadline, "it is still there"
        time.sleep(0.05)
    assert box.left() == []


def test_the_page_says_that_nothing_is_kept(ephemeral, browser):
    box = ephemeral("--simulate")
    browser.open(box.url)
    browser.until(lambda: browser.one("#ephemeral").is_displayed())
    assert browser.text("#ephemeral") == "Not kept"
    assert browser.text("#kept") == "Nothing here is kept once Nightjar stops"


@pytest.mark.parametrize("words, reason", [
    (["--ephemeral", "--data", "kept"], "--data"),
    (["--ephemeral", "--listen", "0.0.0.0:8001"], "this machine only"),
    (["--ephemeral", "--memory-limit", "1"], "from 256"),
    (["--memory-limit", "500"], "goes with --ephemeral"),
])
def test_what_contradicts_it_is_refused(program, words, reason):
    done = program.run("serve", *words)
    assert done.returncode == 2 and reason in done.stderr.decode()
    assert not (program.home / "kept").exists()
