"""InfiniTime on a PineTime, and a Bangle.js."""

import asyncio
import json
import struct
import time

from .peripheral import Peripheral, characteristic, service, utf8

NUS = "6E40000{}-B5A3-F393-E0A9-E50E24DCCA9E"


class InfiniTime(Peripheral):
    """Heart rate without RR, motion at 10 Hz when it changes; asks us for the time three seconds after connecting."""

    name = "InfiniTime"
    advertised = (0x180D,)
    largest_mtu = 256

    def __init__(self, air, address):
        super().__init__(air, address)
        self.time_read = None

    def table(self):
        motion = "0003000{}-78FC-48FE-8E23-433B3A1942D0"
        self.measurement = characteristic("2A37", "read notify", b"\0\0")
        self.steps = characteristic(motion.format(1), "read notify", b"\0\0\0\0")
        self.motion = characteristic(motion.format(2), "read notify", bytes(6))
        self.battery = characteristic("2A19", "read notify", b"\x4d")
        return [
            self.generic_access(), self.generic_attribute(),
            service("180A", utf8("2A29", "Pine64"), utf8("2A24", "PineTime"), utf8("2A26", "1.15.0"),
                    utf8("2A28", "InfiniTime"), utf8("2A25", "0")),
            service("180F", self.battery),
            service(motion.format(0), self.steps, self.motion),
            service("180D", self.measurement),
        ]

    def on_connected(self, connection):
        asyncio.create_task(self.set_clock(connection))

    async def set_clock(self, connection):
        await asyncio.sleep(3)
        try:
            self.time_read = await self.ask_time(connection)
        except Exception as problem:  # the judge reads what went wrong
            self.time_read = repr(problem)

    async def stream(self):
        tick = 0
        while True:
            await asyncio.sleep(0.1)
            tick += 1
            if tick // 50 % 2 == 0:  # five seconds of moving, five of rest in which nothing is sent
                await self.notify(self.motion, struct.pack("<hhh", tick % 40, 10, 1020))
            if tick % 10 == 0:
                await self.notify(self.measurement, bytes([0, 62]))
            if tick % 100 == 0:
                await self.notify(self.steps, struct.pack("<I", tick // 100))


class SerialLine(Peripheral):
    """Nordic's UART service: lines both ways in pieces of 20 bytes."""

    service_name = NUS.format(1)

    def line_service(self, piece="notify"):
        self.received = b""
        self.outgoing = characteristic(NUS.format(3), piece)
        return service(
            NUS.format(1), characteristic(NUS.format(2), "write write_without_response", write=self.heard),
            self.outgoing,
        )

    def heard(self, connection, value):
        self.written.append(("line", bytes(value)))
        self.received += bytes(value)
        self.on_received(connection)

    def on_received(self, connection):
        while b"\n" in self.received:
            line, self.received = self.received.split(b"\n", 1)
            self.on_line(connection, line.strip(b"\r\x10\x03"))

    def on_line(self, connection, line):
        pass

    async def say(self, text):
        data = text.encode()
        for at in range(0, len(data), 20):
            await self.notify(self.outgoing, data[at:at + 20])
            await asyncio.sleep(0.01)


class Bangle(SerialLine):
    """Bangle.js 2: JSON lines between console output. It obeys the lines of the shipped profile as the watch would."""

    name = "Bangle.js a1b2"
    advertised = (NUS.format(1),)
    reports = None  # seconds between two reports of activity once asked
    listens = False  # whether the script sends acceleration
    scripted = False  # whether the script is defined

    def table(self):
        self.pushed = []  # acceleration in 1/8192 g, as sent
        return [self.generic_access(), self.generic_attribute(), self.line_service()]

    def on_connected(self, connection):
        self.received = b""
        self.reports, self.listens, self.scripted = None, False, False

    def on_line(self, connection, line):
        text = line.decode(errors="replace")
        if text.startswith("GB(") and text.endswith(")"):
            try:
                asked = json.loads(text[3:-1])
            except ValueError:
                return
            if asked.get("t") == "act":
                self.reports = (asked.get("int") or 1) if asked.get("hrm") or asked.get("stp") else None
        elif text.startswith("global.nj={") and text.endswith("};"):
            self.scripted = True
        elif 'Bangle.on("accel",nj.f)' in text and self.scripted:
            self.listens = True
        elif 'Bangle.removeListener("accel",nj.f)' in text:
            self.listens = self.scripted = False

    @staticmethod
    def sample(number):
        """Acceleration in 1/8192 g."""
        return 82 + number % 11, -164, 8110 + number % 7

    async def stream(self):
        ticks = number = taken = 0
        while True:
            await asyncio.sleep(0.8)  # ten samples at 12.5 Hz
            ticks += 1
            if self.listens:
                rows = [self.sample(taken + i) for i in range(10)]
                taken += 10
                line = {"t": "nj", "n": number, "ms": round(time.time() * 1000), "a": [v for row in rows for v in row]}
                number += 1
                await self.say(json.dumps(line, separators=(",", ":")) + "\r\n")
                self.pushed += rows
            else:
                number = taken = 0
            if ticks % 4 == 0 and self.reports:
                await self.say(json.dumps({"t": "act", "hrm": 61, "stp": 3, "rt": 1}, separators=(",", ":")) + "\r\n")
            if ticks % 5 == 0:
                await self.say("> unrelated console text\r\n")
