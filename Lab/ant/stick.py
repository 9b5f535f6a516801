"""An ANTUSB-m: two bulk endpoints, the messages of ANT Message Protocol and Usage, and straps around it."""

import errno
import os
import queue
import struct
import subprocess
import threading
import time
from functools import reduce
from operator import xor
from pathlib import Path

from recorder.gadget import CONTROLLER, GADGETS, Recorder, write

from .straps import PERIOD

MOUNT = Path("/run/lab-ant")
INTERFACE = bytes.fromhex("0904000002ff000000")
ENDPOINTS = bytes.fromhex("07058102400000") + bytes.fromhex("07050102400000")


def message(identifier, content):
    whole = bytes([0xA4, len(content), identifier]) + bytes(content)
    return whole + bytes([reduce(xor, whole)])


class Stick:
    """A receiver that can be plugged in and pulled out. It hears its straps once it listens with the right key."""

    def __init__(self, key, straps=(), product="0x1009", hears_all=True):
        self.key, self.straps, self.hears_all = bytes(key), list(straps), hears_all
        self.gadget = GADGETS / "ant"
        self.heard = []  # every command: identifier and content
        self.outbox = queue.Queue()
        self.pending = b""
        self.is_over = False
        self.reset()
        self.describe(product)
        for work in (self.read, self.send, self.live):
            threading.Thread(target=work, daemon=True).start()

    def reset(self):
        self.network, self.appends, self.channels, self.listening = None, 0, {}, set()

    def describe(self, product):
        Recorder.describe_device(self.gadget, "0x0fcf", product, "0x0100", {
            "manufacturer": "Dynastream Innovations", "product": "ANT USB-m Stick", "serialnumber": "123"})
        # mount(8) takes the name for a path where there is one of that name.
        (self.gadget / "functions/ffs.labstick").mkdir()
        MOUNT.mkdir(exist_ok=True)
        subprocess.run(["mount", "-t", "functionfs", "labstick", str(MOUNT)], check=True)
        self.control = os.open(MOUNT / "ep0", os.O_RDWR)
        descriptors = INTERFACE + ENDPOINTS
        # Version 2, full speed only: one interface, two endpoints. No strings.
        os.write(self.control, struct.pack("<IIII", 3, 16 + len(descriptors), 1, 3) + descriptors)
        os.write(self.control, struct.pack("<IIII", 2, 16, 0, 0))
        self.input, self.output = os.open(MOUNT / "ep1", os.O_RDWR), os.open(MOUNT / "ep2", os.O_RDWR)
        os.symlink(self.gadget / "functions/ffs.labstick", self.gadget / "configs/c.1/ffs.labstick")

    def plug(self):
        self.reset()
        write(self.gadget / "UDC", CONTROLLER)

    def pull(self):
        write(self.gadget / "UDC", "")
        self.reset()

    def end(self):
        self.is_over = True
        try:
            self.pull()
        except OSError:
            pass

    # The bus, each direction on a thread of its own

    def read(self):
        while not self.is_over:
            try:
                self.take(os.read(self.output, 512))
            except OSError as error:
                if error.errno not in (errno.ESHUTDOWN, errno.EINTR, errno.EAGAIN, errno.ENODEV, errno.EIO):
                    raise
                time.sleep(0.05)

    def send(self):
        while not self.is_over:
            whole = self.outbox.get()
            try:
                os.write(self.input, whole)
            except OSError:
                time.sleep(0.05)

    # What it answers

    def take(self, data):
        self.pending += data
        while len(self.pending) >= 4:
            length = self.pending[1] + 4
            if self.pending[0] != 0xA4 or reduce(xor, self.pending[:length], 0) and len(self.pending) >= length:
                self.pending = self.pending[1:]
                continue
            if len(self.pending) < length:
                return
            whole, self.pending = self.pending[:length], self.pending[length:]
            self.command(whole[2], whole[3:-1])

    def command(self, identifier, content):
        self.heard.append((identifier, bytes(content)))
        channel, code = content[0] if content else 0, 0
        if identifier == 0x4A:
            self.reset()
            return self.outbox.put(message(0x6F, [0x20]))
        if identifier == 0x4D:
            said = {0x54: (0x54, [8, 8, 0, 0xBA, 0x36 if self.hears_all else 0x32, 0, 0xDF]), 0x3E: (0x3E, b"LAB1.00\0")}
            if content[1] in said:
                return self.outbox.put(message(*said[content[1]]))
            code = 0x28
        elif identifier == 0x46:
            self.network = bytes(content[1:9])
        elif identifier == 0x6E:
            self.appends = content[1]
        elif identifier == 0x42:
            code = 0x15 if channel in self.channels else 0
            self.channels.setdefault(channel, {})
        elif identifier in (0x51, 0x43, 0x45, 0x44):
            code = 0 if channel in self.channels else 0x15
            if not code:
                self.channels[channel][identifier] = bytes(content[1:])
        elif identifier in (0x4B, 0x5B):
            code = 0 if channel in self.channels else 0x15
            if not code:
                self.listening.add(channel)
        elif identifier == 0x4C:
            self.listening.discard(channel)
        else:
            code = 0x28
        return self.outbox.put(message(0x40, [channel, identifier, code]))

    def hears(self):
        """Whether its channel 0 hears everybody: the key, the frequency, and sensors of any number and type."""
        channel = self.channels.get(0, {})
        return (0 in self.listening and self.network == self.key and channel.get(0x45) == bytes([57])
                and channel.get(0x43) == struct.pack("<H", 8070) and channel.get(0x51, b"1")[:3] == b"\0\0\0")

    def live(self):
        """Straps send whether anybody listens or not; no message is left out where this machine was late."""
        begun, count = time.monotonic(), 0
        while not self.is_over:
            count += 1
            time.sleep(max(0.0, begun + count * PERIOD - time.monotonic()))
            for strap in self.straps:
                payload = strap.message()
                if payload is None or not self.hears():
                    continue
                appended = b""
                if self.appends & 0x80:
                    sender = struct.pack("<HBB", strap.number & 0xFFFF, strap.kind, (strap.number >> 16) << 4 | 1)
                    signal = bytes([0x20, 0xC4, 0x00]) if self.appends & 0x40 else b""
                    appended = bytes([self.appends & 0xC0]) + sender + signal
                self.outbox.put(message(0x4E, bytes([0]) + payload + appended))
