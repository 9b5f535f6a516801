"""Made-up sensors after their ANT+ profiles: a strap, with the last beat and pages that turn, and a foot pod."""

import math

PERIOD = 8070 / 32768


class Strap:
    """Counts beats from when it is first asked; what it has sent is kept as its truth."""

    kind = 0x78

    def __init__(self, number, base=880, maker=123):
        self.number, self.maker = number, maker
        self.base = base  # 1/1024 s from beat to beat, about
        self.messages = 0
        self.times = [200]  # of each beat, in 1/1024 s since it was switched on
        self.newest = -1  # the newest beat that was sent
        self.battery = 85

    def interval(self, index):
        """In 1/1024 s, one unlike the next, so that each can be told from others."""
        return self.base + round(40 * math.sin(index / 3)) + index % 7

    def intervals(self):
        """Those between beats that were sent."""
        times = self.times[: self.newest + 1]
        return [later - earlier for earlier, later in zip(times, times[1:])]

    def message(self):
        """The next message's eight bytes; None before the first beat."""
        now, index = self.messages * PERIOD * 1024, self.messages
        self.messages += 1
        while self.times[-1] + self.interval(len(self.times)) <= now:
            self.times.append(self.times[-1] + self.interval(len(self.times)))
        if self.times[0] > now:
            return None
        self.newest = len(self.times) - 1
        last = self.times[-1] & 0xFFFF
        previous = self.times[-2] & 0xFFFF if self.newest else 0
        page = [4, 0xFF, previous & 0xFF, previous >> 8]
        # The profile lays down one background page in sixty-five messages; here more, to see them all soon.
        if index % 20 >= 16:
            page = [[2, self.maker, 0x34, 0x12], [3, 1, 2, 3], [7, self.battery, 0x80, 0x23], [1, 9, 0, 0]][index // 20 % 4]
        page[0] |= 0x80 if index // 4 % 2 else 0
        rate = round(60 * 1024 / self.base)
        return bytes(page + [last & 0xFF, last >> 8, self.newest & 0xFF, rate])


class FootPod:
    """Somebody who walks at 1.5 m/s with a metre and a half for each stride; its truth is how often it was heard."""

    kind = 0x7C

    def __init__(self, number, maker=1):
        self.number, self.maker = number, maker
        self.messages = 0

    def message(self):
        """The next message's eight bytes: pages 1 and 2 in turn, sometimes a common page."""
        index = self.messages
        self.messages += 1
        seconds = index * PERIOD
        if index % 20 >= 18:
            return bytes([[80, 255, 255, 3, self.maker, 0, 5, 1], [82, 255, 255, 0, 0, 0, 0x80, 0x22]][index % 2])
        if index % 4 >= 2:
            return bytes([2, 255, 255, 60, 0x01, 0x80, 0, 0b01010001])  # 60 strides a minute, 1.5 m/s, good battery, in use
        sixteenths, ticks = round(seconds * 1.5 * 16), round(seconds * 200)
        return bytes([1, ticks % 200, ticks // 200 & 255, sixteenths >> 4 & 255, (sixteenths & 15) << 4 | 1, 0x80,
                      int(seconds) & 255, 0])
