"""Radios that misbehave, and the gateway as a strap."""

import asyncio
import struct
import time

from bumble.core import UUID
from radio.central import Central

from .adapters import device_of
from .gateway import Gateway
from .judge import scenario, until

DATA = "/root/lab-home"
ADAPTER = "00:11:22:33:44:55"


async def adapter_of(gateway):
    """What the gateway tells of its adapter."""
    buses = (await gateway.get("/api/v1/devices"))["buses"]
    return next(bus for bus in buses if bus["bus"] == "bluetooth")["adapters"][0]


@scenario("bluetooth", seconds=150)
async def hung_controller(judge, ether):
    """A controller that answers nothing is switched off and on, told and counted: streaming comes back"""
    gateway = await Gateway.open(DATA, "--no-usb")
    strap = await ether.wear("strap")
    await gateway.adopt(strap.address)
    await gateway.streaming(strap.address)
    controller, hung = ether.adapter.controller, time.monotonic()
    controller.hangs = True
    told = await until(lambda: [one for one in gateway.events if one[0] > hung and "answers nothing" in str(one[2])], 60,
                       "the hang told")
    after = await until(lambda: gateway.heard("hr", device_of(strap), since=hung + 3), 90,
                        lambda: f"a heart rate after the reset ({gateway.run.errors[-600:]})")

    # Only an answered scan shows that the reset helped, and the first value may come before it.
    async def mended():
        entry = await adapter_of(gateway)
        return entry if entry["problem"] is None and entry["powered"] else None

    adapter = await until(mended, 30, "the adapter told as mended", every=0.5)
    judge.note(seconds_to_notice=round(told[0][0] - hung, 1), seconds_without_values=round(after[0][0] - hung, 1),
               resets=controller.resets, adapter=adapter)
    await gateway.end()
    assert controller.resets == 1, controller.resets
    assert adapter["power_cycles"] == 1, adapter


@scenario("bluetooth", seconds=120, long=True)
async def quiet_scanning(judge, ether):
    """The gateway listens and asks in short windows only: a new device is found by name, a link is left alone"""
    gateway = await Gateway.open(DATA, "--no-usb")
    strap = await ether.wear("strap")
    await gateway.adopt(strap.address)
    await gateway.streaming(strap.address)
    controller = ether.adapter.controller
    controller.note_scan(None if controller.scanned is None else controller.scanned[0])
    before, begun, told = dict(controller.airtime), time.monotonic(), len(gateway.heard("hr"))
    await asyncio.sleep(5)
    appeared = time.monotonic()
    await ether.wear("h10")

    async def named():
        entry = await gateway.device("F1:00:00:00:00:10")
        return entry if entry and entry["profiles"] else None

    await until(named, 60, "the new device with its profile", every=0.5)
    found = time.monotonic() - appeared
    await asyncio.sleep(max(0, 40 - (time.monotonic() - begun)))
    controller.note_scan(None if controller.scanned is None else controller.scanned[0])
    passed = time.monotonic() - begun
    active, passive = (controller.airtime[kind] - before[kind] for kind in (1, 0))
    adapter = await adapter_of(gateway)
    judge.note(seconds=round(passed, 1), active_share=round(active / passed, 3), passive_share=round(passive / passed, 3),
               told=adapter["active_scan_share"], seconds_to_name=round(found, 1))
    values = len(gateway.heard("hr")) - told
    await gateway.end()
    assert active / passed < 0.2, (active, passed)
    assert passive / passed > 0.3, (passive, passed)
    assert adapter["active_scan_share"] < 0.5, adapter
    assert strap.connections == 1 and values >= passed * 0.8, (strap.connections, values)


@scenario("bluetooth", seconds=120)
async def modern_adapter(judge, ether):
    """An adapter of version 5, with extended advertising and link-layer privacy: found, streamed, dropped, streamed again"""
    await ether.modernise()
    gateway = await Gateway.open(DATA, "--no-usb")
    strap = await ether.wear("strap", demand_pairing=True)
    begun = time.monotonic()
    await gateway.adopt(strap.address)
    await gateway.streaming(strap.address)
    streaming, dropped = time.monotonic(), time.monotonic()
    await strap.drop()
    after = await until(lambda: gateway.heard("hr", device_of(strap), since=dropped + 0.3), 40, "a heart rate after the drop")
    controller = ether.adapter.controller
    judge.note(seconds_to_stream=round(streaming - begun, 1), seconds_without_values=round(after[0][0] - dropped, 2),
               events=hex(controller.le_event_mask), scanned=controller.airtime)
    await gateway.end()
    assert controller.le_event_mask & 1 << 9, "the kernel takes it for an adapter of version 5"
    assert after[0][0] - dropped < 10


