"""Two adapters at once, a device that a program or a phone holds, and one that changes its address."""

import asyncio
import json
import time

from .gateway import Gateway
from .judge import scenario, until
from .links import listening
from .program import nightjar

DATA = "/root/lab-home"


@scenario("bluetooth", seconds=240, long=True)
async def two_adapters(judge, ether):
    """Two adapters at once, one is pulled out: what it carried goes on with the other, and nothing else is disturbed"""
    second = await ether.plug_another()
    listed = json.loads((await nightjar("bluetooth", "adapters", "--json")).text)
    judge.note(adapters=[one["name"] for one in listed["adapters"]])
    assert [one["name"] for one in listed["adapters"]] == ["hci0", "hci1"], listed
    gateway = await Gateway.open(DATA, "--no-usb")
    straps = [await ether.wear("strap"), await ether.wear("strap2")]
    for strap in straps:
        await gateway.adopt(strap.address)
    for strap in straps:
        await gateway.streaming(strap.address)
    # Before anything came, nothing is missing.
    for strap in straps:
        await until(lambda: gateway.heard("hr", device_of(strap)), 20, "a heart rate")
    # A try that failed is made anew by the other adapter, so both may carry any of the straps.
    gone, left = (ether.adapter, second) if ether.adapter.carries(straps[0]) else (second, ether.adapter)
    moved = [strap for strap in straps if gone.carries(strap)]
    calm = [strap for strap in straps if left.carries(strap)]
    assert len(moved) + len(calm) == 2, (len(moved), len(calm))
    links = [strap.connections for strap in calm]
    pulled, wall = time.monotonic(), time.time()
    await gone.pull()
    for strap in moved:
        after = await until(lambda: gateway.heard("hr", device_of(strap), since=pulled + 0.5), 40,
                            "a heart rate by the other adapter")
        judge.note(**{f"seconds_{strap.name.replace(' ', '_').lower()}_{strap.address[-2:]}": round(after[0][0] - pulled, 2)})
        assert after[0][0] - pulled < 30
        await until(lambda: gateway.count(strap.address, "beats") >= 8, 30, "beats after the move", every=0.5)
        assert left.carries(strap)
    assert [strap.connections for strap in calm] == links, "a strap of the other adapter was disturbed"

    def told():
        return [loss for loss in gateway.losses() if loss[1] == "disconnected"]

    await until(lambda: len(told()) >= len(moved), 10, lambda: f"the loss in the store: {gateway.losses()}", every=0.5)
    losses = gateway.losses()
    await gateway.end()
    judge.note(moved=len(moved), losses=[(name, cause, detail) for name, cause, *_, detail in losses])
    names = [device_of(strap) for strap in moved]
    disturbed = [loss for loss in losses if loss[0] not in names and loss[4] > wall * 1e9]
    assert not disturbed, disturbed


@scenario("bluetooth", seconds=120, long=True)
async def held_by_another(judge, ether):
    """A strap that another program holds is named so, with what frees it, and the program is not disturbed"""
    strap = await ether.wear("strap")
    run = await listening(strap, "2A37")
    refused = await nightjar("bluetooth", "services", strap.address, "--kind", "random", "--seconds", "30", expect=1)
    judge.note(said=refused.errors)
    assert "is held by another program" in refused.errors and "End that program" in refused.errors, refused.errors
    count = len(run.objects)
    await until(lambda: len(run.objects) >= count + 2, 10, "values for the program that holds it")
    assert strap.connections == 1


