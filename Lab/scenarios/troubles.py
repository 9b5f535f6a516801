"""Wearables that refuse, forget or say nothing: what can still be had of them is had, and the rest says why."""

import asyncio
import time
import urllib.parse

from bumble.keys import MemoryKeyStore

from .gateway import Gateway
from .judge import scenario, until

DATA = "/root/lab-home"


async def told(gateway, address, word, seconds=40):
    """The entry of a device once its reason holds a word."""
    async def says():
        entry = await gateway.device(address)
        return entry if entry and word in f"{entry['reason']} {entry['next_step']}" else None

    async def now():
        entry = await gateway.device(address)
        return entry and (entry["stage"], entry["reason"], entry["next_step"])

    try:
        return await until(says, seconds, f"“{word}” among what is told of {address}")
    except AssertionError as problem:
        raise AssertionError(f"{problem}: {await now()}") from None


@scenario("straps", seconds=100)
async def polar_without_streams(judge, ether):
    """An old H10 without raw streams and a Verity Sense that refuses them give their heart rate, and say what is missing"""
    gateway = await Gateway.open(DATA, "--no-usb")
    h10 = await ether.wear("h10", has_streams=False)
    verity = await ether.wear("verity", refuses_subscriptions=True)
    for one in (h10, verity):
        await gateway.adopt(one.address)
    for one in (h10, verity):
        await until(lambda: gateway.heard("hr", "bluetooth-" + one.address.replace(":", "").lower()), 30,
                    f"a heart rate of {one.name}")
        entry = await told(gateway, one.address, "It does not send acceleration")
        judge.note(**{one.serial: (entry["stage"], entry["reason"])})
        assert entry["stage"] in ("streaming", "resumed"), entry["stage"]
    await until(lambda: gateway.count(h10.address, "beats") >= 3, 30, "beats of the H10", every=0.5)
    assert h10.connections == verity.connections == 1, (h10.connections, verity.connections)
    await gateway.end()


@scenario("straps", seconds=80)
async def sdk_mode_left_on(judge, ether):
    """A Verity Sense that another program left in SDK mode is taken out of it: heart rate, intervals and movement come"""
    gateway = await Gateway.open(DATA, "--no-usb")
    verity = await ether.wear("verity", sdk_mode=True)
    await gateway.adopt(verity.address)
    await until(lambda: gateway.heard("hr"), 30, "a heart rate")
    await until(lambda: gateway.count(verity.address, "beats") >= 3, 40, "intervals", every=0.5)
    await until(lambda: gateway.count(verity.address, "acceleration") >= 50, 30, "acceleration", every=0.5)
    entry = await told(gateway, verity.address, "SDK mode")
    judge.note(reason=entry["reason"])
    assert not verity.sdk_mode and verity.connections == 1, verity.connections
    await gateway.end()


@scenario("straps", seconds=120)
async def lost_bond(judge, ether):
    """A strap that forgot its pairing is left alone, says so, and streams again after one word"""
    gateway = await Gateway.open(DATA, "--no-usb")
    strap = await ether.wear("strap", demand_pairing=True)
    entry = await gateway.adopt(strap.address)
    await gateway.streaming(strap.address)
    strap.device.keystore = MemoryKeyStore()
    links = strap.connections
    await strap.drop()
    state = await told(gateway, strap.address, "paired anew")
    judge.note(stage=state["stage"], reason=state["reason"], next_step=state["next_step"])
    await asyncio.sleep(10)
    judge.note(links=strap.connections - links)
    assert strap.connections - links <= 3, f"{strap.connections - links} links"
    assert (await gateway.device(strap.address))["stage"] == "interrupted"
    said = time.monotonic()
    await gateway.ask("POST", f"/api/v1/devices/{urllib.parse.quote(entry['id'], safe='')}/pair")
    first = await until(lambda: gateway.heard("hr", since=said), 40, "a heart rate after pairing anew")
    judge.note(seconds=round(first[0][0] - said, 2))
    await gateway.end()


@scenario("straps", seconds=120, long=True)
async def not_worn(judge, ether):
    """A strap that nobody wears is left connected, and heard as soon as it is put on"""
    gateway = await Gateway.open(DATA, "--no-usb")
    strap = await ether.wear("strap", silent=True)
    await gateway.adopt(strap.address)
    await until(lambda: strap.connections == 2, 40, "one new link after silence")
    await asyncio.sleep(20)
    entry = await told(gateway, strap.address, "sends nothing")
    judge.note(links=strap.connections, stage=entry["stage"], reason=entry["reason"])
    assert strap.connections == 2, f"{strap.connections} links"
    worn, strap.silent = time.monotonic(), False
    first = await until(lambda: gateway.heard("hr", since=worn), 10, "a heart rate on the open link")
    judge.note(seconds=round(first[0][0] - worn, 2))
    assert strap.connections == 2
    await gateway.end()


@scenario("straps", seconds=150, long=True)
async def known_again(judge, ether):
    """A strap that changes its address without a pairing is told as what it may be, and known again by its serial number"""
    gateway = await Gateway.open(DATA, "--no-usb")
    strap = await ether.wear("strap", changes_address=True)
    first = strap.heard_as
    entry = await gateway.adopt(first)
    await gateway.streaming(first)
    await strap.change_address()
    alike = await told(gateway, strap.heard_as, "It may be")
    judge.note(without_consent=alike["reason"])
    assert alike["consent"] == "none" and strap.connections == 1, strap.connections
    # The owner's consent: the number that the strap told when it was connected.
    await gateway.ask("PATCH", f"/api/v1/devices/{urllib.parse.quote(entry['id'], safe='')}",
                      {"settings": {"known_serial": "LAB0001"}})
    took = []
    for turn in range(2):
        if turn:
            await strap.change_address()
        begun = time.monotonic()
        after = await until(lambda: gateway.heard("hr", since=begun + 0.5), 40, "a heart rate under a new address")
        took.append(round(after[0][0] - begun, 1))
    judge.note(seconds=took, devices=[(one["id"], one["stage"]) for one in await gateway.devices()])
    used = [one["id"] for one in await gateway.devices() if one["consent"] != "none"]
    await gateway.end()
    assert used == [entry["id"]], used
    assert gateway.rows("SELECT count(DISTINCT name) FROM device WHERE name LIKE 'bluetooth-%'")[0][0] == 1
