"""The night rehearsal: a strap through one interruption of each kind, told in the store second by second."""

import asyncio
import json
import os
import shutil
import signal
import time

from .gateway import Gateway
from .judge import scenario, until
from .program import nightjar

DATA = "/root/lab-night"


def uncovered(seconds, pieces):
    """How many whole seconds of a span no piece touches, given (from, to) in seconds."""
    first, last = seconds
    covered = set()
    for begin, end in pieces:
        covered.update(range(int(begin), int(end) + 1))
    return [second for second in range(int(first), int(last)) if second not in covered]


@scenario("bluetooth", seconds=420)
async def the_night(judge, ether):
    """A night with one interruption of each kind is in the store; every missing second has a cause; the export says so"""
    gateway = await Gateway.open(DATA, "--no-usb")
    strap = await ether.wear("strap")
    await gateway.adopt(strap.address)
    await gateway.streaming(strap.address)
    await until(lambda: gateway.heard("hr"), 20, "a heart rate")
    await gateway.ask("POST", "/api/v1/night-recordings", {})
    begun = time.time()
    story = []

    async def steady(seconds=8):
        await asyncio.sleep(seconds)

    async def again(what):
        story.append(what)
        since = time.monotonic()
        await until(lambda: gateway.heard("hr", since=since + 1), 60, f"values after: {what}")
        await steady()

    await steady()
    await strap.drop()
    await again("the strap dropped the link")
    await strap.leave(12)
    await again("the strap was out of reach")
    strap.silent = True
    story.append("the strap was silent")
    await asyncio.sleep(25)
    strap.silent = False
    await again("the strap was silent on an open link")
    await ether.adapter.pull()
    await asyncio.sleep(5)
    await ether.adapter.plug()
    await again("the adapter was pulled out")
    await strap.power_off()
    strap.extra_service = True
    await asyncio.sleep(3)
    await strap.power_on()
    await again("the strap came back with other handles")
    gateway.listener.cancel()
    await gateway.run.stop(signal.SIGKILL)
    await asyncio.sleep(2)
    gateway.events.clear()
    await gateway.begin("--no-usb")
    await again("the gateway was killed")
    status = await gateway.get("/api/v1/night-recordings")
    open_ones = status.get("open") or [one for one in status.get("recordings", []) if one["ended_s"] is None]
    assert open_ones, f"the recording did not survive the restart: {status}"
    ended = time.time()
    for one in open_ones:
        await gateway.ask("POST", f"/api/v1/night-recordings/{one['id']}/stop", {})
    await asyncio.sleep(3)
    beats = [row[0] / 1e9 for row in gateway.rows("SELECT time FROM beat ORDER BY time")]
    losses = gateway.losses()
    await gateway.end()

    pieces = [(beat - 1.1, beat + 1.1) for beat in beats]
    missing = uncovered((begun, ended), pieces)
    told = [((first or at) / 1e9, (end or at) / 1e9) for _, _, at, first, end, *_ in losses]
    untold = uncovered((begun, ended), pieces + [(first - 1, end + 1) for first, end in told])
    causes = sorted({cause for _, cause, *_ in losses})
    judge.note(story=story, beats=len(beats), seconds=int(ended - begun), missing=len(missing), untold=len(untold),
               causes=causes)
    (judge.folder / "night.json").write_text(json.dumps({"losses": losses, "missing": missing, "untold": untold}))
    assert len(beats) == len(set(beats)), "a beat is in the store twice"
    assert len(missing) > 30, "the interruptions left no gap: the rehearsal did not happen"
    assert not untold, f"{len(untold)} of {len(missing)} missing seconds have no cause: {untold[:10]}, losses {losses}"

    shutil.rmtree("/root/lab-export", ignore_errors=True)
    export = await nightjar("nights", "--data", DATA, "--json", seconds=60, expect=None)
    judge.note(nights=export.text[:200])
    shutil.copytree(DATA, os.path.join(judge.folder, "night-store"), dirs_exist_ok=True)
