"""Writes a recording as an AX3 or AX6 would have: a header and 512-byte sectors."""

import random
import struct
from datetime import datetime, timedelta

HEADER = 1024
RATE_CODES = {12.5: 7, 25: 8, 50: 9, 100: 10, 200: 11, 400: 12}


def packed_time(moment):
    return (
        (moment.year - 2000) << 26 | moment.month << 22 | moment.day << 17 | moment.hour << 12 | moment.minute << 6
        | moment.second
    )


def rate_code(rate, gravities=8):
    return RATE_CODES[rate] | {16: 0, 8: 1, 4: 2, 2: 3}[gravities] << 6


def header(
    device, session, rate, start=0, stop=0xFFFFFFFF, changed=None, metadata="", hardware=0x17, firmware=48, code=None
):
    block = bytearray(HEADER)
    struct.pack_into("<HHBHIH", block, 0, 0x444D, 1020, hardware, device & 0xFFFF, session, device >> 16)
    struct.pack_into("<II", block, 13, start, stop)
    block[35] = 0xFF
    block[36] = rate_code(rate) if code is None else code
    struct.pack_into("<I", block, 37, packed_time(changed) if changed else 0)
    block[41] = firmware
    struct.pack_into("<h", block, 42, -1)
    block[64:512] = metadata.encode().ljust(448, b" ")
    block[512:] = b"\xff" * 512
    return bytes(block)


def sector(sequence, moment, session, rate, samples, resumed=False, light=100, temperature=272, battery=180):
    """80 samples of three 16-bit axes, 1/256 g; the stamp belongs to the sector's first sample."""
    fraction = int(moment.microsecond * 65536 / 1_000_000) >> 1
    hertz = int(rate)
    offset = -((fraction << 1) * hertz >> 16)
    head = struct.pack(
        "<HHHIIIHHBBBBhH", 0x5841, 508, 0x8000 | fraction, session, sequence, packed_time(moment), light, temperature,
        1 if resumed else 0, battery, rate_code(rate), 0x32, offset, len(samples) // 3,
    )
    block = (head + struct.pack(f"<{len(samples)}h", *samples)).ljust(510, b"\0")
    return block + struct.pack("<H", -sum(struct.unpack("<255H", block)) & 0xFFFF)


def patterns(per):
    """Sectors of somebody awake, and of somebody asleep in each of four postures."""
    chance = random.Random(3)

    def moved(at, spread):
        return [value + chance.randint(-spread, spread) for _ in range(per) for value in at]

    awake = [moved((chance.randint(-150, 150), chance.randint(-150, 150), chance.randint(-150, 150)), 60)
             for _ in range(16)]
    postures = [(250, -5, 40), (-8, 240, 60), (-245, 20, -30), (30, -30, 250)]
    return awake, [[moved(posture, 4) for _ in range(4)] for posture in postures]


def recording(path, device=12345, session=7, rate=100, start=datetime(2026, 1, 10, 22, 0, 0), seconds=600, hole=None):
    """`hole` = (after s, for s): the recorder was stopped in between and began its sequence again.

    Returns the number of sectors and of samples.
    """
    per = 80
    awake, asleep = patterns(per)
    total, sequence, count = int(seconds * rate) // per, 0, 0
    with open(path, "wb") as file:
        file.write(header(device, session, rate, changed=start - timedelta(minutes=5)))
        shift, resumed = timedelta(0), False
        for number in range(total):
            at = number * per / rate
            if hole and not shift and at >= hole[0]:
                shift, sequence, resumed = timedelta(seconds=hole[1]), 0, True
            moment = start + timedelta(seconds=at) + shift
            # Awake for the first and last sixteenth; asleep in between, turning over now and then.
            is_awake = number * 16 < total or number * 16 >= total * 15
            samples = awake[number % len(awake)] if is_awake else asleep[number // 400 % 4][number % 4]
            file.write(sector(sequence, moment, session, rate, samples, resumed))
            sequence, resumed, count = sequence + 1, False, count + per
    return total, count


if __name__ == "__main__":
    import argparse

    options = argparse.ArgumentParser(description="Write a made recording.")
    options.add_argument("path")
    options.add_argument("--device", type=int, default=12345)
    options.add_argument("--seconds", type=float, default=600)
    options.add_argument("--rate", type=float, default=100)
    options.add_argument("--session", type=int, default=7)
    options.add_argument("--start", type=datetime.fromisoformat, default=datetime(2026, 1, 10, 22, 0, 0))
    options.add_argument("--hole", type=float, nargs=2, metavar=("AFTER", "FOR"), help="stopped in between, seconds")
    chosen = options.parse_args()
    print(*recording(chosen.path, device=chosen.device, seconds=chosen.seconds, start=chosen.start, rate=chosen.rate,
                     session=chosen.session, hole=chosen.hole))
