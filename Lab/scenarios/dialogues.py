"""Devices that want more than fixed writes: a key of their owner, and nights that they recorded by themselves."""

import asyncio
import time
import urllib.parse

from .gateway import Gateway
from .judge import scenario, until
from .sessions import DATA, equal
from .troubles import told


@scenario("straps", seconds=150)
async def key_opens(judge, ether):
    """A band that its owner's key opens: told without it and with a wrong one, once each, open with the right one"""
    gateway = await Gateway.open(DATA, "--no-usb")
    band = await ether.wear("closed")
    entry = await gateway.adopt(band.address, profile="huami.band")
    key = f"/api/v1/devices/{urllib.parse.quote(entry['id'], safe='')}/key"
    first = await told(gateway, band.address, "none was entered")
    assert "nightjar devices key" in first["next_step"], first["next_step"]
    await gateway.ask("POST", key, {"key": "00" * 16})
    await told(gateway, band.address, "refuses the key")
    links = band.connections
    await asyncio.sleep(8)
    assert band.connections == links and band.proofs == 1, (band.connections, links, band.proofs)
    entered = time.monotonic()
    await gateway.ask("POST", key, {"key": band.key.hex()})
    heard = await until(lambda: gateway.heard("hr", since=entered), 30, "a heart rate behind the right key")
    judge.note(seconds_from_key=round(heard[0][0] - entered, 2), links=band.connections)
    assert band.key.hex() not in str(await gateway.devices())
    await gateway.end()
    assert band.key.hex() not in gateway.run.text + gateway.run.errors, "the key is in the log"
    assert ("control", b"\x15\1\0") in band.written[-2:], band.written[-3:]


@scenario("straps", seconds=150)
async def ring_recorded(judge, ether):
    """A ring that recorded while nobody listened: its samples in the store, once each, over a link lost in the middle"""
    gateway = await Gateway.open(DATA, "--no-usb")
    ring = await ether.wear("o2ring")
    ring.recorded = [(90 + number % 9, 50 + number % 30, number % 5) for number in range(900)]
    ring.drops_at = 7
    await gateway.adopt(ring.address, profile="wellue.o2ring")
    await gateway.streaming(ring.address)
    await until(lambda: ring.asked >= 3, 60, "live values behind the handing over")
    await gateway.end()
    judge.note(links=ring.connections, blocks=len(ring.blocks))
    live = ring.asked
    found = gateway.samples(ring.address, "oxygen_saturation")
    equal(found[:900], [(oxygen,) for oxygen, _, _ in ring.recorded], "saturation of the recorded night")
    assert 900 < len(found) <= 900 + live, (len(found), live)
    assert ring.connections == 2 and 7 in ring.blocks, (ring.connections, ring.blocks)
