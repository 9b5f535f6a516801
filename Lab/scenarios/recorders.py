"""Axivity recorders by `nightjar axivity`, as the account nightjar, through the shipped udev rules."""

import asyncio
import json
import os
import stat
import subprocess
import time
from pathlib import Path

from recorder.gadget import CONTROLLER, GADGETS, write

from .bench import DEVICE
from .judge import scenario, until
from .program import nightjar, start


def properties(node):
    said = subprocess.run(["udevadm", "info", "--query=property", node], capture_output=True, text=True).stdout
    return dict(line.split("=", 1) for line in said.splitlines() if "=" in line)


def mounts():
    return [line for line in Path("/proc/mounts").read_text().splitlines() if "nightjar" in line]


async def plugged(bench):
    """Plugs the recorder in and waits until the kernel and udev have it."""
    begun = time.monotonic()
    await bench.recorder.plug()
    await until(lambda: os.path.exists(f"/dev/nightjar/axivity-CWA17_{DEVICE}"), 20, "the stable name of the line")
    await until(lambda: os.path.exists(f"/dev/nightjar/axivity-CWA17_{DEVICE}-volume"), 20, "that of the volume")
    return begun


@scenario("usb")
async def doctor_is_content(judge, bench):
    """After `make install`, doctor finds nothing broken but the clock, which no server steers here"""
    run = await nightjar("doctor", "--json", expect=None)
    checks = json.loads(run.text)["checks"]
    judge.note(not_fine=[check["check"] for check in checks if check["verdict"] != "fine"])
    broken = {check["check"] for check in checks if check["verdict"] == "broken"}
    assert broken <= {"clock"}, [check for check in checks if check["verdict"] == "broken"]
    assert {check["check"] for check in checks} >= {"rules", "group", "modules", "rfkill", "capabilities", "disk"}


@scenario("usb")
async def rules_apply(judge, bench):
    """Plugged in, the recorder belongs to the group, has stable names, and ModemManager and desktops keep away"""
    await plugged(bench)
    line = os.path.realpath(f"/dev/nightjar/axivity-CWA17_{DEVICE}")
    volume = os.path.realpath(f"/dev/nightjar/axivity-CWA17_{DEVICE}-volume")
    bus = subprocess.run("ls -t /dev/bus/usb/*/* | head -1", shell=True, capture_output=True, text=True).stdout.strip()
    for node, mode in ((line, 0o660), (bus, 0o660), (volume, 0o640)):
        found = os.stat(node)
        assert found.st_gid == bench.account.pw_gid and stat.S_IMODE(found.st_mode) == mode, (node, oct(found.st_mode))
    assert properties(bus)["ID_MM_DEVICE_IGNORE"] == "1"
    assert ":uaccess:" in properties(line)["TAGS"] and ":uaccess:" in properties(bus)["TAGS"]
    said = properties(volume)
    assert said["UDISKS_AUTO"] == "0" and said["SYSTEMD_WANTS"].startswith("nightjar-mount@"), said
    await until(lambda: "/run/nightjar/volumes" in Path("/proc/mounts").read_text(), 15, "the volume mounted")
    mount = next(line for line in Path("/proc/mounts").read_text().splitlines() if "/run/nightjar/volumes" in line)
    assert " ro," in mount and "noexec" in mount, mount


@scenario("usb")
async def others_stay_closed(judge, bench):
    """Another device of Microchip's demonstration number is none of ours"""
    other = GADGETS / "other"
    if not other.exists():
        bench.recorder.describe_device(
            other, "0x04d8", "0x0057", "0x0001",
            {"manufacturer": "Somebody", "product": "Demo board", "serialnumber": "1"})
        (other / "functions/acm.other").mkdir()
        os.symlink(other / "functions/acm.other", other / "configs/c.1/acm.other")
    write(other / "UDC", CONTROLLER)
    try:
        await until(lambda: os.path.exists("/dev/ttyACM0"), 10, "the other device")
        subprocess.run(["udevadm", "settle"])
        assert os.stat("/dev/ttyACM0").st_gid != bench.account.pw_gid
        assert "NIGHTJAR_DEVICE" not in properties("/dev/ttyACM0")
    finally:
        write(other / "UDC", "")


@scenario("usb", seconds=90)
async def status_tells(judge, bench):
    """Plugged in through its bootloader, the recorder tells who and how it is, by four places that agree"""
    bench.recorder.firmware.clock_offset = 3.0
    begun = await plugged(bench)
    run = await nightjar("axivity", "status", "--json", "--zone", "UTC", "--wait", "20")
    judge.note(seconds_from_plugging=round(time.monotonic() - begun, 1))
    said = json.loads(run.text.splitlines()[0])
    said = said["recorders"][0] if "recorders" in said else said
    assert said["device"]["number"] == DEVICE and said["identity"]["agrees"], said
    places = [key for key, value in said["identity"].items() if key != "agrees" and value == DEVICE]
    assert len(places) == 4, said["identity"]
    assert said["battery_percent"] == 100 and abs(said["clock_offset_s"] - 3) < 1.5, said
    assert not bench.recorder.firmware.destructive()


