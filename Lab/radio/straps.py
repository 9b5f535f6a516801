"""Heart-rate straps, oximeter, foot pod and activity band: the services of the Bluetooth SIG."""

import asyncio
import secrets
import struct

from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes

from .peripheral import Peripheral, characteristic, service, utf8


def rr(beat):
    """RR intervals in 1/1024 s, 60 beats/min and a little more or less."""
    return 1000 + (beat * 7) % 49


def heart_rate(bpm, intervals, flags=0x10):
    return struct.pack("<BB", flags, bpm) + b"".join(struct.pack("<H", interval) for interval in intervals)


class Strap(Peripheral):
    """Any strap: heart rate with RR intervals, battery, device information."""

    name = "Lab Strap"
    appearance = 0x0341
    advertised = (0x180D, 0x180F)
    bpm = 60
    battery_level = 87

    def __init__(self, air, address):
        super().__init__(air, address)
        self.intervals = []  # sent, in 1/1024 s
        self.beat = 0

    def table(self):
        self.measurement = characteristic("2A37", "notify")
        self.battery = characteristic("2A19", "read notify", read=lambda: bytes([self.battery_level]))
        return [
            self.generic_access(), self.generic_attribute(),
            service("180D", self.measurement, characteristic("2A38", "read", b"\x01")),
            service("180F", self.battery),
            service(
                "180A", utf8("2A29", "Nightjar Lab"), utf8("2A24", "S1"), utf8("2A25", "LAB0001"),
                utf8("2A26", "1.0.0"),
            ),
        ]

    def protected(self):
        return (self.measurement,)

    async def stream(self):
        while True:
            await asyncio.sleep(1)
            self.beat += 1
            interval = rr(self.beat)
            if self.subscribed(self.measurement) and not self.silent:
                self.intervals.append(interval)
            await self.notify(self.measurement, heart_rate(self.bpm + self.beat % 3, [interval]))
            if self.beat % 30 == 0:
                await self.notify(self.battery, bytes([self.battery_level]))


class Oximeter(Peripheral):
    """Pulse oximeter service: continuous SpO2 and pulse as SFLOAT."""

    name = "Lab Oximeter"
    advertised = (0x1822,)

    def table(self):
        self.continuous = characteristic("2A5F", "notify")
        self.spot = characteristic("2A5E", "indicate")
        return [
            self.generic_access(), self.generic_attribute(),
            service("1822", self.spot, self.continuous, characteristic("2A60", "read", b"\0\0")),
            service("180A", utf8("2A29", "Nightjar Lab"), utf8("2A24", "OX1")),
        ]

    async def stream(self):
        turn = 0
        while True:
            await asyncio.sleep(1)
            turn += 1
            await self.notify(self.continuous, struct.pack("<BHH", 0, 97 - turn % 2, 61))


class FootPod(Peripheral):
    """Running speed and cadence service: a walk at 1.5 m/s, then a run with stride and distance."""

    name = "Lab Foot Pod"
    advertised = (0x1814,)

    def table(self):
        self.measurement = characteristic("2A53", "notify")
        return [
            self.generic_access(), self.generic_attribute(),
            service("1814", self.measurement, characteristic("2A54", "read", b"\7\0")),
            service("180A", utf8("2A29", "Nightjar Lab"), utf8("2A24", "FP1")),
        ]

    async def stream(self):
        turn = 0
        while True:
            await asyncio.sleep(1)
            turn += 1
            walk = struct.pack("<BHB", 0, 384, 90)
            run = struct.pack("<BHBHI", 7, 768, 160, 110, 10 * turn)
            await self.notify(self.measurement, run if turn % 2 else walk)


class ActivityBand(Peripheral):
    """Physical activity monitor service: heart rate and breaths, activity counts, and steps by indication."""

    name = "Lab Activity Band"
    advertised = (0x183E,)

    def table(self):
        self.heart = characteristic("2B3E", "notify")
        self.general = characteristic("2B3C", "notify")
        self.steps = characteristic("2B40", "indicate")
        return [
            self.generic_access(), self.generic_attribute(),
            service("183E", characteristic("2B3B", "read", bytes(8)), self.general, self.heart, self.steps),
            service("180A", utf8("2A29", "Nightjar Lab"), utf8("2A24", "PA1")),
        ]

    async def stream(self):
        turn = 0
        while True:
            await asyncio.sleep(1)
            turn += 1
            since = struct.pack("<HHII", 1, 1, turn, turn)
            await self.notify(self.heart, b"\x80" + struct.pack("<H", 0x8022) + since + bytes([72, 14]))
            await self.notify(self.general, b"\x80" + (0x800100).to_bytes(3, "little") + since + struct.pack("<H", 281))
            if turn % 3 == 0:
                await self.notify(self.steps, b"\x80\x09" + since + turn.to_bytes(3, "little") + bytes([200, 0, 0]))


class Closed(Peripheral):
    """A band of Huami: nothing before its challenge comes back under its key; then its heart while it is asked again."""

    name = "Mi Smart Band 4"
    key = bytes.fromhex("0f1e2d3c4b5a69788796a5b4c3d2e1f0")

    def table(self):
        self.is_open, self.measures, self.proofs = False, False, 0
        self.auth = characteristic(
            "00000009-0000-3512-2118-0009AF100700", "notify write write_without_response", write=self.opened)
        self.measurement = characteristic("2A37", "notify")
        return [
            self.generic_access(), self.generic_attribute(),
            service("180D", self.measurement, characteristic("2A39", "write", write=self.told)),
            service("FEE1", self.auth),
        ]

    def on_connected(self, connection):
        self.is_open = self.measures = False

    def opened(self, connection, value):
        value = bytes(value)
        self.written.append(("auth", value))
        if value == b"\2\0":
            self.challenge = secrets.token_bytes(16)
            asyncio.create_task(self.notify(self.auth, b"\x10\2\1" + self.challenge))
        elif value[:2] == b"\3\0":
            self.proofs += 1
            cipher = Cipher(algorithms.AES(self.key), modes.ECB()).encryptor()
            self.is_open = value[2:] == cipher.update(self.challenge)
            asyncio.create_task(self.notify(self.auth, b"\x10\3" + (b"\1" if self.is_open else b"\x08")))

    def told(self, connection, value):
        value = bytes(value)
        self.written.append(("control", value))
        if value[:2] == b"\x15\1":
            self.measures = self.is_open and value[2] == 1

    async def stream(self):
        while True:
            await asyncio.sleep(1)
            if self.measures:
                await self.notify(self.measurement, b"\0\x48")
