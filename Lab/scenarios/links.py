"""The radio and the attribute protocol by `nightjar bluetooth`, judged by bumble's peripherals."""

import asyncio
import json
import statistics
import time

from radio.polar import H10

from .judge import scenario, until
from .program import nightjar, start

# The primary services of a real H10 (first and last handle).
H10_SERVICES = [
    (0x01, 0x09, "1800"), (0x0A, 0x0D, "1801"), (0x0E, 0x13, "180d"), (0x14, 0x2B, "181c"), (0x2C, 0x3A, "180a"),
    (0x3B, 0x3E, "180f"), (0x3F, 0x44, "6217ff4b"), (0x45, 0x4B, "fb005c80"), (0x4C, 0xFFFF, "feee"),
]


async def listening(one, *uuids, options=()):
    """`nightjar bluetooth listen` on a wearable, as soon as it has the first value."""
    run = await start("bluetooth", "listen", one.address, *uuids, "--json", "--data", "/root/lab-data", *options)
    await until(lambda: run.objects, 40, f"a first value of {one.name} ({run.errors[-300:]})")
    return run


@scenario("bluetooth")
async def adapter_listed(judge, ether):
    """The adapter is listed, and powered when it is needed"""
    run = await nightjar("bluetooth", "adapters", "--json")
    judge.note(said=json.loads(run.text))
    assert "00:11:22:33:44:55" in run.text.upper()


@scenario("bluetooth")
async def scan_finds(judge, ether):
    """Scanning finds what is there, with name, services and signal strength"""
    await ether.wear("strap")
    await ether.wear("h10")
    run = await nightjar("bluetooth", "scan", "--seconds", "6", "--json")
    found = {device["address"].upper(): device for device in json.loads(run.text)["devices"]}
    strap = found["F1:00:00:00:00:01"]
    assert strap["name"] == "Lab Strap", strap
    assert any("180d" in uuid.lower() for uuid in strap["services"]), strap
    assert strap["rssi"] == -50 and strap["heard"] > 1, strap
    assert found["F1:00:00:00:00:10"]["name"].startswith("Polar H10")
    only = await nightjar("bluetooth", "scan", "--seconds", "4", "--manufacturer", "0x006B", "--json")
    assert [device["address"].upper() for device in json.loads(only.text)["devices"]] == ["F1:00:00:00:00:10"]


@scenario("bluetooth")
async def tag_heard(judge, ether):
    """A tag that only advertises is heard with its measurement and as one that takes no connection"""
    tag = await ether.wear("ruuvi")
    run = await nightjar("bluetooth", "scan", "--seconds", "5", "--manufacturer", "0x0499", "--json")
    found = json.loads(run.text)["devices"]
    assert [device["address"].upper() for device in found] == [tag.address], found
    judge.note(said=found[0])
    assert found[0]["connectable"] is False and found[0]["heard"] > 2, found


@scenario("bluetooth")
async def table_is_exact(judge, ether):
    """The attribute table of an H10 comes out handle for handle"""
    h10 = await ether.wear("h10")
    run = await nightjar("bluetooth", "services", h10.address, "--kind", "random", "--seconds", "30", "--json")
    said = json.loads(run.text)
    services = [(s["first"], s["last"], s["uuid"].lower()) for s in said["services"]]
    for (first, last, uuid), expected in zip(services, H10_SERVICES, strict=True):
        assert (first, last) == expected[:2] and expected[2] in uuid, (first, last, uuid, expected)
    values = {c["uuid"].lower()[-36:]: c["handle"] for s in said["services"] for c in s["characteristics"]}
    assert any(handle == 0x10 for handle in values.values())
    assert any(uuid.startswith("fb005c82") and handle == 0x4A for uuid, handle in values.items())


@scenario("bluetooth", seconds=90)
async def drop_and_return(judge, ether):
    """A strap that drops the link in mid-stream is heard again by itself"""
    strap = await ether.wear("strap")
    run = await listening(strap, "2A37", options=["--again"])
    gaps = []
    for _ in range(3):
        count = len(run.objects)
        await until(lambda: len(run.objects) >= count + 2, 20, "values before the drop")
        dropped, count = time.monotonic(), len(run.objects)
        await strap.drop()
        await until(lambda: strap.connections > len(gaps) + 1 and len(run.objects) > count, 30, "values after the drop")
        gaps.append(round(run.out[-1][0] - dropped, 2))
    judge.note(seconds_without_values=gaps, median=statistics.median(gaps))
    assert max(gaps) < 30


@scenario("bluetooth", seconds=90)
async def out_of_reach(judge, ether):
    """A strap that leaves for ten seconds is heard again when it is back"""
    strap = await ether.wear("strap")
    run = await listening(strap, "2A37", options=["--again"])
    await strap.leave(10)
    back, count = time.monotonic(), len(run.objects)
    await until(lambda: len(run.objects) > count, 30, f"values after coming back ({run.errors[-300:]})")
    judge.note(seconds_after_return=round(time.monotonic() - back, 2))


