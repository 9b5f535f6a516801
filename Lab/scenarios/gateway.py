"""A running `nightjar serve`: its HTTP interface, its events, and its store read with sqlite3."""

import asyncio
import json
import shutil
import sqlite3
import time
import urllib.parse
from pathlib import Path

from .judge import until
from .program import start
from .samples import samples, unpacked

PORT = 8765


def device_name(address):
    return address if "-" in address else "bluetooth-" + address.replace(":", "").lower()


class Gateway:
    port = PORT

    def __init__(self, data):
        self.data = Path(data)
        self.run = None
        self.events = []  # (monotonic seconds, name, document)
        self.listener = None

    @classmethod
    async def open(cls, data, *options, fresh=True):
        if fresh:
            shutil.rmtree(data, ignore_errors=True)
        gateway = cls(data)
        await gateway.begin(*options)
        return gateway

    async def begin(self, *options):
        self.run = await start(
            "serve", "--data", str(self.data), "--listen", f"127.0.0.1:{self.port}", "--zone", "Europe/Berlin", *options)

        async def answers():
            assert self.run.process.returncode is None, f"the gateway ended: {self.run.errors[-600:]}"
            try:
                return await self.get("/api/v1/health")
            except OSError:
                return None

        await until(answers, 40, "the gateway's health")
        self.listener = asyncio.create_task(self.listen())

    async def end(self):
        if self.listener:
            self.listener.cancel()
        code = await self.run.stop(seconds=30)
        assert code == 0, f"the gateway ended with {code}: {self.run.errors[-600:]}"

    # HTTP, by hand: nothing here may block the radio

    async def ask(self, method, path, body=None, seconds=30):
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        content = json.dumps(body).encode() if body is not None else b""
        head = [f"{method} {path} HTTP/1.1", f"Host: localhost:{self.port}", "Connection: close"]
        if body is not None:
            head += ["Content-Type: application/json", f"Content-Length: {len(content)}"]
        writer.write("\r\n".join(head + ["", ""]).encode() + content)
        answer = await asyncio.wait_for(reader.read(), seconds)
        writer.close()
        head, _, rest = answer.partition(b"\r\n\r\n")
        if b"chunked" in head.lower():
            whole = b""
            while rest:
                size, _, rest = rest.partition(b"\r\n")
                count = int(size or b"0", 16)
                whole, rest = whole + rest[:count], rest[count + 2:]
            rest = whole
        status = int(head.split()[1])
        assert status < 400, f"{method} {path}: {status} {rest[:400].decode(errors='replace')}"
        return json.loads(rest) if rest.strip().startswith((b"{", b"[")) else rest

    async def get(self, path):
        return await self.ask("GET", path)

    async def listen(self):
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port, limit=1 << 24)
        writer.write(f"GET /api/v1/live/stream HTTP/1.1\r\nHost: localhost:{self.port}\r\n\r\n".encode())
        name = ""
        while line := await reader.readline():
            if line.startswith(b"event:"):
                name = line[6:].strip().decode()
            elif line.startswith(b"data:"):
                try:
                    self.events.append((time.monotonic(), name, json.loads(line[5:])))
                except ValueError:
                    pass

    def heard(self, name, device=None, since=0.0):
        return [
            (at, document) for at, kind, document in self.events
            if kind == name and at >= since and (device is None or document.get("device") == device)]

    # Devices

    async def devices(self):
        return (await self.get("/api/v1/devices"))["devices"]

    async def device(self, address):
        """The entry of the wearable with this address, by the part of its id; None while it is unknown."""
        wanted = address.upper()
        return next((one for one in await self.devices() if wanted in one["id"].upper()), None)

    async def adopt(self, address, profile=None, **choices):
        """Waits until it is found, and by the given profile, then gives consent; the entry."""
        async def found():
            entry = await self.device(address)
            return entry if entry and (profile is None or profile in entry["profiles"][:1]) else None

        entry = await until(found, 40, f"{address} among the devices found" + (f" as {profile}" if profile else ""))
        path = f"/api/v1/devices/{urllib.parse.quote(entry['id'], safe='')}/adopt"
        return await self.ask("POST", path, choices)

    async def streaming(self, address, seconds=40):
        async def streams():
            entry = await self.device(address)
            return entry if entry and entry["stage"] in ("streaming", "resumed") else None

        async def stage():
            entry = await self.device(address)
            return entry and (entry["stage"], entry["reason"], entry["steps"][-4:])

        try:
            return await until(streams, seconds, f"{address} streaming")
        except AssertionError:
            raise AssertionError(f"{address} does not stream after {seconds} s: {await stage()}") from None

    # The store. Reading it takes time in which the radio must go on: scenarios do it by `read`.

    @staticmethod
    async def read(work):
        """What `work()` gives, done beside the radio: the kernel gives up a controller that says nothing for 2 s."""
        return await asyncio.to_thread(work)

    def rows(self, question, *values):
        path = self.data / "store.sqlite"
        with sqlite3.connect(f"file:{path}?mode=ro", uri=True, timeout=20) as connection:
            return connection.execute(question, values).fetchall()

    def channels(self):
        """Samples in the store by device and channel."""
        counts = {}
        for table in ("raw_batch", "raw_block"):
            for device, channel, samples in self.rows(
                f"SELECT device.name, stream.channel, sum({table}.samples) FROM {table} "
                f"JOIN stream ON stream.id = {table}.stream JOIN source ON source.id = stream.source "
                "JOIN device ON device.id = source.device GROUP BY 1, 2"
            ):
                counts[(device, channel)] = counts.get((device, channel), 0) + samples
        return counts

    def samples(self, address, channel):
        """Every sample of a live stream of the wearable with this address, in the order of their batches."""
        name = device_name(address)
        joined = ("JOIN stream ON stream.id = {0}.stream JOIN source ON source.id = stream.source "
                  "JOIN device ON device.id = source.device WHERE device.name = ?1 AND channel = ?2")
        rows = self.rows(
            "SELECT start, 0, axes, size, body FROM raw_block " + joined.format("raw_block") + " UNION ALL "
            "SELECT start, sequence, axes, 0, body FROM raw_batch " + joined.format("raw_batch") + " ORDER BY 1, 2",
            name, channel)
        return [one for _, _, axes, size, body in rows
                for one in samples(unpacked(body, size) if size else body, axes)]

    def beats(self, address):
        """(seconds since 1970, RR interval in ms) of the wearable's beats, in order."""
        return [(time / 1e9, rr) for time, rr in self.rows(
            "SELECT time, rr FROM beat JOIN source ON source.id = beat.source JOIN device ON device.id = source.device "
            "WHERE device.name = ?1 ORDER BY time", device_name(address))]

    def count(self, address, channel):
        """How many samples of a stream, or `beats`, the store has of the wearable with this address; quick."""
        if channel == "beats":
            return self.rows("SELECT count(*) FROM beat JOIN source ON source.id = beat.source JOIN device "
                             "ON device.id = source.device WHERE device.name = ?1", device_name(address))[0][0]
        return sum(self.rows(
            f"SELECT ifnull(sum({table}.samples), 0) FROM {table} JOIN stream ON stream.id = {table}.stream "
            "JOIN source ON source.id = stream.source JOIN device ON device.id = source.device "
            "WHERE device.name = ?1 AND channel = ?2", device_name(address), channel)[0][0]
            for table in ("raw_block", "raw_batch"))

    def losses(self):
        return self.rows(
            "SELECT device.name, loss.cause, loss.at, loss.first, loss.end, loss.count, loss.unit, loss.detail "
            "FROM loss JOIN source ON source.id = loss.source JOIN device ON device.id = source.device ORDER BY at")
