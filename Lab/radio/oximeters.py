"""Oximeters with protocols of their makers, whose frames span values, and a thermometer of the standard service."""

import asyncio
import json
import struct
import time

from .peripheral import Peripheral, characteristic, service, utf8


def crc8(data):
    """CRC-8/SMBUS."""
    value = 0
    for byte in data:
        value ^= byte
        for _ in range(8):
            value = (value << 1 ^ 7 if value & 0x80 else value << 1) & 0xFF
    return value


class O2Ring(Peripheral):
    """Answers what it is asked, in values of at most 20 bytes; `recorded` is a night's samples that ended `ended` s ago."""

    name = "O2Ring LAB1"
    largest_mtu = 23
    block = 480

    def __init__(self, air, address):
        super().__init__(air, address)
        self.recorded, self.ended = [], 60
        self.heard = b""
        self.blocks = []  # asked for
        self.drops_at = None  # the link is lost when this block is asked for
        self.started = int(time.time())

    def file(self):
        begun = time.gmtime(self.started - self.ended - 4 * len(self.recorded))
        head = struct.pack("<HH5BIH", 3, *begun[:6], 0, 4 * len(self.recorded))
        return head.ljust(40, b"\0") + b"".join(bytes([o, p, 0, m, 0]) for o, p, m in self.recorded)

    def table(self):
        self.asked = 0
        self.answers = characteristic("0734594A-A8E7-4B1A-A6B1-CD5243059A57", "notify")
        return [
            self.generic_access(), self.generic_attribute(),
            service("14839AC4-7D7E-415C-9A42-167340CF2339", self.answers,
                    characteristic("8B00ACE7-EB0B-49B0-BBE9-9AEE0A26E1A3", "write write_without_response",
                                   write=self.told)),
            service("180A", utf8("2A29", "Nightjar Lab"), utf8("2A24", "O2")),
        ]

    def told(self, connection, value):
        value = bytes(value)
        self.written.append(("command", value))
        self.heard += value
        if len(self.heard) < 8 or len(self.heard) < 8 + self.heard[5]:
            return
        request, self.heard = self.heard, b""
        assert crc8(request) == 0, request.hex()
        if request[1] == 0x17:
            self.asked += 1
            self.reply(struct.pack("<BH4x6B", 98 - self.asked % 2, 66, 97, 0, 3, 12, 1, 0))
        elif request[1] == 0x14:
            now = time.strftime("%Y-%m-%d,%H:%M:%S", time.gmtime())
            files = time.strftime("%Y%m%d%H%M%S", time.gmtime(self.started)) if self.recorded else ""
            self.reply(json.dumps({"CurTIME": now, "FileList": files}).encode() + b"\0")
        elif request[1] == 0x03:
            self.reply(struct.pack("<I", len(self.file())))
        elif request[1] == 0x04:
            number = struct.unpack_from("<H", request, 3)[0]
            self.blocks.append(number)
            if number == self.drops_at:
                self.drops_at = None
                asyncio.create_task(self.drop())
            else:
                self.reply(self.file()[number * self.block:][:self.block])
        elif request[1] == 0x05:
            self.reply(b"")

    def reply(self, content):
        answer = struct.pack("<BBBHH", 0x55, 0, 0xFF, 0, len(content)) + content
        asyncio.create_task(self.answer(answer + bytes([crc8(answer)])))

    def on_connected(self, connection):
        self.heard = b""

    async def answer(self, data):
        for start in range(0, len(data), 20):
            await self.notify(self.answers, data[start:start + 20])


class BerryMed(Peripheral):
    """Five bytes a hundred times per second, twenty in a value and cut anywhere."""

    name = "BerryMed"

    def table(self):
        self.samples = characteristic("49535343-1E4D-4BD9-BA61-23C647249616", "notify")
        return [
            self.generic_access(), self.generic_attribute(),
            service("49535343-FE7D-4AE5-8FA9-9FAFD205E455", self.samples),
        ]

    @staticmethod
    def sample(number):
        rate = 130  # more than seven bits hold
        return bytes([0x85, number % 100, 0x05 | (rate >> 7) << 6, rate & 0x7F, 97])

    async def stream(self):
        number, rest = 0, b""
        while True:
            await asyncio.sleep(0.05)
            while len(rest) < 18:
                rest += self.sample(number)
                number += 1
            await self.notify(self.samples, rest[:18])
            rest = rest[18:]


class Thermometer(Peripheral):
    """Health Thermometer service: Fahrenheit with a time and a site, by indication."""

    name = "Lab Thermometer"
    advertised = (0x1809,)

    def table(self):
        self.measurement = characteristic("2A1C", "indicate")
        return [
            self.generic_access(), self.generic_attribute(),
            service("1809", self.measurement, characteristic("2A1D", "read", b"\6")),
            service("180A", utf8("2A29", "Nightjar Lab"), utf8("2A24", "TH1")),
        ]

    async def stream(self):
        turn = 0
        while True:
            await asyncio.sleep(1)
            turn += 1
            time = struct.pack("<HBBBBB", 2026, 11, 23, 12, turn // 60 % 60, turn % 60)
            await self.notify(self.measurement, struct.pack("<B3sb", 7, (977).to_bytes(3, "little"), -1) + time + b"\6")