@scenario("bluetooth", seconds=90)
async def storm(judge, ether):
    """A storm of 700 values of 232 bytes loses none"""
    h10 = await ether.wear("h10", largest_mtu=247)
    run = await start("bluetooth", "listen", h10.address, "FB005C82-02E7-F387-1CAD-8ACD2D8DF0C8", "--json")
    await until(lambda: h10.subscribed(h10.data), 40, "a subscription")
    begun = time.monotonic()
    await h10.storm(h10.data, 700, 232)
    await until(lambda: len(run.objects) >= 700, 40, f"700 values (have {len(run.objects)})")
    judge.note(seconds=round(time.monotonic() - begun, 1))
    values = [next(value for value in each.values() if isinstance(value, str) and len(value) == 464)
              for each in run.objects]
    numbers = [int.from_bytes(bytes.fromhex(value[:8]), "little") for value in values]
    assert numbers == list(range(700)), "values are missing or out of order"


@scenario("bluetooth")
async def odd_values(judge, ether):
    """Truncated, empty and oversized values harm nothing"""
    strap = await ether.wear("strap")
    run = await listening(strap, "2A37")
    for garble in (lambda _: b"", lambda value: value[:1], lambda value: value + bytes(600)):
        strap.garble, sent = garble, strap.sent
        await until(lambda: strap.sent >= sent + 2, 10, "two odd values sent")
    strap.garble = None
    count = len(run.objects)
    await until(lambda: len(run.objects) > count, 10, "whole values after the odd ones")
    assert run.process.returncode is None and strap.connections == 1


@scenario("bluetooth")
async def refused_mtu(judge, ether):
    """A peripheral that refuses the MTU exchange is read all the same"""
    strap = await ether.wear("strap", refuse_mtu=True)
    await listening(strap, "2A37")


@scenario("bluetooth", seconds=90)
async def moved_handles(judge, ether):
    """Handles that changed while the device was away are found anew"""
    strap = await ether.wear("strap")
    run = await listening(strap, "2A37", options=["--again"])
    before = strap.measurement.handle
    await strap.power_off()
    strap.extra_service = True
    await strap.power_on()
    assert strap.measurement.handle != before
    count = len(run.objects)
    await until(lambda: len(run.objects) > count, 40, f"values from the new handle ({run.errors[-300:]})")


@scenario("bluetooth", seconds=90)
async def pairing(judge, ether):
    """A strap that demands pairing is paired, and not asked again after a reconnection"""
    strap = await ether.wear("strap", demand_pairing=True)
    paired = []
    strap.device.on("connection", lambda connection: connection.on("pairing", lambda keys: paired.append(keys)))
    run = await listening(strap, "2A37", options=["--again"])
    assert len(paired) == 1, f"paired {len(paired)} times"
    await strap.drop()
    count = len(run.objects)
    await until(lambda: len(run.objects) > count, 30, f"values after reconnecting ({run.errors[-300:]})")
    assert len(paired) == 1, "paired again although bonded"


@scenario("bluetooth", seconds=120)
async def adapter_unplugged(judge, ether):
    """The adapter is pulled out and put back: the strap is heard again"""
    strap = await ether.wear("strap")
    run = await listening(strap, "2A37", options=["--again"])
    await ether.adapter.pull()
    await asyncio.sleep(3)
    await ether.adapter.plug()
    back, count = time.monotonic(), len(run.objects)
    await until(lambda: len(run.objects) > count, 40, f"values with the new adapter ({run.errors[-400:]})")
    judge.note(seconds_after_return=round(time.monotonic() - back, 2))


@scenario("bluetooth", seconds=120)
async def beside_bluetoothd(judge, ether):
    """bluetoothd beside us, and killed, disturbs nothing"""
    await (await ether.run("mkdir", "-p", "/run/dbus")).wait()
    await ether.run("dbus-daemon", "--system", "--nofork", "--nopidfile")
    strap = await ether.wear("strap")
    run = await listening(strap, "2A37")
    daemon = await ether.run("/usr/libexec/bluetooth/bluetoothd", "--nodetach")

    async def answers():
        """Whether bluetoothd tells of the adapter over D-Bus, which it does once it has taken it up."""
        assert daemon.returncode is None, "bluetoothd did not stay up"
        asked = await ether.run("dbus-send", "--system", "--print-reply", "--reply-timeout=2000", "--dest=org.bluez",
                                "/org/bluez/hci0", "org.freedesktop.DBus.Introspectable.Introspect")
        return await asked.wait() == 0

    await until(answers, 30, "bluetoothd with its adapter", every=0.5)
    assert daemon.returncode is None, "bluetoothd did not stay up"
    count = len(run.objects)
    await until(lambda: len(run.objects) >= count + 3, 10, "values beside bluetoothd")
    found = await nightjar("bluetooth", "scan", "--seconds", "4", "--json")
    judge.note(found=len(json.loads(found.text)["devices"]))
    daemon.kill()
    count = len(run.objects)
    await until(lambda: len(run.objects) >= count + 3, 10, "values after bluetoothd was killed")
    assert strap.connections == 1