@scenario("bluetooth", seconds=120)
async def asked_parameters(judge, ether):
    """A strap that asks for slow meetings each time gets them and is met again as its profile says"""
    gateway = await Gateway.open(DATA, "--no-usb")
    h10 = await ether.wear("h10")
    await gateway.adopt(h10.address, settings={})
    await gateway.streaming(h10.address)
    controller = ether.adapter.controller
    first = controller.intervals
    connection = next(iter(h10.device.connections.values()))
    # 100 to 200 ms, in units of 1.25 ms; the timeout in units of 10 ms.
    await h10.device.update_connection_parameters(connection, 100, 200, 0, 5000, use_l2cap=True)
    await asyncio.sleep(2)
    count = h10.connections
    await h10.drop()
    await until(lambda: h10.connections > count, 40, "another link")
    again = controller.intervals
    judge.note(first=first, again=again)
    await gateway.end()
    assert first == (12, 24) and again == first, (first, again)


@scenario("bluetooth", seconds=180)
async def heart_rate_shared(judge, ether):
    """The gateway as a strap: nothing before consent, then two centrals at once read beats, contact and battery while it streams"""
    gateway = await Gateway.open(DATA, "--no-usb")
    strap = await ether.wear("strap")
    centrals = [Central(ether.air, f"F1:00:00:00:01:0{number}") for number in (1, 2)]
    ether.worn += centrals
    for central in centrals:
        await central.begin()
    await gateway.adopt(strap.address)
    await gateway.streaming(strap.address)
    off = await gateway.get("/api/v1/heart-rate-share")
    assert off["on"] is False and ADAPTER not in centrals[0].heard, off
    asked = time.monotonic()
    share = await gateway.ask("PUT", "/api/v1/heart-rate-share", {"on": True})
    assert share["on"] is True, share
    for central in centrals:
        await until(lambda: central.services(ADAPTER), 30, lambda: f"the advertisement {gateway.run.errors[-400:]}")
        await central.connect(ADAPTER)
        await central.subscribe(UUID("2A37"))
    services = [str(one.uuid) for one in centrals[0].peer.services]
    judge.note(advertised=centrals[0].services(ADAPTER), services=services,
               seconds_to_two=round(time.monotonic() - asked, 1))
    for central in centrals:
        await until(lambda: len([one for one in central.values if one[0] & 0x10]) >= 5, 30,
                    lambda: f"values with beats: {central.values}")
    assert await centrals[0].read(UUID("2A19")) == bytes([87])
    assert await centrals[1].read(UUID("2A29")) == b"Nightjar"
    sent = list(strap.intervals)
    for central in centrals:
        beats = [beat for value in central.values if value[0] & 0x10
                 for (beat,) in struct.iter_unpack("<H", bytes(value[2:]))]
        start = next(place for place in range(len(sent)) if sent[place:place + len(beats)] == beats)
        assert start >= 0, (beats, sent)
        assert all(value[0] & 0x06 == 0x06 for value in central.values if value[1]), central.values
    # One leaves and nothing changes for the other; silence is said as lost contact.
    await centrals[0].leave()
    count = len(centrals[1].values)
    await until(lambda: len(centrals[1].values) >= count + 3, 20, "values for the one that stayed")
    strap.silent = True
    lost = await until(lambda: [value for value in centrals[1].values if value[0] & 0x06 == 0x04 and value[1] == 0], 30,
                       "lost contact")
    status = await gateway.get("/api/v1/heart-rate-share")
    judge.note(lost=bytes(lost[0]).hex(), status=status, beats=len(beats))
    off = await gateway.ask("PUT", "/api/v1/heart-rate-share", {"on": False})
    await until(lambda: not centrals[1].device.connections, 20, "the link ended with the consent")
    await gateway.end()
    assert off["on"] is False and status["connected"] == 1 and status["dropped"] == 0, (off, status)
