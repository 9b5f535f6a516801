"""Axivity recorders by `nightjar axivity`, as the account nightjar, through the shipped udev rules."""

import asyncio
import json
import os
import stat
import statistics
import subprocess
import time
from pathlib import Path

from recorder.gadget import CONTROLLER, GADGETS, write

from . import program
from .bench import DEVICE, UDISKS
from .gateway import Gateway
from .judge import Skipped, scenario, until
from .program import nightjar, start

TESTS = Path(__file__).parents[2] / ".build" / "debug" / "nightjarPackageTests.xctest"


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
    # The line was taken from the kernel's driver and is given back.
    await until(lambda: os.path.exists(f"/dev/nightjar/axivity-CWA17_{DEVICE}"), 10, "the kernel's line again")


@scenario("usb", seconds=150)
async def mounted_by_udisks(judge, bench):
    """Where no rule of systemd mounts the volume, udisks2 is asked to, for reading, and to take it off again"""
    if not os.path.exists(UDISKS):
        raise Skipped("udisks2 is not installed")
    bench.has_mount_unit = False
    await bench.udisks()
    await plugged(bench)
    seen = []

    async def watch():
        while True:
            seen.extend(line for line in Path("/proc/mounts").read_text().splitlines() if "/media/" in line)
            await asyncio.sleep(0.05)

    watching = asyncio.create_task(watch())
    run = await nightjar("axivity", "status", "--json", "--zone", "UTC", "--wait", "20", seconds=90)
    watching.cancel()
    said = json.loads(run.text.splitlines()[0])
    assert said["identity"]["agrees"] and said["recording"]["blocks"] == 9000, said
    assert seen and all(" ro," in line for line in seen), seen
    judge.note(mount=seen[0].split()[1:4])
    assert "/media/" not in Path("/proc/mounts").read_text(), "left mounted"


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


async def pulled_in_the_middle(bench, folder, patience):
    """Begins a download and pulls the recorder out when half a megabyte is copied: the run, and bytes copied."""
    run = await start("axivity", "download", "-o", str(folder), "--json", "--wait", str(patience))

    def copied():
        parts = list(folder.glob("*.part"))
        return parts[0].stat().st_size if parts else 0

    await until(lambda: copied() > 500_000 or run.process.returncode is not None, 60, "half a megabyte copied")
    had = copied()
    await bench.recorder.pull()
    assert run.process.returncode is None, f"it had ended: {run.text} {run.errors}"
    return run, had


def judge_resumed(judge, bench, run, had):
    said = json.loads(run.text)
    judge.note(copied_before=had, resumed_at=said["resumed_at"])
    assert 0 < said["resumed_at"] <= had + 1_000_000 and said["verified"], said
    assert Path(said["file"]).read_bytes() == bench.recording.read_bytes()
    assert not bench.recorder.firmware.destructive()


@scenario("usb", seconds=150)
async def unplugged_in_the_middle(judge, bench):
    """Unplugged in the middle of a download and plugged in again, it goes on from there"""
    await plugged(bench)
    folder = bench.empty("/var/lib/nightjar/middle")
    run, had = await pulled_in_the_middle(bench, folder, patience=60)
    await asyncio.sleep(3)
    assert run.process.returncode is None, run.errors
    await bench.recorder.plug()

    def state():
        return f"an end ({run.errors[-600:]}, {mounts()}, {run.where()}, {bench.recorder.firmware.heard})"

    await until(lambda: run.process.returncode is not None, 90, state)
    code = await run.ends(5)
    assert code == 0, run.errors[-600:]
    judge_resumed(judge, bench, run, had)


