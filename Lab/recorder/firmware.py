"""What an AX3 answers on its serial line, after the published firmware."""

import asyncio
import errno
import os
import re
import time
import tty
from datetime import datetime, timedelta

from . import cwa

EPOCH = datetime(1970, 1, 1)
DESTRUCTIVE = ("FORMAT", "CLEAR", "COMMIT", "DEVICE", "WRITEL", "WRITERAW", "ERASERAW", "FILEBLOCK", "TEST_RESULTS")


class Firmware:
    """Lines in, lines out; `attach` puts it on a terminal. `volume` is asked to change the medium."""

    def __init__(self, device=12345, session=7, volume=None):
        self.device, self.session, self.volume = device, session, volume
        self.rate_code, self.rate = cwa.rate_code(100), 100
        self.hibernate, self.stop, self.samples, self.led, self.ecc, self.debug = 0, -1, 0, -1, 1, 0
        self.annotation = [" " * 32] * 14
        self.clock_offset = 0.0  # seconds the device is ahead
        self.lock = 0
        self.heard = []  # every command line, for the judge
        self.terminal = None
        self.line = b""
        self.streaming = None
        self.streamed = 0  # lines of readings that the line took
        self.axes = (12, -30, 250)

    # The line

    def attach(self, path="/dev/ttyGS0"):
        self.terminal = os.open(path, os.O_RDWR | os.O_NONBLOCK | os.O_NOCTTY)
        tty.setraw(self.terminal)
        asyncio.get_running_loop().add_reader(self.terminal, self.readable)

    def detach(self):
        if self.terminal is not None:
            asyncio.get_running_loop().remove_reader(self.terminal)
            os.close(self.terminal)
        self.end_stream()
        self.terminal, self.line = None, b""

    def readable(self):
        try:
            data = os.read(self.terminal, 512)
        except OSError:
            return
        for byte in data:
            if byte == 13:
                line, self.line = self.line, b""
                self.end_stream()
                if line.strip():
                    asyncio.create_task(self.obey(line.decode("ascii", "replace")))
            elif byte != 10 and len(self.line) < 127:
                self.line += bytes([byte])

    def say(self, *lines):
        """The firmware's buffer is small: what the host does not take is lost. Returns whether it was taken."""
        if self.terminal is None:
            return False
        try:
            os.write(self.terminal, "".join(line + "\r\n" for line in lines).encode())
            return True
        except OSError as problem:
            if problem.errno not in (errno.EAGAIN, errno.EIO, errno.ESHUTDOWN):
                raise
            return False

    def end_stream(self):
        if self.streaming:
            self.streaming.cancel()
            self.streaming = None

    async def stream(self):
        start, count = time.monotonic(), 0
        while True:
            count += 1
            await asyncio.sleep(max(0, start + count * 655 / 65536 - time.monotonic()))
            x, y, z = self.axes
            self.streamed += self.say(f"{x + count % 3},{y},{z + count % 2}")

    # Words

    def now(self):
        return EPOCH + timedelta(seconds=time.time() + self.clock_offset)

    def set_clock(self, text):
        numbers = [int(number) for number in re.findall(r"\d+", text)]
        if len(numbers) >= 6:
            wanted = datetime(*numbers[:6])
            self.clock_offset = (wanted - EPOCH).total_seconds() - time.time()

    @staticmethod
    def moment(value):
        return value if isinstance(value, str) else str(value)

    @staticmethod
    def when(text, default):
        numbers = re.findall(r"\d+", text)
        if len(numbers) >= 6:
            return "{}/{}/{},{}:{}:{}".format(*(number.zfill(2) for number in numbers[:6]))
        return int(text) if re.fullmatch(r"-?\d+", text.strip()) else default

    def time_word(self, milliseconds=False):
        now = self.now()
        text = now.strftime("%Y/%m/%d,%H:%M:%S")
        return "$TIME=" + text + (f".{now.microsecond // 1000:03d}" if milliseconds else "")

    async def obey(self, line):
        self.heard.append(line)
        word, upper = line.strip(), line.strip().upper()
        rest = re.sub(r"^[A-Za-z]+[0-9]*", "", word)[1:]
        number = int(rest) if re.fullmatch(r"-?\d+", rest.strip()) else None
        if upper.startswith("ID"):
            self.say(f"ID=CWA,17,48,{self.device},{self.session}")
        elif upper.startswith("TIME"):
            if rest:
                self.set_clock(rest)
            self.say(self.time_word())
        elif upper.startswith("SAMPLE"):
            self.sample(number)
        elif upper.startswith("STATUS"):
            self.say(*[text for index, text in enumerate(
                ["TEST=0000", "BATTHEALTH=120", "FTL=0,0,20,2,3,5", "CHECKSUM=0000", "RESTART=3", "NAND=0001",
                 "NANDID=2c:dc:90:a6:54:00,1"], 1) if number in (None, index)])
        elif upper.startswith("SESSION"):
            self.session = number if number is not None else self.session
            self.say(f"SESSION={self.session}")
        elif upper.startswith("HIBERNATE"):
            self.hibernate = self.when(rest, self.hibernate) if rest else self.hibernate
            self.say(f"HIBERNATE={self.hibernate}")
        elif upper.startswith("STOP"):
            self.stop = self.when(rest, self.stop) if rest else self.stop
            self.say(f"STOP={self.stop}")
        elif upper.startswith("RATE"):
            if number is not None:
                self.rate_code, self.rate = number, int(3200 / 2 ** (15 - (number & 15)))
            self.say(f"RATE={self.rate_code},{self.rate}")
        elif upper.startswith("MAXSAMPLES"):
            self.samples = number if number is not None else self.samples
            self.say(f"MAXSAMPLES={self.samples}")
        elif upper.startswith("DEBUG"):
            self.debug = number if number is not None else self.debug
            self.say(f"DEBUG={self.debug}")
        elif upper.startswith("ANNOTATE"):
            slot = int(re.match(r"ANNOTATE(\d+)", upper).group(1))
            if "=" in word and slot < 14:
                self.annotation[slot] = word.split("=", 1)[1][:32].ljust(32)
            self.say(f"ANNOTATE{slot:02d}={self.annotation[slot]}")
        elif upper.startswith("LED"):
            self.led = number if number is not None else self.led
            self.say(f"LED={self.led}")
        elif upper.startswith("LOG"):
            self.say("LOG,0,0x0201,2026/01/11,06:00:00,", "OK")
        elif upper.startswith("LOCK"):
            self.say(f"LOCK={self.lock}")
        elif upper.startswith("ECC"):
            self.ecc = number if number is not None else self.ecc
            self.say(f"ECC={self.ecc}")
        elif upper.startswith("DATAMODE"):
            self.say("DATAMODE=20,single-file,CWA/unpacked")
        elif upper.startswith("STREAM"):
            self.streaming = asyncio.create_task(self.stream())
        elif upper.startswith("AT"):
            self.say("OK")
        elif upper.startswith("COMMIT"):
            self.say("COMMIT: Delayed activation.")
            await self.change(erase=False)
        elif upper.startswith("FORMAT"):
            self.say("FORMAT: Delayed activation.")
            await self.change(erase=True, between="FORMAT: Complete.")
        elif upper.startswith("CLEAR DATA"):
            self.say("CLEAR: Delayed activation.")
            await self.change(erase=True)
        else:
            self.say(f"ERROR: Unknown command: {word}")

    def sample(self, number):
        x, y, z = self.axes
        words = {
            1: ["$BATT=697,4083,mV,100,1"], 2: ["$LDR=100,9"], 3: ["$TEMP=272,297,0.1dC"],
            4: [self.time_word(milliseconds=True)], 5: [f"$ACCEL={x},{y},{z}", "$GYRO="],
        }
        self.say(*[text for index, texts in words.items() if number in (None, index) for text in texts])

    async def change(self, erase, between=None):
        """The medium goes, is written and comes back; then the line that is exactly COMMIT."""
        await asyncio.sleep(1)
        if self.volume:
            await self.volume.change(self, erase)
        if between:
            self.say(between)
        self.say("COMMIT")

    def destructive(self):
        return [line for line in self.heard if line.strip().upper().startswith(DESTRUCTIVE)]
