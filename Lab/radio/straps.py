"""Heart-rate straps and the oximeter: the services of the Bluetooth SIG."""

import asyncio
import struct

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