@scenario("usb", seconds=150)
async def given_again_by_hand(judge, bench):
    """Unplugged in the middle and given up, the download goes on from there when the command is given again"""
    await plugged(bench)
    folder = bench.empty("/var/lib/nightjar/again")
    run, had = await pulled_in_the_middle(bench, folder, patience=1)
    code = await run.ends(30)
    assert code != 0 and "repeat the command" in run.errors, (code, run.errors)
    await plugged(bench)
    run = await nightjar("axivity", "download", "-o", str(folder), "--json", "--wait", "20", seconds=90)
    judge_resumed(judge, bench, run, had)


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
    judge.note(clock_offset_s=said["clock_offset_s"], header_checked=said["header_checked"])
    assert said["erased"] and said["header_checked"] and not said["header_differences"], said
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


@scenario("usb", seconds=360, long=True)
async def night_comes_home(judge, bench):
    """Downloaded with --import, the night is in the store, and its export tells the hole in it with its cause"""
    bench.fresh(bench.night)
    await plugged(bench)
    folder, data = bench.empty("/var/lib/nightjar/import"), bench.empty("/var/lib/nightjar/store")
    begun = time.monotonic()
    run = await nightjar(
        "axivity", "download", "-o", str(folder), "--import", "--data", str(data), "--zone", "Europe/Berlin", "--json",
        "--wait", "20", seconds=240)
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


@scenario("usb", seconds=150)
async def own_tests_pass(judge, bench):
    """The unit tests that need a recorder: found, previewed over libusb and over the terminal, its line given back"""
    if not TESTS.exists():
        raise Skipped("the unit tests are not built")
    await plugged(bench)
    process = await asyncio.create_subprocess_exec(
        *program.PREFIX, str(TESTS), "--testing-library", "swift-testing", "--filter", "PluggedInRecorder",
        stdin=asyncio.subprocess.DEVNULL, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.STDOUT,
        env={**os.environ, "NIGHTJAR_TEST_RECORDER": str(DEVICE)})
    said = (await process.communicate())[0].decode(errors="replace")
    assert process.returncode == 0 and "4 tests" in said, said[-1500:]
    judge.note(rates=[line.split("preview over ")[1] for line in said.splitlines() if line.startswith("preview over ")])


@scenario("usb", seconds=240)
async def preview_is_marked(judge, bench):
    """With consent a plugged-in recorder's readings are in the store, stamped on arrival and marked as a preview"""
    firmware, name = bench.recorder.firmware, f"axivity-{DEVICE}"
    firmware.clock_offset = -40 * 86_400.0  # the readings are not to be stamped by it
    gateway = await Gateway.open("/var/lib/nightjar/preview", "--no-bluetooth")
    await plugged(bench)
    found = await until(lambda: gateway.device(name), 40, "the recorder among the devices found")
    assert found["preview"] and found["consent"] == "none", found
    assert not firmware.heard, f"talked to without consent: {firmware.heard}"
    begun = time.time()
    await gateway.adopt(name)
    await gateway.streaming(name)
    await until(lambda: len(gateway.heard("motion")) >= 5, 40, "five seconds of movement on the live stream")
    # Pulled out and plugged in again it goes on, and only readings that came are kept.
    await bench.recorder.pull()

    async def is_interrupted():
        return (await gateway.device(name))["stage"] == "interrupted"

    await until(is_interrupted, 30, "the interruption")
    before = time.monotonic()
    await bench.recorder.plug()
    await gateway.streaming(name, 60)
    judge.note(seconds_from_plugging=round(time.monotonic() - before, 1))
    seen = len(gateway.heard("motion"))
    await until(lambda: len(gateway.heard("motion")) >= seen + 3, 40, "movement after the plug")
    await gateway.end()
    ended, streamed = time.time(), firmware.streamed
    assert firmware.streaming is None, "the recorder was left streaming"

    angles = [document["angle_z_deg"] for _, document in gateway.heard("motion") if document.get("angle_z_deg")]
    kept = sum(count for (_, channel), count in gateway.channels().items() if channel == "acceleration")
    spans = "SELECT start, end FROM raw_batch UNION ALL SELECT start, end FROM raw_block"
    first, last = gateway.rows(f"SELECT min(start) / 1e9, max(end) / 1e9 FROM ({spans})")[0]
    judge.note(streamed=streamed, kept=kept, angle=round(statistics.median(angles), 1),
               first=round(first - begun, 2), last=round(last - ended, 2))
    # The gadget's buffer holds some 750 lines, which are lost when it is pulled out and when it is hung up on.
    assert kept > 400 and 0 <= streamed - kept < 1500, (kept, streamed)
    assert begun - 1 < first < last < ended + 0.5, (begun, first, last, ended)
    assert abs(statistics.median(angles) - 82.6) < 1, angles
    assert gateway.rows("SELECT preview FROM device WHERE name LIKE '%12345%'") == [(1,)]
    assert gateway.rows("SELECT count(*) FROM night") == [(0,)]
    assert not firmware.destructive()


