"""OpenMovement AxLE and the Colmi ring."""

import asyncio
import datetime
import struct
import time

from .peripheral import Peripheral, characteristic, service, utf8
from .watches import NUS, SerialLine


class AxLE(SerialLine):
    """A band of ASCII commands. It counts what would wipe the night: that must stay at zero."""

    name = "axLE-Band-ABCDEF"
    largest_mtu = 23
    advertised = (NUS.format(1),)
    serial = "C0FFEEABCDEF"

    def __init__(self, air, address):
        super().__init__(air, address)
        self.authenticated = False
        self.streaming = False
        self.erased = 0
        self.offset = 0
        self.interval = 60
        self.read_index = 0

    def table(self):
        return [
            self.generic_access(), self.generic_attribute(), self.line_service(),
            service("180A", utf8("2A29", "Newcastle University"), utf8("2A24", "axLE"), utf8("2A25", self.serial),
                    utf8("2A26", "1.10")),
            service("180F", characteristic("2A19", "read notify", b"\x5a")),
        ]

    def on_connected(self, connection):
        self.authenticated = self.streaming = False

    def on_received(self, connection):
        self.streaming = False  # any byte ends the stream
        # A command is one write, with or without a line end.
        line, self.received = self.received.strip(b"\r\n\0"), b""
        if line:
            self.on_line(connection, line)

    def clock(self):
        return int(time.time()) + self.offset

    def on_line(self, connection, line):
        text = line.decode(errors="replace")
        head, rest = text[0].upper(), text[1:]
        answer = None
        if head == "#":
            answer = "#:" + self.serial
        elif head == "U":
            self.authenticated = rest.upper() == self.serial[-6:]
            answer = "Authenticated" if self.authenticated else "!"
        elif not self.authenticated:
            answer = "!"
        elif head == "B":
            answer = "B:90%"
        elif head == "T":
            if rest:
                self.offset = self.number(rest) - int(time.time())
            answer = f"T:{self.clock()}"
        elif head == "N":
            if rest:
                self.interval = self.number(rest) if 15 <= self.number(rest) <= 7200 else 60
            answer = f"N:{self.interval}"
        elif head == "A":
            answer = "A:12,-30,4090,00"
        elif head in "HS":
            answer = f"{head}:0"
        elif head == "L":
            answer = "LP"
        elif head == "F":
            answer = "HP"
        elif head == "V":
            answer = "V:40ms"
        elif head in "QW":
            if head == "W" and rest:
                self.read_index = int.from_bytes(bytes.fromhex(rest), "little")
            answer = "\r\n".join(
                [f"T:{self.clock()}", "B:3", "E:10", f"N:{self.clock() - 600}", "C:4", f"I:{self.read_index}"])
        elif head == "R":
            answer = self.block(self.read_index).hex().upper()
            self.read_index = (self.read_index + 1) % 4
        elif head == "I":
            self.streaming = True
            answer = "OP:01, 50, 8" if not rest.strip() else "OP:03, " + ", ".join(rest.split())
        elif text.upper() == "E?":
            answer = "B:1\r\nR:1\r\nE:0"
        elif head == "E":
            self.erased += 1
            answer = "Erase all" if rest == "!" else "Erase data"
        elif head == "P":
            answer = "P:" + rest[:6]
        if answer is not None:
            asyncio.create_task(self.say(answer + "\r\n"))

    @staticmethod
    def number(text):
        return int.from_bytes(bytes.fromhex(text.rjust(len(text) + len(text) % 2, "0")), "little")

    def block(self, number):
        epochs = b"".join(struct.pack("<bbBBI", 90, 31, 0x15, 2, 40 + i) for i in range(60))
        head = struct.pack("<HHIHH", number, 480, self.clock() - (4 - number) * 3600, 0, 60) + bytes(18)
        block = (head + epochs).ljust(510, b"\0")
        total = sum(struct.unpack("<255H", block)) & 0xFFFF
        return block + struct.pack("<H", -total & 0xFFFF)

    async def stream(self):
        ticks = 0
        while True:
            await asyncio.sleep(0.5)
            ticks += 16384
            if self.streaming:
                packet = struct.pack("<IHH", ticks & 0xFFFFFF, 700, 120)
                packet += b"".join(struct.pack("<hhh", 12 + i, -30, 4090) for i in range(25))
                await self.say(packet.hex().upper() + "\r\n")


class Colmi(Peripheral):
    """The ring of 16-byte packets."""

    name = "R02_A1B2"
    advertised = ("6E40FFF0-B5A3-F393-E0A9-E50E24DCCA9E",)
    largest_mtu = 23

    def table(self):
        self.live = None
        self.ahead = 0
        self.erased = 0
        self.outgoing = characteristic(NUS.format(3), "notify")
        return [
            self.generic_access(), self.generic_attribute(),
            service("6E40FFF0-B5A3-F393-E0A9-E50E24DCCA9E",
                    characteristic(NUS.format(2), "write write_without_response", write=self.commanded),
                    self.outgoing),
            service("180A", utf8("2A29", "Colmi"), utf8("2A24", "R02"), utf8("2A26", "R02_3.00.06"),
                    utf8("2A27", "R02_V3.0")),
        ]

    @staticmethod
    def packet(*data):
        body = bytes(data).ljust(15, b"\0")
        return body + bytes([sum(body) & 0xFF])

    def on_connected(self, connection):
        self.live = None

    def commanded(self, connection, value):
        value = bytes(value)
        self.written.append(("command", value))
        if len(value) != 16 or sum(value[:15]) & 0xFF != value[15]:
            return
        command = value[0]
        if command == 0x01:
            # Decimal digits of the local time; how far it is ahead of UTC.
            told = datetime.datetime(2000 + int(f"{value[1]:x}"), *(int(f"{digits:x}") for digits in value[2:7]))
            self.ahead = round((told.replace(tzinfo=datetime.UTC).timestamp() - time.time()) / 900) * 900
            answer = self.packet(1)
        elif command == 0x03:
            answer = self.packet(3, 64, 0)
        elif command == 0x69:
            self.live = value[1]
            answer = self.packet(0x69, value[1], 0, 0)
        elif command == 0x6A:
            self.live = None
            answer = self.packet(0x6A, value[1])
        elif command == 0x15:
            asyncio.create_task(self.hand_over(int.from_bytes(value[1:5], "little")))
            return
        elif command in (0x16, 0x1E, 0x43, 0xA1):
            answer = self.packet(command, value[1], 0xFF if command == 0x43 else 0)
        else:
            answer = self.packet(command | 0x80)
        asyncio.create_task(self.notify(self.outgoing, answer))

    async def hand_over(self, midnight):
        """A day's log: 62 a minute in every slot of five minutes, 0 in those that have not been yet."""
        # The ring takes local time, which the gateway has set, for UTC.
        passed = max(0, min(288, int((time.time() + self.ahead - midnight) // 300)))
        rates = bytes([62] * passed + [0] * (288 - passed))
        await self.notify(self.outgoing, self.packet(0x15, 0, 24, 5))
        await self.notify(self.outgoing, self.packet(0x15, 1, *struct.pack("<I", midnight), *rates[:9]))
        for number in range(2, 24):
            start = 9 + 13 * (number - 2)
            await self.notify(self.outgoing, self.packet(0x15, number, *rates[start:start + 13]))

    async def stream(self):
        while True:
            await asyncio.sleep(1)
            if self.live in (1, 3):
                await self.notify(self.outgoing, self.packet(0x69, self.live, 0, 63 if self.live == 1 else 97))
