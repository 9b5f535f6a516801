"""Makes recordings of raw acceleration as recorders write them, the same each time: a day of moving and lying still."""

import functools
import math
import operator
import random
import struct
import time
import zipfile
import zlib

HERTZ, SECONDS, START = 100, 86_400, 1_736_553_600
TICKS = 62_135_596_800
HEADER = [
    "Device Identity", "Device Unique Serial Code:012345", "Device Type:GENEActiv", "Device Model:1.1",
    "Device Firmware Version:Ver4.08a", "Calibration Date:2012-04-03 11:08:52:000", "", "Device Capabilities",
    "Accelerometer Range:-8 to 8", "Accelerometer Resolution:0.0039", "Accelerometer Units:g",
    "Light Meter Range:0 to 5000", "Light Meter Resolution:5", "Light Meter Units:lux", "Temperature Sensor Range:0 to 60",
    "Temperature Sensor Resolution:0.1", "Temperature Sensor Units:deg. C", "", "Configuration Info",
    f"Measurement Frequency:{HERTZ} Hz", "Measurement Period:24 Hours", "Start Time:2025-01-11 00:00:00:000",
    "Time Zone:GMT +00:00", "", "Trial Info", "Study Centre:", "Study Code:", "Investigator ID:", "Exercise Type:",
    "Config Operator ID:", "Config Time:2025-01-10 11:13:59:762", "Config Notes:", "Extract Operator ID:",
    "Extract Time:2025-01-13 11:13:59:762", "Extract Notes:", "", "Subject Info", "Device Location Code:left wrist",
    "Subject Code:1", "Date of Birth:1980-1-1", "Sex:female", "Height:170", "Weight:70", "Handedness Code:right",
    "Subject Notes:", "", "Calibration Data", "x gain:25000", "x offset:500", "y gain:25000", "y offset:0",
    "z gain:-25000", "z offset:250", "Volts:300", "Lux:600", "", "Memory Status",
]


def samples(count, scale):
    """Axes of a wrist in whole numbers, `scale` to the g."""
    source = random.Random(1)
    for index in range(count):
        shake = source.gauss(0, 0.02 if index // 6000 % 3 else 0.4)
        turn = index / 9000
        yield [int(scale * (part + shake)) for part in (math.sin(turn), math.cos(turn) * 0.6, math.cos(turn) * 0.8)]


def geneactiv(path):
    digits = []
    page = []
    for x, y, z in samples(60 * 300, 250):
        page.append(f"{x & 0xFFF:03X}{y & 0xFFF:03X}{-z & 0xFFF:03X}01C")
        if len(page) == 300:
            digits.append("".join(page))
            page = []
    pages = SECONDS * HERTZ // 300
    with open(path, "w", newline="") as out:
        out.write("\r\n".join([*HEADER, f"Number of Pages:{pages}", "", ""]))
        for number in range(pages):
            stamp = time.strftime("%Y-%m-%d %H:%M:%S", time.gmtime(START + 3 * number))
            out.write("\r\n".join([
                "Recorded Data", "Device Unique Serial Code:012345", f"Sequence Number:{number}", f"Page Time:{stamp}:000",
                "Unassigned:", "Temperature:21.5", "Battery voltage:4.1493", "Device Status:Recording",
                f"Measurement Frequency:{HERTZ}.0", digits[number % 60], ""]))


def info(**more):
    ticks = [(START + shift + TICKS) * 10_000_000 for shift in (0, SECONDS)]
    lines = {
        "Serial Number": "MOS2E39180594", "Device Type": "wGT3XBT", "Firmware": "1.9.2", "Battery Voltage": "4.03",
        "Sample Rate": HERTZ, "Start Date": ticks[0], "Stop Date": ticks[1], "Last Sample Time": ticks[1],
        "TimeZone": "00:00:00", "Download Date": ticks[1], "Board Revision": 8, "Unexpected Resets": 0,
        "Acceleration Scale": "256.0", "Acceleration Min": "-8.0", "Acceleration Max": "8.0", "Subject Name": 1}
    return "".join(f"{key}: {value}\r\n" for key, value in {**lines, **more}.items())


def packed(axes):
    """Samples of three values in twelve bits each, y before x."""
    number = 0
    for x, y, z in axes:
        for value in (y, x, z):
            number = number << 12 | max(-2048, min(2047, value)) & 0xFFF
    return number.to_bytes(len(axes) * 36 // 8, "big")


def seconds(count, make):
    return [make(axes) for axes in zip(*[samples(count * HERTZ, 250)] * HERTZ)]


def log(kind, payloads, asleep=range(0)):
    """A record for each second; none in those `asleep`, which begin and end with an event."""
    checks = [functools.reduce(operator.xor, payload) for payload in payloads]
    found = bytearray()
    for second in range(SECONDS):
        number, payload, check = kind, payloads[second % len(payloads)], checks[second % len(payloads)]
        if second in asleep:
            if second not in (asleep[0], asleep[-1]):
                continue
            number, payload, check = 3, *([b"\x08", 8] if second == asleep[0] else [b"\x09", 9])
        head = struct.pack("<BBIH", 0x1E, number, START + second, len(payload))
        found += head + payload + bytes([~(functools.reduce(operator.xor, head) ^ check) & 0xFF])
    return bytes(found)


def archive(path, **members):
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as out:
        for name, content in members.items():
            out.writestr(name.replace("_", "."), content)


def gt3x(path):
    """Twelve bits, as the wGT3X-BT."""
    archive(path, log_bin=log(0, seconds(120, packed)), info_txt=info())


def gt3x_sleep(path):
    """The same with two hours in which the recorder lay still and wrote nothing, as it does unless told otherwise."""
    archive(path, log_bin=log(0, seconds(120, packed), range(7200, 14_400)), info_txt=info())


def gt3x_link(path):
    """Sixteen bits, as the GT9X Link."""
    words = [struct.pack(f"<{3 * HERTZ}h", *[value for axis in axes for value in axis])
             for axes in zip(*[samples(120 * HERTZ, 250)] * HERTZ)]
    more = {"Serial Number": "TAS1H30182785", "Device Type": "Link", "Firmware": "1.7.2"}
    archive(path, log_bin=log(26, words), info_txt=info(**more))


def gt3x_old(path):
    """One stream without records, as the GT3X+ of NHANES."""
    block = b"".join(seconds(120, packed))
    more = {"Serial Number": "NEO1F18120387", "Device Type": "GT3XPlus", "Firmware": "2.5.0"}
    archive(path, activity_bin=block * (SECONDS // 120), lux_bin=bytes(2 * SECONDS), info_txt=info(**more))


def matrix(path):
    """A day at 25 Hz in packets of five minutes."""
    rate = 25
    block = b"".join(struct.pack("<3h", *axes) for axes in samples(300 * rate, 4096))
    with open(path, "wb") as out:
        out.write(b"synthetic".ljust(512, b"\0") + b"MDTC" + struct.pack("<Ihh", SECONDS // 300, 8, 1000))
        for first in range(START, START + SECONDS, 300):
            body = struct.pack("<6I", first, first + 300, 300 * rate, 0, 0, 0) + block
            out.write(b"MDTCPACK" + struct.pack("<I", zlib.crc32(body)) + body)