@scenario("usb", seconds=120)
async def download_whole(judge, bench):
    """The recording is downloaded, checked block by block, and is byte for byte the recorder's"""
    await plugged(bench)
    folder = bench.empty("/var/lib/nightjar/whole")
    begun = time.monotonic()
    run = await nightjar("axivity", "download", "-o", str(folder), "--json", "--wait", "20", seconds=110)
    took, said = time.monotonic() - begun, json.loads(run.text)
    judge.note(seconds=round(took, 1), bytes=said["bytes"])
    assert said["verified"] and said["damaged"] == 0 and said["blocks"] == 9000, said
    assert Path(said["file"]).read_bytes() == bench.recording.read_bytes()
    assert not bench.recorder.firmware.destructive()


@scenario("usb", seconds=150)
async def unplugged_in_the_middle(judge, bench):
    """Unplugged in the middle of a download and plugged in again, it goes on from there"""
    await plugged(bench)
    folder = bench.empty("/var/lib/nightjar/middle")
    run = await start("axivity", "download", "-o", str(folder), "--json", "--wait", "60")

    def copied():
        parts = list(folder.glob("*.part"))
        return parts[0].stat().st_size if parts else 0

    await until(lambda: copied() > 500_000 or run.process.returncode is not None, 60, "half a megabyte copied")
    had = copied()
    await bench.recorder.pull()
    assert run.process.returncode is None, f"it had ended: {run.text} {run.errors}"
    await asyncio.sleep(3)
    assert run.process.returncode is None, run.errors
    await bench.recorder.plug()
    await until(lambda: run.process.returncode is not None, 90, lambda: f"an end ({run.errors[-600:]}, {mounts()}, {run.where()}, {bench.recorder.firmware.heard})")
    code = await run.ends(5)
    assert code == 0, run.errors[-600:]
    said = json.loads(run.text)
    judge.note(copied_before=had, resumed_at=said["resumed_at"])
    assert said["resumed_at"] > 0 and said["verified"], said
    assert Path(said["file"]).read_bytes() == bench.recording.read_bytes()


@scenario("usb", seconds=120)
async def clear_needs_its_confirmation(judge, bench):
    """Without the number typed out, or a copy, nothing that erases reaches the recorder"""
    await plugged(bench)
    number = str(DEVICE)
    for words in (
        ["clear"], ["clear", number], ["clear", "--confirm", "54321", "--discard"], ["clear", "--confirm", number],
        ["configure", "--confirm", number], ["configure", number, "--session", "9", "--discard"],
    ):
        run = await start("axivity", *words, "--wait", "10")
        assert await run.ends(60) != 0, f"{words} was let through: {run.text}"
        assert not bench.recorder.firmware.destructive(), (words, bench.recorder.firmware.heard)
    judge.note(heard=sorted({line.split()[0].upper() for line in bench.recorder.firmware.heard}))


@scenario("usb", seconds=150)
async def set_up_for_the_next(judge, bench):
    """With number and copy it is set up for the next recording, and its new header says so"""
    await plugged(bench)
    copy = "/var/lib/nightjar/whole/" + next(iter(os.listdir("/var/lib/nightjar/whole")))
    bench.recorder.firmware.clock_offset = -120.0
    run = await nightjar(
        "axivity", "configure", "--confirm", str(DEVICE), "--copy", copy, "--session", "8", "--rate", "50",
        "--subject", "K07", "--zone", "UTC", "--json", "--wait", "20", seconds=120)
    said, firmware = json.loads(run.text), bench.recorder.firmware
    judge.note(said=said)
    assert firmware.session == 8 and firmware.rate == 50, (firmware.session, firmware.rate)
    assert abs(firmware.clock_offset) < 2, firmware.clock_offset
    assert "_sc=K07" in "".join(firmware.annotation), firmware.annotation


@scenario("usb", seconds=120)
async def cleared_when_told(judge, bench):
    """With its number and --discard the recording is erased"""
    await plugged(bench)
    await nightjar("axivity", "clear", "--confirm", str(DEVICE), "--discard", "--wait", "20", seconds=90)
    assert bench.recorder.firmware.destructive()

    async def is_empty():
        run = await nightjar("axivity", "status", "--json", "--wait", "20")
        recording = json.loads(run.text.splitlines()[0])["recording"]
        return recording and recording["blocks"] == 0

    await until(is_empty, 60, "an empty recording on the volume that came back")


@scenario("usb", seconds=200)
async def night_comes_home(judge, bench):
    """Downloaded with --import, the night is in the store, and its export tells the hole in it with its cause"""
    await plugged(bench)
    folder, data = bench.empty("/var/lib/nightjar/import"), bench.empty("/var/lib/nightjar/store")
    begun = time.monotonic()
    run = await nightjar(
        "axivity", "download", "-o", str(folder), "--import", "--data", str(data), "--zone", "Europe/Berlin", "--json",
        "--wait", "20", seconds=190)
    judge.note(seconds=round(time.monotonic() - begun, 1))
    said = json.loads(run.text)
    assert said["nights"], said
    nights = await nightjar("nights", "--data", str(data), "--json", seconds=60)
    assert "2026-01-11" in nights.text, nights.text[:400]
    await nightjar(
        "export", "2026-01-11", "--data", str(data), "--format", "json", "-o", f"{folder}/night.json", seconds=90)
    exported = json.loads((folder / "night.json").read_text())
    told = [(loss["cause"], round(loss["end_s"] - loss["start_s"])) for loss in exported["losses"]]
    judge.note(losses=told)
    assert ("interrupted", 1200) in told, told