@scenario("usb", seconds=420)
async def gateway_brings_the_night(judge, bench):
    """Beside a running gateway it is shown and copied over the API, its night stored with the hole's cause, and set up"""
    bench.fresh(bench.night)
    firmware = bench.recorder.firmware
    gateway = await Gateway.open("/var/lib/nightjar/desk", "--no-bluetooth")
    begun = await plugged(bench)
    entry = await until(lambda: gateway.device(f"axivity-{DEVICE}"), 40, "the recorder among the devices found")
    judge.note(seconds_to_be_shown=round(time.monotonic() - begun, 1))
    path = f"/api/v1/devices/{entry['id']}/recorder"
    seen = await gateway.get(path)
    assert seen["number"] == str(DEVICE) and seen["battery_percent"] == 100, seen
    assert seen["recording"]["bytes"] == bench.night.stat().st_size and not seen["downloaded"], seen
    for where, what in (("clear", {}), ("clear", {"confirm": "54321"}), ("clear", {"confirm": str(DEVICE)}),
                        ("configure", {"confirm": str(DEVICE), "rate_hz": 50}), ("configure", {"rate_hz": 50})):
        try:
            let = await gateway.ask("POST", f"{path}/{where}", what)
        except AssertionError:
            let = None
        assert let is None, f"{where} {what} was let through: {let}"
        assert not firmware.destructive(), (where, what, firmware.heard)
    begun = time.monotonic()
    await gateway.ask("POST", f"{path}/download", {})

    def last():
        heard = gateway.heard("recorder")
        return heard[-1][1] if heard else {}

    await until(lambda: last().get("state") in ("complete", "failed", "paused"), 120, lambda: f"the copy ({last()})")
    assert last()["state"] == "complete", last()
    judge.note(seconds_to_copy=round(time.monotonic() - begun, 1))
    told = [document["download"]["bytes"] for _, document in gateway.heard("recorder") if document.get("download")]
    assert len(told) > 5, f"no progress was told: {told}"

    async def has_come():
        return [one for one in (await gateway.get("/api/v1/nights"))["nights"] if one["date"] == "2026-01-11"]

    def imports():
        return f"the night in the store ({[document for _, document in gateway.heard('import')][-1:]})"

    night = (await until(has_come, 300, imports))[0]
    judge.note(seconds_to_the_night=round(time.monotonic() - begun, 1), minutes_asleep=night["total_sleep_min"])
    assert night["source"] == "import" and str(DEVICE) in night["device"], night
    exported = await gateway.get("/api/v1/nights/2026-01-11/export?format=json")
    causes = [(loss["cause"], round(loss["end_s"] - loss["start_s"])) for loss in exported["losses"]]
    assert ("interrupted", 1200) in causes, causes
    done = await gateway.ask(
        "POST", f"{path}/configure",
        {"confirm": str(DEVICE), "rate_hz": 50, "range_g": 8, "session": 9, "subject": "K07"}, seconds=90)
    assert firmware.session == 9 and firmware.rate == 50 and firmware.destructive(), firmware.heard
    assert "_sc=K07" in "".join(firmware.annotation), firmware.annotation
    assert done["recording"] is None and done["next"]["session"] == 9, done
    await gateway.end()
