"""Heart rate straps and a foot pod over ANT+, heard by `nightjar serve` with a virtual stick behind the kernel's real USB."""

import asyncio
import os
import pwd
import stat
import subprocess
import time
from pathlib import Path

from ant.stick import Stick
from ant.straps import FootPod, Strap

from .gateway import Gateway
from .judge import scenario, until

# Made up: the real one is given to registered developers only.
KEY = bytes.fromhex("0011223344556677")
NUMBER, OTHER = 12345, 54321


def stored(gateway, device):
    """Intervals of a device in the store, in 1/1024 s and in the order of their times, with their labels."""
    return [(round(rr * 1.024), label) for rr, label in gateway.rows(
        "SELECT beat.rr, beat.label FROM beat JOIN source ON source.id = beat.source "
        "JOIN device ON device.id = source.device WHERE device.name = ? ORDER BY beat.time", device)]


def within(part, whole):
    """Where a run of intervals lies among those that were sent; None where it does not."""
    return next((place for place in range(len(whole)) if whole[place : place + len(part)] == part), None)


@scenario("usb", seconds=240)
async def straps_over_ant(judge, bench):
    """A strap on ANT+ is found, kept after consent beat by beat, and goes on after its stick was pulled out"""
    data = bench.empty("/var/lib/nightjar/ant")
    strap, other = Strap(NUMBER), Strap(OTHER, base=700, maker=1)
    stick = Stick(KEY, [strap, other])
    gateway = await Gateway.open(data, "--no-bluetooth", fresh=False)
    try:
        stick.plug()

        async def wants_key():
            return "ant-network-key" in str(await gateway.get("/api/v1/devices"))

        await until(wants_key, 40, "the word that the network key is missing")
        node = subprocess.run(
            "grep -l 0fcf /sys/bus/usb/devices/*/idVendor", shell=True, capture_output=True, text=True).stdout.strip()
        place = Path(node).parent
        # The kernel takes such a stick for a serial line, and the gateway takes it from there.
        driver = (place / f"{place.name}:1.0/driver").resolve().name
        judge.note(kernel_driver=driver)
        assert driver == "usb_serial_simple", driver
        bus = f"/dev/bus/usb/{int((place / 'busnum').read_text()):03}/{int((place / 'devnum').read_text()):03}"
        found = os.stat(bus)
        assert found.st_gid == bench.account.pw_gid and stat.S_IMODE(found.st_mode) == 0o660, bus

        (data / "ant-network-key").write_text(KEY.hex() + "\n")
        account = pwd.getpwnam("nightjar")
        os.chown(data / "ant-network-key", account.pw_uid, account.pw_gid)
        begun = time.monotonic()
        entry = await gateway.adopt(f"ant-{NUMBER}")
        await gateway.streaming(f"ant-{NUMBER}")
        judge.note(seconds_from_key_to_streaming=round(time.monotonic() - begun, 1), name=entry["name"])
        await asyncio.sleep(30)

        stick.pull()

        async def stage(wanted):
            entry = await gateway.device(f"ant-{NUMBER}")
            return entry if entry["stage"] in wanted else None

        entry = await until(lambda: stage(["interrupted"]), 20, "the interruption")
        assert "unplugged" in entry["reason"], entry["reason"]
        before = len(strap.intervals())
        await asyncio.sleep(8)
        back = time.monotonic()
        stick.plug()
        await until(lambda: stage(["resumed", "streaming"]), 40, "the strap after the stick came back")
        judge.note(seconds_from_plug_to_streaming=round(time.monotonic() - back, 1))
        await asyncio.sleep(20)
        entry = await gateway.device(f"ant-{NUMBER}")
        judge.note(entry={key: entry.get(key) for key in ("name", "stage", "rssi_dbm", "battery_percent")})
        assert entry["rssi_dbm"] == -60 and entry["battery_percent"] == 85, entry
    finally:
        await gateway.end()
        stick.end()

    device = f"ant-{NUMBER}"
    kept, sent = stored(gateway, device), strap.intervals()
    breaks = [index for index, (_, label) in enumerate(kept) if label == "after_gap"]
    judge.note(kept=len(kept), sent=len(sent), breaks=breaks)
    assert len(breaks) == 1, breaks
    first, second = [rr for rr, _ in kept[: breaks[0]]], [rr for rr, _ in kept[breaks[0] :]]
    assert len(first) >= 25 and len(second) >= 12, (len(first), len(second))
    place, later = within(first, sent), within(second, sent)
    assert place is not None and later is not None, (first, second, sent)
    assert place + len(first) <= before and later > place + len(first), (place, later, before)
    assert not stored(gateway, f"ant-{OTHER}"), "a strap that nobody took in was kept"
    told = [(cause, round((end - begin) / 1e9)) for name, cause, _, begin, end, _, unit, _ in gateway.losses()
            if name == device and unit == "seconds" and cause == "disconnected"]
    judge.note(losses=told)
    assert len(told) == 1 and told[0][1] >= 8, told


@scenario("usb", seconds=240, long=True)
async def foot_pod_over_ant(judge, bench):
    """A foot pod on ANT+ beside a strap of the same number: its speed, cadence, steps and distance are what it sent"""
    data = bench.empty("/var/lib/nightjar/ant")
    (data / "ant-network-key").write_text(KEY.hex() + "\n")
    account = pwd.getpwnam("nightjar")
    os.chown(data / "ant-network-key", account.pw_uid, account.pw_gid)
    stick = Stick(KEY, [Strap(NUMBER), FootPod(NUMBER)])
    gateway = await Gateway.open(data, "--no-bluetooth", fresh=False)
    try:
        stick.plug()
        await gateway.adopt(f"ant-pod-{NUMBER}", "ant.foot-pod")
        await gateway.streaming(f"ant-pod-{NUMBER}")
        await asyncio.sleep(30)
        entry = await gateway.device(f"ant-pod-{NUMBER}")
        judge.note(pod={key: entry.get(key) for key in ("name", "stage", "rssi_dbm", "battery_percent", "battery_note")})
        assert entry["rssi_dbm"] == -60 and entry["battery_percent"] is None, entry
        assert entry["battery_note"] == "good, 2.5 V", entry
    finally:
        await gateway.end()
        stick.end()
    assert not stored(gateway, f"ant-{NUMBER}"), "the strap of the same number was kept"
    pods = {channel: [value for (value,) in gateway.samples(f"ant-pod-{NUMBER}", channel)]
            for channel in ("speed", "cadence", "steps", "distance")}
    judge.note(pods={channel: (len(values), values[-1]) for channel, values in pods.items()})
    assert len(pods["speed"]) >= 40 and set(pods["speed"]) == {1.5}, pods["speed"]
    assert len(pods["cadence"]) >= 20 and set(pods["cadence"]) == {120}, pods["cadence"]
    for channel, pace in (("steps", 2), ("distance", 1.5)):
        values = pods[channel]
        assert values == sorted(values) and 20 * pace <= values[-1] <= 240 * pace, (channel, values)
