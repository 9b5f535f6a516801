"""Movesense (GATT sensor data protocol) and Nordic's Thingy:52."""

import asyncio
import math
import struct
import time

from .peripheral import Peripheral, characteristic, service, utf8


class Movesense(Peripheral):
    """Answers HELLO, SUBSCRIBE and UNSUBSCRIBE; sends acceleration, HR, ECG and temperature."""

    name = "Movesense 174630000192"
    advertised = (0xFDF3,)
    largest_mtu = 161

    def table(self):
        self.running = {}
        self.outgoing = characteristic("34800002-7185-4D5D-B431-630E7050E8F0", "notify")
        return [
            self.generic_access(), self.generic_attribute(),
            service("34802252-7185-4D5D-B431-630E7050E8F0",
                    characteristic("34800001-7185-4D5D-B431-630E7050E8F0", "write write_without_response",
                                   write=self.commanded),
                    self.outgoing),
            service("180A", utf8("2A29", "Suunto"), utf8("2A24", "Movesense"), utf8("2A25", "174630000192"),
                    utf8("2A26", "2.2.0")),
            service("180F", characteristic("2A19", "read notify", b"\x50")),
        ]

    def on_connected(self, connection):
        self.stop_all()
        connection.on("disconnection", lambda _: self.stop_all())

    def stop_all(self):
        for task in self.running.values():
            task.cancel()
        self.running = {}

    def commanded(self, connection, value):
        value = bytes(value)
        self.written.append(("command", value))
        operation, reference = value[0], value[1]
        status = 200
        if operation == 1:
            path = value[2:].rstrip(b"\0").decode(errors="replace")
            if path.split("/")[2] not in ("Acc", "HR", "ECG", "Temp") or len(self.running) == 4:
                status = 503
            else:
                self.running[reference] = asyncio.create_task(self.measure(reference, path))
        elif operation == 2 and reference in self.running:
            self.running.pop(reference).cancel()
        answer = bytes([1, reference]) + struct.pack("<H", status)
        asyncio.create_task(self.notify(self.outgoing, answer))

    async def measure(self, reference, path):
        parts = path.split("/")
        rate = int(parts[3]) if len(parts) > 3 else 1
        zero, sent = time.monotonic(), 0
        while True:
            count = {"Acc": 8, "ECG": 16}.get(parts[2], 1)
            sent += count
            await asyncio.sleep(max(0, zero + sent / rate - time.monotonic()))
            stamp = struct.pack("<I", int((time.monotonic() - zero) * 1000) + 1000)
            if parts[2] == "Acc":
                body = stamp + b"".join(struct.pack("<fff", 0.1, 0.2, 9.81) for _ in range(count))
            elif parts[2] == "ECG":
                body = stamp + b"".join(struct.pack("<h", int(900 * math.sin(sent + i))) for i in range(count))
            elif parts[2] == "HR":
                body = struct.pack("<fH", 61.5, 976)
            else:
                body = stamp + struct.pack("<f", 305.2)
            await self.notify(self.outgoing, bytes([2, reference]) + body)


class Thingy(Peripheral):
    """Raw motion as its configuration asks, 5 to 200 Hz."""

    name = "Thingy"
    advertised = ("EF680100-9B35-4933-9B10-52FFA9740042",)

    def table(self):
        base = "EF68{}-9B35-4933-9B10-52FFA9740042"
        self.rate = 10
        self.configuration = struct.pack("<HHHHB", 500, 5000, 5000, 10, 1)
        self.steps = characteristic(base.format("0405"), "notify")
        self.raw = characteristic(base.format("0406"), "notify")
        return [
            self.generic_access(), self.generic_attribute(),
            service(base.format("0100"), characteristic(base.format("0101"), "read write", self.name.encode())),
            service(base.format("0400"),
                    characteristic(base.format("0401"), "read write", read=lambda: self.configuration,
                                   write=self.configured),
                    self.steps, self.raw),
            service("180F", characteristic("2A19", "read notify", b"\x63")),
        ]

    def configured(self, connection, value):
        self.written.append(("configuration", bytes(value)))
        if len(value) == 9:
            self.configuration = bytes(value)
            self.rate = min(200, max(5, struct.unpack_from("<H", value, 6)[0]))

    async def stream(self):
        count = 0
        while True:
            await asyncio.sleep(1 / self.rate)
            count += 1
            await self.notify(self.raw, struct.pack("<9h", 10, -20, 1024, 1, 2, 3, 320, 0, -640))
            if count % (5 * self.rate) == 0:
                await self.notify(self.steps, struct.pack("<II", count // 50, 1000))
