"""A Muse headband: four electrodes, each on a characteristic of its own, numbered together."""

import asyncio
import struct
import time

from .peripheral import Peripheral, characteristic, service

BASE = "273E{}-4C4D-454D-96BE-F03BAC821358"
RATE, BLOCK = 256, 12


def packed(samples):
    """Numbers of twelve bits, the highest first."""
    return int("".join(f"{one:012b}" for one in samples), 2).to_bytes(len(samples) * 12 // 8, "big")


class Muse(Peripheral):
    """Streams once it is told to; the electrodes of a block come in another order each time, and some blocks lack one."""

    name = "Muse-LAB1"
    advertised = (0xFE8D,)
    number = 65_530  # rolls over after six blocks
    lacks = 0  # every so many blocks the third electrode does not come; 0 for never

    def table(self):
        self.running = False
        self.control = characteristic(BASE.format("0001"), "write_without_response notify", write=self.told)
        self.electrodes = [characteristic(BASE.format(f"000{3 + index}"), "notify") for index in range(4)]
        self.turning, self.motion, self.state = (
            characteristic(BASE.format(name), "notify") for name in ("0009", "000A", "000B"))
        return [
            self.generic_access(), self.generic_attribute(),
            service("FE8D", self.control, *self.electrodes, self.turning, self.motion, self.state),
        ]

    def told(self, connection, value):
        value = bytes(value)
        self.written.append(("control", value))
        command = value[1:-1]
        if command in (b"d", b"h"):
            self.running = command == b"d"

    @staticmethod
    def sample(number, index, place):
        """What an electrode reads: told apart by its place, and moving with the block."""
        return 2048 + 100 * (place + 1) + (number + index) % 50

    async def stream(self):
        begun, blocks = None, 0
        while True:
            if not self.running:
                begun, blocks = None, 0
                await asyncio.sleep(0.05)
                continue
            begun = begun or time.monotonic()
            blocks += 1
            await asyncio.sleep(max(0, begun + blocks * BLOCK / RATE - time.monotonic()))
            number = self.number = (self.number + 1) % 65_536
            order = list(range(4))
            for place in order[blocks % 4:] + order[:blocks % 4]:
                if place == 2 and self.lacks and blocks % self.lacks == 0:
                    continue
                values = [self.sample(number, index, place) for index in range(BLOCK)]
                await self.notify(self.electrodes[place], struct.pack(">H", number) + packed(values))
            await self.notify(self.motion, struct.pack(">H9h", number, *([100, -200, 16_384] * 3)))
            await self.notify(self.turning, struct.pack(">H9h", number, *([0, 16_384, 0] * 3)))
            if blocks % 60 == 1:
                await self.notify(self.state, struct.pack(">HHHHH", number, 512 * 81, 1856, 0, 27) + bytes(10))
