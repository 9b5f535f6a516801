"""The gateway's log: JSON lines where no person reads, sentences on a terminal, never a health value; and a store that another
program holds."""

import json
import os
import re
import socket
import sqlite3
import subprocess
import time
import urllib.error
import urllib.request

import pytest
from gateway import Gateway, free_port
from terminal import Terminal


def lines_of(box):
    text = (box.data.parent / f"{box.data.name}.log").read_text()
    return [json.loads(line) for line in text.splitlines() if line.startswith("{")]


@pytest.fixture
def box(nightjar, tmp_path):
    options = ["--simulate", "--no-bluetooth", "--no-usb", "--log-level", "debug"]
    box = Gateway(nightjar, tmp_path / "data", demo=False, options=options).start()
    yield box
    box.stop()


def test_requests_are_logged_by_route_and_trace_without_what_they_say(box):
    with box.open("/api/v1/nights?from=2024-02-03&to=2024-02-04") as answer:
        trace = answer.headers["X-Trace-Id"]
    with pytest.raises(urllib.error.HTTPError) as missing:
        box.open("/api/v1/devices/no-such-device-zanzibar")
    assert missing.value.code == 404
    upload = urllib.request.Request(
        box.url + "/api/v1/health-data/upload", method="POST", headers={"Content-Type": "application/json"},
        data=json.dumps({"metrics": [{"metric_id": "m1", "metric_type": "heart_rate", "biometric_data": {"heart_rate": 61.25},
                                      "device_id": "zanzibar", "created_at": "2026-11-20T08:00:00Z"}],
                         "upload_source": "zanzibar", "client_timestamp": "2026-11-20T08:00:00Z"}).encode())
    assert urllib.request.urlopen(upload, timeout=20).status in (200, 201, 202)
    time.sleep(2)
    box.stop()
    lines = lines_of(box)
    one = next(line for line in lines if line.get("trace") == trace)
    assert one["method"] == "GET" and one["route"] == "/api/v1/nights" and one["status"] == 200 and one["duration_ms"] >= 0
    assert one["level"] == "debug" and re.match(r"\d{4}-\d\d-\d\dT", one["time"])
    text = json.dumps(lines)
    assert "zanzibar" not in text and "2024-02" not in text and "61.25" not in text
    links = [line for line in lines if line["message"] == "A device's link changed."]
    assert "streaming" in [line["state"] for line in links] and all(line["level"] == "info" for line in links)
    assert any(line["message"].startswith("Stopped.") for line in lines)
    # Readings went by all the while, and none of them is here.
    assert not re.search(r"bpm|rmssd|rr_ms|heart_rate|\"load\"", text)


def raw(box, data):
    with socket.create_connection(("127.0.0.1", box.port), timeout=20) as wire:
        wire.sendall(data)
        answer = b""
        while piece := wire.recv(65536):
            answer += piece
    return answer


def test_what_is_refused_at_its_head_is_logged_with_reason_and_trace_and_never_what_was_sent(nightjar, tmp_path):
    # As it runs without --log-level: nobody has to ask for it.
    box = Gateway(nightjar, tmp_path / "data", demo=False, options=["--no-bluetooth", "--no-usb"]).start()
    bad = {
        "malformed_head": (400, b"GET /zanzibar a HTTP/1.1\r\nHost: localhost\r\n\r\n"),
        "address_too_long": (414, b"GET /zanzibar" + b"a" * 20000 + b" HTTP/1.1\r\nHost: localhost\r\n\r\n"),
        "fields_too_large": (431, b"GET / HTTP/1.1\r\nHost: localhost\r\nX: zanzibar" + b"a" * 20000 + b"\r\n\r\n"),
    }
    traces = {}
    for reason, (status, data) in bad.items():
        answer = raw(box, data)
        assert answer.startswith(b"HTTP/1.1 %d" % status), answer[:300]
        traces[reason] = json.loads(answer.partition(b"\r\n\r\n")[2])["trace_id"]
    for _ in range(500):
        raw(box, b"GET / HTTP/1.1\r\nHost : zanzibar\r\n\r\n")
    box.stop()
    lines = [line for line in lines_of(box) if line.get("reason") in bad]
    assert "zanzibar" not in json.dumps(lines_of(box))
    for reason, trace in traces.items():
        line = next(line for line in lines if line.get("trace") == trace)
        assert line["reason"] == reason and line["status"] == bad[reason][0] and line["level"] == "info", line
    malformed = [line for line in lines if line["reason"] == "malformed_head"]
    # 501 in all: ten at once, one a minute, and a sum at the end.
    assert len(malformed) < 16, malformed
    assert sum(line.get("untold") or 0 for line in malformed) + len([line for line in malformed if line.get("trace")]) == 501


