"""The service's sandbox opens what the gateway reads, also where it is plugged in later."""

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
# What makes the kernel know a kind of device; libusb's own is always there.
MODULES = {"ttyACM": "cdc_acm", "ttyUSB": "usbserial", "hidraw": "hid"}


def unit():
    lines = (ROOT / "systemd/nightjar.service").read_text().splitlines()
    return [tuple(line.split("=", 1)) for line in lines if "=" in line and not line.startswith("#")]


def test_every_kind_of_device_is_known_to_the_kernel_before_the_service_starts():
    kinds = [re.fullmatch(r"char-(\w+) rw", value)[1] for key, value in unit() if key == "DeviceAllow" and "char-" in value]
    assert set(kinds) == {"usb_device", *MODULES}
    for order in ("Wants", "After"):
        named = " ".join(value for key, value in unit() if key == order)
        for kind in set(kinds) & MODULES.keys():
            assert f"modprobe@{MODULES[kind]}.service" in named, (order, kind)


def test_serial_lines_are_open_to_the_account_of_the_service():
    words = [line.split() for line in (ROOT / "systemd/nightjar.sysusers").read_text().splitlines()]
    assert ["m", "nightjar", "dialout"] in words and ["m", "nightjar", "uucp"] in words


def test_an_ant_stick_is_never_put_to_sleep():
    rules = (ROOT / "udev/70-nightjar.rules").read_text().replace("\\\n", "")
    ant = next(line for line in rules.splitlines() if "0fcf" in line)
    assert 'ATTR{power/control}="on"' in ant and 'ENV{ID_MM_DEVICE_IGNORE}="1"' in ant
