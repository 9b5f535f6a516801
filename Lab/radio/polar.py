"""Polar H10 and Verity Sense: heart rate, and the measurement data service (PMD) with its control point.

The H10's attribute table has the handles of a real one. ECG frames are replayed from NIGHTJAR_TEST_DATA when there.
"""

import asyncio
import datetime
import json
import math
import os
import struct
import time

from bumble import att
from bumble.core import UUID
from bumble.gatt import CharacteristicValue

from .peripheral import characteristic, service, utf8
from .straps import Strap, heart_rate, rr

ECG, PPG, ACC, PPI, GYRO, SDK = 0, 1, 2, 3, 5, 9
OK, BAD_OPERATION, BAD_TYPE, BAD_LENGTH, BAD_PARAMETER, ALREADY, BAD_RATE, BAD_MTU = 0, 1, 2, 4, 5, 6, 8, 10
DAYS_2000_TO_2019 = 6940
POLAR_COMPANY = 0x006B


def pmd(suffix):
    return f"FB005C{suffix}-02E7-F387-1CAD-8ACD2D8DF0C8"


class H10(Strap):
    """The chest strap: HR, RR, ECG at 130 Hz, acceleration at 25 to 200 Hz."""

    name = "Polar H10 A1B2C3D4"
    advertised = (0x180D, 0xFEEE)
    manufacturer = struct.pack("<HBBBB", POLAR_COMPANY, 0x32, 0, 60, 60)
    largest_mtu = 232
    features = 0x05
    serial = "A1B2C3D4"
    settings = {
        ECG: bytes.fromhex("00018200 01010E00"),
        ACC: bytes.fromhex("00041900 3200 6400 C800 01011000 0203 0200 0400 0800"),
    }
    true_rate = {ECG: 130.045 / 130, ACC: 1.0}
    sdk_mode = False

    def __init__(self, air, address):
        super().__init__(air, address)
        self.has_streams = True  # False: firmware from before the measurement service
        self.refuses_subscriptions = False  # of the measurement service
        self.running = {}  # stream type: task
        self.frames = {}  # stream type: frames sent
        self.reset_clock()

    def reset_clock(self):
        """As an H10 does a minute off the chest: the clock begins at 2019-01-01 again."""
        self.clock_zero = time.monotonic() - DAYS_2000_TO_2019 * 86400

    def device_time(self, at):
        """Nanoseconds since 2000-01-01 at a monotonic time."""
        return int((at - self.clock_zero) * 1e9)

    def filed(self, connection, value):
        """A query of the file protocol (PSFTP) in one frame: 3 sets the clock to local time; others are refused."""
        value = bytes(value)
        self.written.append(("file", value))
        fields = numbers(value[3:]) if value[:3] == b"\x02\x03\x80" else {}
        error = 0 if {1, 2} <= fields.keys() else 1
        if not error:
            (year, month, day), (hour, minute, second, milli) = fields[1], fields[2]
            told = datetime.datetime(year, month, day, hour, minute, second, milli * 1000)
            self.clock_zero = time.monotonic() - (told - datetime.datetime(2000, 1, 1)).total_seconds()
        asyncio.create_task(self.notify(self.files, bytes([0, error, 0])))

    def table(self):
        self.measurement = characteristic("2A37", "notify")
        self.battery = characteristic("2A19", "read notify", read=lambda: bytes([self.battery_level]))
        self.control = characteristic(
            pmd("81"), "read write indicate", read=lambda: b"\x0f" + self.features.to_bytes(16, "little"),
            write=self.commanded,
        )
        self.data = characteristic(pmd("82"), "notify")
        self.files = characteristic(pmd("51"), "write_without_response write notify", write=self.filed)
        reference = (("2900", b"\0\0"),)
        services = [
            service(
                "1800", utf8("2A00", self.name), characteristic("2A01", "read", b"\x41\x03"),
                characteristic("2A04", "read", struct.pack("<HHHH", 12, 24, 0, 600)),
                characteristic("2AA6", "read", b"\x01"),
            ),
            self.generic_attribute(),
            service("180D", self.measurement, characteristic("2A38", "read", b"\x01")),
            service(
                "181C", characteristic("2A99", "read", b"\0\0\0\0"), characteristic("2A9A", "read write", b"\0"),
                characteristic("2A9F", "write indicate"),
                characteristic("2A8A", "read", b"", descriptors=reference),
                characteristic("2A90", "read", b"", descriptors=reference),
                *[characteristic(uuid, "read", b"\0") for uuid in ("2A80", "2A8C", "2A98", "2A8E", "2AA2")],
            ),
            service(
                "180A", utf8("2A29", "Polar Electro Oy"), utf8("2A24", "H10"), utf8("2A25", self.serial),
                utf8("2A27", "00760690.03"), utf8("2A26", "3.3.1"), utf8("2A28", "4.1.0"),
                characteristic("2A23", "read", bytes.fromhex("D4C3B2A1FE9E0000")),
            ),
            service("180F", self.battery),
            service(
                "6217FF4B-FB31-1140-AD5A-A45545D7ECF3",
                characteristic("6217FF4C-C8EC-B1FB-1380-3AD986708E2D", "read"),
                characteristic("6217FF4D-91BB-91D0-7E2A-7CD3BDA8A1F3", "write_without_response indicate"),
            ),
            service(pmd("80"), self.control, self.data),
            service(
                "FEEE", self.files, characteristic(pmd("52"), "notify"),
                characteristic(pmd("53"), "write_without_response write"),
            ),
        ]
        return [one for one in services if self.has_streams or one.uuid != UUID(pmd("80"))]

    def settle(self, server):
        """Nobody may subscribe to the measurement service, as some Verity Sense have it."""
        def refuse(connection, value):
            raise att.ATT_Error(att.ATT_WRITE_NOT_PERMITTED_ERROR)

        if self.refuses_subscriptions:
            places = {self.control.handle + 1, self.data.handle + 1}
            for attribute in server.attributes:
                if attribute.type == UUID("2902") and attribute.handle in places:
                    # bumble looks at no permission to write.
                    attribute.value = CharacteristicValue(read=lambda _: b"\0\0", write=refuse)

    def on_connected(self, connection):
        for task in self.running.values():
            task.cancel()
        self.running = {}
        connection.on("disconnection", lambda _: [task.cancel() for task in self.running.values()])

    # Control point

    def commanded(self, connection, value):
        self.written.append(("control", bytes(value)))
        answer = self.answer(connection, bytes(value))
        asyncio.create_task(
            self.device.gatt_server.indicate_subscriber(connection, self.control, answer, force=True)
        )

    def answer(self, connection, value):
        if connection.att_mtu < 70:
            return bytes([0xF0, 0x00, 0x01, BAD_MTU])
        if value == b"\x06" and self.features & 0x0200:
            return b"\xf0\x06\xff\0\0" + bytes([self.sdk_mode])
        if len(value) < 2:
            return bytes([0xF0, value[0] if value else 0, 0, BAD_LENGTH])
        operation, kind = value[0], value[1] & 0x3F
        head = bytes([0xF0, operation, kind])
        if kind == SDK and self.features & 0x0200 and operation in (2, 3):
            for task in self.running.values():
                task.cancel()
            self.running, self.sdk_mode = {}, operation == 2
            return head + b"\0\0"
        if kind not in self.settings or kind == PPI and self.sdk_mode:
            return head + bytes([BAD_TYPE])
        if operation == 1:
            return head + b"\0\0" + self.settings.get(kind, b"")
        if operation == 2:
            if kind in self.running and not self.running[kind].done():
                return head + bytes([ALREADY, 0])
            chosen = self.chosen(kind, value[2:])
            if chosen is None:
                return head + bytes([BAD_PARAMETER, 0])
            self.running[kind] = asyncio.create_task(self.measure(kind, chosen))
            return head + b"\0\0" + self.start_tail(kind)
        if operation == 3:
            if kind in self.running:
                self.running.pop(kind).cancel()
            return head + b"\0\0"
        return head + bytes([BAD_OPERATION])

    def start_tail(self, kind):
        return b"\x01" if kind == ACC else b"\x00"

    def chosen(self, kind, tlv):
        """The settings of a start command, by type; None when one is missing, unknown or not offered."""
        if kind == PPI:
            return {}
        offered = self.parse(self.settings[kind])
        asked = self.parse(tlv)
        if not asked or any(kind_ not in offered or values[0] not in offered[kind_] for kind_, values in asked.items()):
            return None
        return {kind_: values[0] for kind_, values in asked.items()} if 0 in asked else None

    @staticmethod
    def parse(tlv):
        found, at = {}, 0
        while at + 2 <= len(tlv):
            kind, count = tlv[at], tlv[at + 1]
            width = {4: 1, 3: 4, 5: 4}.get(kind, 2)
            end = at + 2 + width * count
            if count == 0 or end > len(tlv):
                return {}
            found[kind] = [int.from_bytes(tlv[at + 2 + i * width:][:width], "little") for i in range(count)]
            at = end
        return found if at == len(tlv) else {}

    # Data

    async def measure(self, kind, settings):
        rate = settings.get(0, 1) * self.true_rate.get(kind, 1.0)
        contents = self.contents(kind)
        start, samples, self.frames[kind] = time.monotonic(), 0, 0
        while True:
            count, frame_type, content = next(contents)
            samples += count
            # Stamped when the last sample was taken, not when the radio had time for it.
            taken = start + samples / rate
            await asyncio.sleep(max(0, taken - time.monotonic()))
            frame = struct.pack("<BQB", kind, self.device_time(taken), frame_type) + content
            await self.notify(self.data, frame)
            self.frames[kind] += 1

    def electrocardiogram(self, count):
        """The first samples that it sends, in microvolts."""
        samples, contents = [], self.contents(ECG)
        while len(samples) < count:
            body = next(contents)[2]
            samples += [int.from_bytes(body[at:at + 3], "little", signed=True) for at in range(0, len(body), 3)]
        return samples[:count]

    def contents(self, kind):
        """(samples, frame type, bytes) without end."""
        recorded = recorded_ecg() if kind == ECG else []
        number = 0
        while True:
            if kind == ECG:
                yield (73, 0, recorded[number // 73 % len(recorded)] if recorded else b"".join(
                    int(800 * math.sin((number + i) / 20)).to_bytes(3, "little", signed=True) for i in range(73)))
                number += 73
            else:
                yield 36, 1, b"".join(struct.pack("<hhh", *lying(number + i)) for i in range(36))
                number += 36


