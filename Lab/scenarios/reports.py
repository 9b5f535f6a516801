"""A HID sensor that only an owner's profile describes: through the kernel's hidraw, and without it."""

import asyncio
import errno
import json
import os
import struct
import subprocess
import threading
import time
from pathlib import Path

from recorder.gadget import CONTROLLER, GADGETS, Recorder, write

from .gateway import Gateway
from .judge import scenario, until

# pid.codes keeps this number for tests.
VENDOR, PRODUCT = 0x1209, 0x0001
# A vendor's page: reports of eight bytes in and eight out.
REPORTS = bytes.fromhex("0600ff0901a1010901150026ff00750895088102090295089102c0")
START, STOP = bytes.fromhex("A501000000000000"), bytes.fromhex("A500000000000000")
PROFILE = {
    "profile": 1, "id": "lab.sensor", "revision": 1, "name": "Sensor of the lab", "about": "Eight bytes ten times a second.",
    "sources": ["Lab/scenarios/reports.py"], "verified": {"by": "documentation", "note": "A virtual one."},
    "match": [{"bus": "usb", "vid": f"{VENDOR:04X}", "pid": f"{PRODUCT:04X}"}],
    "usb": {
        "hid": {"report_bytes": 8},
        "start": [{"bytes": "00" + START.hex(), "expect": {"starts": "A5 01 01"}}], "stop": [{"bytes": "00" + STOP.hex()}],
        "framing": {"kind": "whole"}, "frame": "sample", "silence_s": 5,
    },
    "frames": {"sample": {"min": 8, "max": 8, "rate": 10, "starts": "5A", "sequence": {"modulo": 256}, "fields": [
        {"type": "u8"}, {"type": "u8", "role": "sequence"}, {"type": "i16", "channel": "ppg", "unit": "{count}"},
        {"type": "u8", "channel": "heart_rate", "unit": "/min"}, {"type": "bytes", "length": 3}]}},
    "time": {"model": "host"}, "capabilities": ["ppg", "heart_rate"],
    "vectors": [{"frame": "sample", "hex": "5A072C0148000000", "source": "made from the above",
                 "expect": {"channels": {"ppg": [300], "heart_rate": [72]}, "sequence": 7}}],
}


class Sensor:
    """Sends once it was told to; what it sent is kept as its truth."""

    def __init__(self):
        self.gadget, self.sent, self.heard = GADGETS / "sensor", [], []
        self.is_on = self.is_over = False
        Recorder.describe_device(self.gadget, f"0x{VENDOR:04x}", f"0x{PRODUCT:04x}", "0x0100", {
            "manufacturer": "Lab", "product": "Sensor", "serialnumber": "LAB0042"})
        function = self.gadget / "functions/hid.0"
        function.mkdir()
        write(function / "report_length", 8)
        write(function / "report_desc", REPORTS)
        os.symlink(function, self.gadget / "configs/c.1/hid.0")
        self.minor = (function / "dev").read_text().strip()

    def plug(self):
        write(self.gadget / "UDC", CONTROLLER)
        major, minor = map(int, self.minor.split(":"))
        node = next(path for path in Path("/dev").glob("hidg*") if os.stat(path).st_rdev == os.makedev(major, minor))
        self.line = os.open(node, os.O_RDWR | os.O_NONBLOCK)
        self.is_over = False
        threading.Thread(target=self.live, daemon=True).start()

    def pull(self):
        self.is_over, self.is_on = True, False
        time.sleep(0.3)
        os.close(self.line)
        write(self.gadget / "UDC", "")

    def live(self):
        while not self.is_over:
            time.sleep(0.1)
            try:
                report = os.read(self.line, 64)
                self.heard.append(report)
                self.is_on = report[1:2] == b"\x01"
                if self.is_on:
                    os.write(self.line, bytes.fromhex("A501010000000000"))
                continue
            except OSError as error:
                if error.errno not in (errno.EAGAIN, errno.ESHUTDOWN, errno.EIO):
                    return
            if self.is_on:
                number = len(self.sent)
                try:
                    os.write(self.line, struct.pack("<BBhB3x", 0x5A, number & 255, 7 * number % 30_000 - 9000, 60 + number % 40))
                    self.sent.append(7 * number % 30_000 - 9000)
                except OSError:
                    pass  # Nobody listens.


def opened(group):
    """Opens the sensor's nodes to the service's group, as a rule of its owner would; whether they are all there."""
    subprocess.run(["udevadm", "settle", "--timeout=10"])
    device = next((place.parent for place in Path("/sys/bus/usb/devices").glob("*/serial")
                   if place.read_text().strip() == "LAB0042"), None)
    nodes = list(Path("/dev").glob("hidraw*"))
    if device is None or not nodes:
        return False
    number = [int((device / name).read_text()) for name in ("busnum", "devnum")]
    for node in [*nodes, Path("/dev/bus/usb/{:03}/{:03}".format(*number))]:
        os.chown(node, -1, group)
        os.chmod(node, 0o660)
    return True


@scenario("usb", seconds=240, long=True)
async def reports_of_an_owners_device(judge, bench):
    """A HID sensor by its owner's profile: told to start and to stop, its reports in the store, with hidraw and without"""
    data = bench.empty("/var/lib/nightjar/hid")
    folder = data / "device-profiles"
    folder.mkdir(parents=True)
    (folder / "lab.sensor.json").write_text(json.dumps(PROFILE))
    subprocess.run(["chown", "-R", "nightjar:", str(data)], check=True)
    sensor = Sensor()
    gateway = await Gateway.open(data, "--no-bluetooth", fresh=False)
    try:
        begun = time.monotonic()
        sensor.plug()
        await until(lambda: opened(bench.account.pw_gid), 40, "the sensor's nodes", every=0.5)
        await gateway.adopt("lab0042", "lab.sensor")
        await gateway.streaming("lab0042")
        judge.note(seconds_from_plug_to_streaming=round(time.monotonic() - begun, 1))
        assert "/dev/hidraw" in str((await gateway.device("lab0042"))["steps"])
        await until(lambda: len(sensor.sent) > 40, 30, "forty reports")
        through_kernel = len(sensor.sent)

        # The kernel lets go of it: no hidraw, and libusb reads it.
        place = next(path for path in Path("/sys/bus/usb/drivers/usbhid").glob("*:*")
                     if (path.resolve().parent / "serial").exists()
                     and (path.resolve().parent / "serial").read_text().strip() == "LAB0042")
        (place.parent / "unbind").write_bytes(place.name.encode())
        await until(lambda: len(sensor.sent) > through_kernel + 40, 60, "forty reports without hidraw")
        assert "interface 0" in str((await gateway.device("lab0042"))["steps"])
        await asyncio.sleep(1)
    finally:
        await gateway.end()
    assert sensor.heard[-1] == STOP and sensor.heard.count(START) == 2, sensor.heard
    sensor.pull()
    name = "usb-1209-0001-lab0042"
    kept = [round(value) for (value,) in gateway.samples(name, "ppg")]
    judge.note(kept=len(kept), sent=len(sensor.sent), before_the_change=through_kernel, losses=gateway.losses()[:4])
    at = iter(sensor.sent)
    assert all(value in at for value in kept), "a value that was not sent, or twice"
    assert len(kept) >= len(sensor.sent) - 12, (len(kept), len(sensor.sent))