@scenario("bluetooth", seconds=200, long=True)
async def best_adapter(judge, ether):
    """Of two adapters the one that hears a strap best has its link, also one that is being made, and a few dB move nothing"""
    second = await ether.plug_another()
    strap = await ether.wear("strap")
    ether.adapter.hears(strap, -88)
    second.hears(strap, -50)
    gateway = await Gateway.open(DATA, "--no-usb")
    await gateway.adopt(strap.address)
    await gateway.streaming(strap.address)
    carriers = ["hci1" if second.carries(strap) else "hci0"]

    async def again(first, other):
        """The link is lost, and for a while the strap is only heard, with other strengths."""
        ether.adapter.hears(strap, first)
        second.hears(strap, other)
        ether.air.beacons.add(strap.heard_as)
        await strap.drop()
        await asyncio.sleep(4)
        ether.air.beacons.discard(strap.heard_as)
        freed = time.monotonic()
        after = await until(lambda: gateway.heard("hr", since=freed + 0.5), 40, "a heart rate on a new link")
        carriers.append("hci1" if second.carries(strap) else "hci0")
        return round(after[0][0] - freed, 2)

    try:
        took = [await again(-46, -50), await again(-44, -50), await again(-40, -75)]
    finally:
        ether.air.beacons.discard(strap.heard_as)
    judge.note(carriers=carriers, seconds=took, links=strap.connections)
    await gateway.end()
    assert carriers == ["hci1", "hci1", "hci1", "hci0"], carriers
    assert strap.connections == 4, strap.connections


@scenario("bluetooth", seconds=160, long=True)
async def held_by_phone(judge, ether):
    """A strap that a phone has taken is named so, is not called for in vain, and streams again when the phone lets it go"""
    strap = await ether.wear("strap")
    gateway = await Gateway.open(DATA, "--no-usb")
    await gateway.adopt(strap.address)
    await gateway.streaming(strap.address)
    links = strap.connections
    ether.air.beacons.add(strap.heard_as)  # as straps do that have given their only link away
    taken = time.monotonic()
    await strap.drop()

    async def said():
        entry = await gateway.device(strap.address)
        words = " ".join(str(entry[key]) for key in ("reason", "next_step") if entry.get(key))
        return words if "held by a phone" in words else None

    try:
        words = await until(said, 60, "what holds the strap")
        told = time.monotonic()
        await asyncio.sleep(8)
        assert strap.connections == links, "it was connected while it takes no connection"
    finally:
        ether.air.beacons.discard(strap.heard_as)
    freed = time.monotonic()
    after = await until(lambda: gateway.heard("hr", since=freed + 0.5), 60, "a heart rate after the phone")
    judge.note(said=words, seconds_told=round(told - taken, 1), seconds_back=round(after[0][0] - freed, 2))
    await gateway.end()


@scenario("bluetooth", seconds=300, long=True)
async def private_address(judge, ether):
    """A strap that changes its address is paired once, and is one device under all its addresses, after a restart too"""
    gateway = await Gateway.open(DATA, "--no-usb")
    strap = await ether.wear("strap", demand_pairing=True, changes_address=True)
    paired, first = [], strap.heard_as
    assert first != strap.address
    strap.device.on("connection", lambda connection: connection.on("pairing", lambda keys: paired.append(keys)))
    entry = await gateway.adopt(first)
    await gateway.streaming(first)
    assert len(paired) == 1, f"paired {len(paired)} times"
    took = []

    async def goes_on():
        changed = time.monotonic()
        await strap.change_address()
        after = await until(lambda: gateway.heard("hr", since=changed + 0.5), 40, "a heart rate under a new address")
        took.append(round(after[0][0] - changed, 2))

    await goes_on()
    await goes_on()
    await gateway.end()
    await gateway.begin("--no-usb")
    await gateway.streaming(first, 60)
    await goes_on()
    await asyncio.sleep(6)  # as long as it takes to be listed under another address
    listed = [one["id"] for one in await gateway.devices()]
    judge.note(addresses=4, seconds=took, listed=listed, paired=len(paired))
    await gateway.end()
    assert listed == [entry["id"]], listed
    assert len(paired) == 1, "paired again although bonded"
    assert gateway.rows("SELECT count(DISTINCT name) FROM device WHERE name LIKE 'bluetooth-%'")[0][0] == 1


def device_of(strap):
    return "bluetooth-" + strap.address.replace(":", "").lower()