class Verity(H10):
    """The optical armband: delta-compressed frames, beat intervals (PPI), SDK mode."""

    name = "Polar Sense E5F6A7B8"
    features = 0x026E
    serial = "E5F6A7B8"
    settings = {
        ACC: bytes.fromhex("00013400 01011000 02010800 040103"),
        PPG: bytes.fromhex("00013700 01011600 040104"),
        GYRO: bytes.fromhex("00013400 01011000 0201D007 040103"),
        PPI: b"",
    }
    true_rate = {ACC: 0.9987, PPG: 0.9987, GYRO: 0.9987}

    def table(self):
        services = super().table()
        services[4] = service(
            "180A", utf8("2A29", "Polar Electro Oy"), utf8("2A24", "Sense"), utf8("2A25", self.serial),
            utf8("2A27", "00000000"), utf8("2A26", "2.2.8"), utf8("2A28", "4.0.0"),
            characteristic("2A23", "read", bytes.fromhex("B8A7F6E5FE9E0000")),
        )
        return services

    def start_tail(self, kind):
        return bytes.fromhex("0501") + struct.pack("<f", 1.0) if kind == ACC else b""

    async def stream(self):
        """Its heart rate service has no intervals: those come as PPI. In SDK mode there is neither."""
        while True:
            await asyncio.sleep(1)
            if not self.sdk_mode:
                await self.notify(self.measurement, heart_rate(self.bpm, [], flags=0))

    async def measure(self, kind, settings):
        if kind != PPI:
            return await super().measure(kind, settings)
        beat = 0
        while True:
            await asyncio.sleep(5)
            beats = b"".join(struct.pack("<BHHB", 60, 990 + (beat + i) % 20, 10, 6) for i in range(5))
            beat += 5
            await self.notify(self.data, struct.pack("<BQB", PPI, 0, 0) + beats)
            self.frames[kind] = self.frames.get(kind, 0) + 1

    def contents(self, kind):
        number, count = 0, 30 if kind == PPG else 48
        while True:
            if kind == PPG:
                rows = [tuple(200000 + c * 1000 + int(500 * math.sin((number + i) / 9)) for c in range(4))
                        for i in range(count)]
                yield count, 0x80, compressed(rows, 3)
            else:
                yield count, 0x81 if kind == ACC else 0x80, compressed([lying(number + i) for i in range(count)], 2)
            number += count


