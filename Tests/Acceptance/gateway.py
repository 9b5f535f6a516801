"""A real gateway in its own process, on a free port, with its own store."""

import json
import socket
import subprocess
import time
import urllib.error
import urllib.request


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Gateway:
    """`nightjar serve`, which can be stopped and started again at the same address with the same store."""

    def __init__(self, binary, data, demo=True, options=(), before=()):
        self.binary = binary
        self.data = data
        self.demo = demo
        self.options = list(map(str, options))
        self.before = list(map(str, before))  # the words of a program that runs it
        self.port = free_port()
        self.process = None
        self.has_no_night = False

    @property
    def url(self):
        return f"http://127.0.0.1:{self.port}"

    def start(self, patience_s=60, closed=False):
        """Starts and waits until it answers; a `closed` one with 503, and with None either way."""
        self.data.mkdir(parents=True, exist_ok=True)
        command = [*self.before, self.binary, "serve", "--data", str(self.data), "--listen", f"127.0.0.1:{self.port}"]
        command += self.options
        if self.demo:
            command.append("--demo")
        with open(self.data.parent / f"{self.data.name}.log", "ab") as log:
            self.process = subprocess.Popen(command, stdout=log, stderr=log)
        deadline = time.monotonic() + patience_s
        while time.monotonic() < deadline:
            if self.process.poll() is not None:
                raise RuntimeError(f"the gateway ended with {self.process.returncode}:\n{self.log()}")
            try:
                self.get("/api/v1/health")
                assert not closed, "it is open"
                return self
            except urllib.error.HTTPError as error:
                if closed is not False and error.code == 503:
                    return self
                time.sleep(0.1)
            except (urllib.error.URLError, ConnectionError, TimeoutError):
                time.sleep(0.1)
        raise RuntimeError(f"the gateway does not answer:\n{self.log()}")

    def log(self):
        return (self.data.parent / f"{self.data.name}.log").read_text(errors="replace")[-4000:]

    def stop(self):
        if self.process and self.process.poll() is None:
            self.process.terminate()
            try:
                self.process.wait(15)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()

    def kill(self):
        self.process.kill()
        self.process.wait()

    def open(self, path, timeout=20):
        return urllib.request.urlopen(self.url + path, timeout=timeout)

    def get(self, path):
        with self.open(path) as answer:
            return json.load(answer)

    def latest_night(self, patience_s=300):
        """The newest night, as soon as there is one; waited for in vain only once."""
        deadline = time.monotonic() + (0 if self.has_no_night else patience_s)
        while True:
            try:
                return self.get("/api/v1/nights/latest")
            except urllib.error.HTTPError as error:
                if error.code != 404 or time.monotonic() >= deadline:
                    self.has_no_night = True
                    raise
                time.sleep(0.5)
