"""The composite device on dummy_hcd, through configfs: bootloader first, then mass storage and serial line."""

import asyncio
import os
import shutil
import subprocess
from datetime import datetime
from pathlib import Path

from . import cwa
from .firmware import Firmware

GADGETS = Path("/sys/kernel/config/usb_gadget")
CONTROLLER = "dummy_udc.0"
# A HID report descriptor of 64 bytes in and out, vendor page.
BOOT_REPORT = bytes.fromhex("0600ff0901a1010901150026ff00750895408102090295409102c0")


def write(path, value):
    with open(path, "wb", buffering=0) as file:
        file.write(value if isinstance(value, bytes) else f"{value}\n".encode())


class Volume:
    """A FAT image with CWA-DATA.CWA, made with mtools; the gadget shows it to the host."""

    def __init__(self, image, label, recording=None, megabytes=32):
        self.image, self.lun = str(image), None
        if not os.path.exists(self.image):
            with open(self.image, "wb") as file:
                file.truncate(megabytes << 20)
            subprocess.run(["mkfs.vfat", "-n", label, self.image], check=True, capture_output=True)
            if recording:
                self.store(recording)

    def store(self, recording):
        subprocess.run(["mcopy", "-o", "-i", self.image, str(recording), "::CWA-DATA.CWA"], check=True)

    @staticmethod
    def moment(value):
        """A start or a stop as the header keeps it: 0 always, -1 never, else a packed time."""
        if isinstance(value, int):
            return value & 0xFFFFFFFF
        return cwa.packed_time(datetime.strptime(value, "%Y/%m/%d,%H:%M:%S"))

    async def change(self, firmware, erase):
        if self.lun:
            write(self.lun / "forced_eject", 1)
        fresh = self.image + ".fresh"
        data = b""
        if not erase:
            subprocess.run(["mcopy", "-o", "-n", "-i", self.image, "::CWA-DATA.CWA", fresh], capture_output=True)
            if os.path.exists(fresh):
                data = Path(fresh).read_bytes()[cwa.HEADER:]
        with open(fresh, "wb") as file:
            file.write(cwa.header(
                firmware.device, firmware.session, firmware.rate, changed=firmware.now(), code=firmware.rate_code,
                start=self.moment(firmware.hibernate), stop=self.moment(firmware.stop),
                metadata="".join(firmware.annotation).strip()) + data)
        self.store(fresh)
        await asyncio.sleep(0.5)
        if self.lun:
            write(self.lun / "file", self.image)


class Recorder:
    """An AX3 that can be plugged in and pulled out."""

    def __init__(self, volume, device=12345, session=7, name="ax3"):
        self.volume, self.name = volume, name
        self.firmware = Firmware(device, session, volume)
        self.boot, self.gadget = GADGETS / f"{name}-boot", GADGETS / name
        if not self.gadget.exists():
            self.describe_bootloader()
            self.describe()
        volume.lun = self.gadget / "functions/mass_storage.0/lun.0"

    @staticmethod
    def describe_device(at, vendor, product, release, strings):
        at.mkdir()
        write(at / "idVendor", vendor)
        write(at / "idProduct", product)
        write(at / "bcdDevice", release)
        write(at / "bcdUSB", "0x0200")
        write(at / "max_speed", "full-speed")
        (at / "strings/0x409").mkdir()
        for key, text in strings.items():
            write(at / "strings/0x409" / key, text)
        (at / "configs/c.1").mkdir()

    def describe_bootloader(self):
        self.describe_device(self.boot, "0x04d8", "0x003c", "0x0001", {
            "manufacturer": "Microchip Technology Inc.", "product": "HID USB Bootloader"})
        hid = self.boot / "functions/hid.0"
        hid.mkdir()
        write(hid / "report_length", 64)
        write(hid / "report_desc", BOOT_REPORT)
        os.symlink(hid, self.boot / "configs/c.1/hid.0")

    def describe(self):
        self.describe_device(self.gadget, "0x04d8", "0x0057", "0x0017", {
            "manufacturer": "Newcastle University", "product": "AX3 Composite Device 1.7",
            "serialnumber": f"CWA17_{self.firmware.device}"})
        write(self.gadget / "bDeviceClass", "0xEF")
        write(self.gadget / "bDeviceSubClass", "0x02")
        write(self.gadget / "bDeviceProtocol", "0x01")
        write(self.gadget / "configs/c.1/MaxPower", 500)
        write(self.gadget / "configs/c.1/bmAttributes", "0xC0")
        storage, line = self.gadget / "functions/mass_storage.0", self.gadget / "functions/acm.0"
        storage.mkdir()
        line.mkdir()
        write(storage / "lun.0/removable", 1)
        write(storage / "lun.0/inquiry_string", "AX3     AX3 Mass Storage0017")
        os.symlink(storage, self.gadget / "configs/c.1/mass_storage.0")
        os.symlink(line, self.gadget / "configs/c.1/acm.0")

    async def plug(self, bootloader_seconds=1.5):
        """As the real one: a HID bootloader for a moment, then itself."""
        if bootloader_seconds:
            write(self.boot / "UDC", CONTROLLER)
            await asyncio.sleep(bootloader_seconds)
            write(self.boot / "UDC", "")
        write(self.volume.lun / "file", self.volume.image)
        write(self.gadget / "UDC", CONTROLLER)
        self.firmware.attach()

    async def pull(self):
        self.firmware.detach()
        write(self.gadget / "UDC", "")


def start_udev(rules=None):
    """A udev of the guest's own, with the project's rules when given."""
    if rules:
        os.makedirs("/run/udev/rules.d", exist_ok=True)
        for rule in Path(rules).glob("*.rules"):
            shutil.copy(rule, "/run/udev/rules.d/")
    subprocess.run(["/lib/systemd/systemd-udevd", "--daemon"], check=True)
    subprocess.run(["udevadm", "trigger"], check=True)
    subprocess.run(["udevadm", "settle", "-t", "20"])


def made_recording(path, **options):
    """A recording of ten minutes unless told otherwise."""
    return cwa.recording(path, **{"start": datetime(2026, 1, 10, 22, 0, 0), **options})