def test_connections_that_find_no_place_and_heads_that_do_not_come_are_logged(nightjar, tmp_path):
    box = Gateway(nightjar, tmp_path / "data", demo=False, options=["--no-bluetooth", "--no-usb"]).start()
    crowd = [socket.create_connection(("127.0.0.1", box.port), timeout=20) for _ in range(700)]
    slow = socket.create_connection(("127.0.0.1", box.port), timeout=60)
    slow.sendall(b"GET /zanz")
    slow.settimeout(60)
    try:
        assert slow.recv(1) == b""
    except ConnectionResetError:
        pass
    for wire in crowd:
        wire.close()
    box.stop()
    lines = [line for line in lines_of(box) if line.get("reason")]
    crowded = [line for line in lines if line["reason"] == "no_place"]
    assert crowded and all(line["level"] == "warning" for line in crowded) and len(crowded) < 16
    assert sum(line.get("untold") or 0 for line in crowded) + len(crowded) > 100
    assert any(line["reason"] == "head_too_slow" and line["level"] == "info" for line in lines)
    assert "zanz" not in json.dumps(lines_of(box))


def test_a_store_that_is_held_by_another_program_is_503_and_comes_back(box):
    holder = sqlite3.connect(box.data / "store.sqlite", isolation_level=None)
    holder.execute("BEGIN IMMEDIATE")
    request = urllib.request.Request(
        box.url + "/api/v1/wearers", data=json.dumps({"name": "Ada"}).encode(), method="POST",
        headers={"Content-Type": "application/json"})
    with pytest.raises(urllib.error.HTTPError) as busy:
        urllib.request.urlopen(request, timeout=60)
    body = busy.value.read().decode()
    assert busy.value.code == 503 and int(busy.value.headers["Retry-After"]) > 0, body
    assert str(box.data) not in body and "INSERT" not in body
    trace = json.loads(body)["trace_id"]
    holder.execute("ROLLBACK")
    holder.close()
    with urllib.request.urlopen(request, timeout=60) as answer:
        assert answer.status in (200, 201)
    box.stop()
    line = next(line for line in lines_of(box) if line.get("trace") == trace)
    assert line["level"] == "error" and line["status"] == 503 and "locked" in line["cause"]


def test_the_journal_gets_priorities_and_a_terminal_sentences(nightjar, tmp_path):
    words = [nightjar, "serve", "--data", str(tmp_path / "data"), "--listen", f"127.0.0.1:{free_port()}", "--simulate",
             "--no-bluetooth", "--no-usb"]
    read, write = os.pipe()
    status = os.fstat(write)
    journal = dict(os.environ, JOURNAL_STREAM=f"{status.st_dev}:{status.st_ino}")
    process = subprocess.Popen(words, stderr=write, stdout=subprocess.PIPE, env=journal)
    os.close(write)
    while b"Control-C" not in process.stdout.readline():
        assert process.poll() is None
    process.terminate()
    assert process.wait(30) == 0
    with os.fdopen(read) as stream:
        lines = stream.read().splitlines()
    assert lines and all(re.match(r"<[3467]>\{", line) for line in lines), lines
    assert any("Stopped." in json.loads(line[3:])["message"] for line in lines)
    screen = Terminal(words, columns=200, rows=30)
    try:
        screen.until("Control-C stops it.")
        screen.until(r"nightjar: A device.s link changed\. \(device nightjar-synthetic")
        assert "{" not in "".join(screen.screen.display)
    finally:
        screen.close()


def test_a_reader_that_takes_nothing_holds_nobody_up(nightjar, tmp_path):
    read, write = os.pipe()
    box = Gateway(nightjar, tmp_path / "data", demo=False, options=["--no-bluetooth", "--no-usb", "--log-level", "debug"])
    box.data.mkdir()
    words = [nightjar, "serve", "--data", str(box.data), "--listen", f"127.0.0.1:{box.port}", *box.options]
    process = subprocess.Popen(words, stderr=write, stdout=subprocess.PIPE)
    os.close(write)
    try:
        while b"Control-C" not in process.stdout.readline():
            assert process.poll() is None
        # Some 200 bytes each: far more than the pipe and the log hold.
        for _ in range(3000):
            box.get("/api/v1/health")
        process.terminate()
        assert process.wait(30) == 0
    finally:
        process.kill()
        os.close(read)


def test_a_level_that_is_none_is_refused(nightjar, tmp_path):
    done = subprocess.run([nightjar, "serve", "--data", tmp_path, "--log-level", "loud"], capture_output=True, text=True, timeout=30)
    assert done.returncode == 2 and "error, warning, info or debug" in done.stderr
