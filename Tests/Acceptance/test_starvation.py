"""A process without open files to spare, and clients that hold connections: it says so, or answers the others."""

import json
import os
import resource
import signal
import socket
import ssl
import subprocess
import time
from pathlib import Path

from gateway import Gateway, free_port

BARE = ["--no-bluetooth", "--no-usb"]


def files(process):
    return len(os.listdir(f"/proc/{process.pid}/fd"))


def seconds_used(process):
    fields = Path(f"/proc/{process.pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def test_too_few_files_are_said_at_the_start(nightjar, tmp_path):
    words = [nightjar, "serve", "--data", str(tmp_path / "data"), "--listen", f"127.0.0.1:{free_port()}", *BARE]
    done = subprocess.run(
        words, capture_output=True, text=True, timeout=60,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (32, 32)))
    assert done.returncode == 1
    assert "ulimit -n" in done.stderr and "LimitNOFILE" in done.stderr
    assert "Dashboard" not in done.stdout
    assert not (tmp_path / "data").exists()


def test_a_low_soft_limit_is_raised(nightjar, tmp_path):
    box = Gateway(nightjar, tmp_path / "data", demo=False, options=BARE)
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (64, hard))
    try:
        box.start()
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    try:
        assert resource.prlimit(box.process.pid, resource.RLIMIT_NOFILE)[0] == min(hard, 65536)
    finally:
        box.stop()


def test_without_files_it_waits_says_so_once_and_ends_when_it_is_asked_to(nightjar, tmp_path):
    box = Gateway(nightjar, tmp_path / "data", demo=False, options=BARE).start()
    try:
        # It answers before its last part is open.
        while "Control-C stops it." not in box.log():
            time.sleep(0.05)
        soft, hard = resource.prlimit(box.process.pid, resource.RLIMIT_NOFILE)
        resource.prlimit(box.process.pid, resource.RLIMIT_NOFILE, (files(box.process), hard))
        clients = [socket.create_connection(("127.0.0.1", box.port), timeout=20) for _ in range(4)]
        for path in ["gateway.sock", "relay.sock"]:
            client = socket.socket(socket.AF_UNIX)
            client.connect(str(tmp_path / "data" / path))
            clients.append(client)
        before = seconds_used(box.process)
        time.sleep(4)
        assert seconds_used(box.process) - before < 1.5, "it spins"
        resource.prlimit(box.process.pid, resource.RLIMIT_NOFILE, (soft, hard))
        clients[0].sendall(b"GET /api/v1/health HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
        assert clients[0].recv(4096).startswith(b"HTTP/1.1 200")
        resource.prlimit(box.process.pid, resource.RLIMIT_NOFILE, (files(box.process) - 2, hard))
        extra = socket.create_connection(("127.0.0.1", box.port), timeout=20)
        time.sleep(1)
        box.process.send_signal(signal.SIGTERM)
        assert box.process.wait(10) == 0
        extra.close()
    finally:
        box.stop()


def test_512_tls_connections_that_drip_keep_nobody_out(nightjar, tmp_path):
    data, port = tmp_path / "data", free_port()
    made = subprocess.run(
        [nightjar, "lan", "on", "--data", data, "--email", "ada@example.org", "--port", str(port), "--json"],
        input="a-password-that-stands-nowhere\n", capture_output=True, text=True, timeout=60)
    assert made.returncode == 0, made.stderr
    authority = json.loads(made.stdout)["authority"]
    box = Gateway(nightjar, data, demo=False, options=BARE).start()
    held = []
    try:
        # From nine addresses, 64 each: as many as the socket takes, and more.
        for number in range(576):
            client = socket.socket()
            client.bind((f"127.0.1.{number // 64 + 1}", 0))
            client.connect(("127.0.0.1", port))
            client.sendall(b"\x16\x03")
            held.append(client)
        context = ssl.create_default_context(cafile=authority)
        started = time.monotonic()
        with context.wrap_socket(socket.create_connection(("127.0.0.1", port), timeout=20), server_hostname="127.0.0.1") as wire:
            wire.sendall(b"GET /api/v1/health HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n")
            assert wire.recv(4096).startswith(b"HTTP/1.1 200")
        assert time.monotonic() - started < 15
        assert box.get("/api/v1/health")
        # They drip on, and are ended all the same: a handshake has 20 s.
        deadline = time.monotonic() + 45
        while held and time.monotonic() < deadline:
            for client in list(held):
                try:
                    client.sendall(b"\x01")
                except OSError:
                    held.remove(client)
            time.sleep(2)
        assert not held
    finally:
        for client in held:
            client.close()
        box.stop()