def numbers(message):
    """The fields of a Protocol Buffers message: a number, or for a message within it the numbers of its fields."""
    def variable(at):
        value, shift = 0, 0
        while True:
            value |= (message[at] & 0x7F) << shift
            at, shift = at + 1, shift + 7
            if message[at - 1] < 0x80:
                return value, at

    fields, at = {}, 0
    while at < len(message):
        key, at = variable(at)
        value, at = variable(at)
        if key & 7 == 2:
            inner = numbers(message[at:at + value])
            value, at = tuple(inner[field] for field in sorted(inner)), at + value
        fields[key >> 3] = value
    return fields


def lying(sample):
    """Somebody lying on the side, who turns over once in a while; milli-g."""
    turned = (sample // 4000) % 2
    return (980 - 1960 * turned + sample % 3, -12 + sample % 5, 60 + sample % 7)


def compressed(rows, width):
    """A delta frame's content: the first sample, then blocks of bit-packed differences, low bits first."""
    out = b"".join(value.to_bytes(width, "little", signed=True) for value in rows[0])
    at = 1
    while at < len(rows):
        block = rows[at:at + 16]
        before = rows[at - 1:at - 1 + len(block)]
        deltas = [now - then for new, old in zip(block, before) for now, then in zip(new, old)]
        bits = max(max((abs(delta) if delta >= 0 else abs(delta + 1)) for delta in deltas).bit_length() + 1, 1)
        packed = 0
        for place, delta in enumerate(deltas):
            packed |= (delta & ((1 << bits) - 1)) << (place * bits)
        out += bytes([bits, len(block)]) + packed.to_bytes((bits * len(deltas) + 7) // 8, "little")
        at += len(block)
    return out


def recorded_ecg():
    """The contents of a real H10's ECG frames, when NIGHTJAR_TEST_DATA is there."""
    folder = os.environ.get("NIGHTJAR_TEST_DATA")
    path = os.path.join(folder, "ble/polar_h10_gatttool_session_real.json") if folder else ""
    if not os.path.exists(path):
        return []
    with open(path) as file:
        frames = json.load(file)["ecg_frames_gatttool"]
    return [bytes.fromhex(frame["hex"])[10:] for frame in frames if len(frame["hex"]) == 2 * (10 + 73 * 3)]
