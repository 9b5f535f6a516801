"""The night rehearsal: a strap through one interruption of each kind, told in the store and the export second by second."""

import asyncio
import csv
import datetime
import hashlib
import json
import shutil
import signal
import time
from pathlib import Path

from .gateway import Gateway
from .judge import scenario, until
from .program import nightjar

DATA = "/root/lab-night"
EXPORT = Path("/root/lab-export")


def uncovered(seconds, pieces):
    """How many whole seconds of a span no piece touches, given (from, to) in seconds."""
    first, last = seconds
    covered = set()
    for begin, end in pieces:
        covered.update(range(int(begin), int(end) + 1))
    return [second for second in range(int(first) + 1, int(last)) if second not in covered]


def when(stamp):
    """Seconds since 1970 of a time in a table, `2026-10-25 01:30:00.000000+0100 [Europe/London]`."""
    return datetime.datetime.strptime(stamp.split(" [")[0], "%Y-%m-%d %H:%M:%S.%f%z").timestamp() if stamp else None


def table(path):
    with open(path) as file:
        return list(csv.DictReader(line for line in file if not line.startswith("#")))


async def exported():
    """What `nightjar export` makes of the recorded night: beats, losses and the manifest, whose digests must be right."""
    shutil.rmtree(EXPORT, ignore_errors=True)
    run = await nightjar(
        "export", "recorded", "--data", DATA, "--format", "csv", "-o", f"{EXPORT}/", "--json", seconds=60)
    files = json.loads(run.text)["files"]
    manifest = json.loads(Path(files[-1]).read_text())
    for file in manifest["files"]:
        content = (EXPORT / file["name"]).read_bytes()
        assert hashlib.sha256(content).hexdigest() == file["sha256"], f"{file['name']} is not what its manifest says"
    beats, losses = (
        table(next(file for file in files if file.endswith(ending))) for ending in (".beats.csv", ".losses.csv"))
    return beats, losses, manifest


class Night:
    """A strap on its way through a night, and what happened to it."""

    def __init__(self, ether, gateway, strap):
        self.ether, self.gateway, self.strap = ether, gateway, strap
        self.story = {}  # what: seconds from its beginning until values came again

    async def through(self, what, trouble, steady=5):
        """Makes trouble, waits until values come again, and leaves some quiet seconds after it."""
        begun = time.monotonic()
        await trouble()
        since = time.monotonic()
        await until(lambda: self.gateway.heard("hr", since=since + 0.5), 60, f"values after: {what}")
        self.story[what] = round(time.monotonic() - begun, 1)
        await asyncio.sleep(steady)

    async def reach(self):
        await self.strap.leave(12)

    async def silence(self):
        """Says nothing on an open link until we have given it up and made another."""
        links, self.strap.silent = self.strap.connections, True
        await until(lambda: self.strap.connections > links, 40, "a new link after silence")
        self.strap.silent = False

    async def adapter(self):
        await self.ether.adapter.pull()
        await asyncio.sleep(5)
        await self.ether.adapter.plug()

    async def handles(self):
        before = self.strap.measurement.handle
        await self.strap.power_off()
        self.strap.extra_service = True
        await asyncio.sleep(3)
        await self.strap.power_on()
        assert self.strap.measurement.handle != before

    async def killed(self):
        self.gateway.listener.cancel()
        await self.gateway.run.stop(signal.SIGKILL)
        await asyncio.sleep(2)
        await self.gateway.begin("--no-usb")


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
    night = Night(ether, gateway, strap)
    await asyncio.sleep(5)
    await night.through("the strap dropped the link", strap.drop)
    await night.through("the strap was out of reach", night.reach)
    await night.through("the strap was silent on an open link", night.silence)
    await night.through("the adapter was pulled out", night.adapter)
    await night.through("the strap came back with other handles", night.handles)
    await night.through("the gateway was killed", night.killed)
    recordings = (await gateway.get("/api/v1/night-recordings"))["recordings"]
    assert [one["ended_s"] for one in recordings] == [None], f"the recording did not survive the kill: {recordings}"
    ended = time.time()
    await gateway.ask("POST", f"/api/v1/night-recordings/{recordings[0]['id']}/stop", {})
    await gateway.end()
    shutil.copytree(DATA, judge.folder / "night-store", dirs_exist_ok=True)

    # From here on only what was taken home counts.
    beats, losses, manifest = await exported()
    shutil.copytree(EXPORT, judge.folder / "night-export", dirs_exist_ok=True)
    times = [when(beat["time"]) for beat in beats]
    pieces = [(at - 1.1, at + 1.1) for at in times]
    told = [(when(loss["time"]), when(loss["end"] or loss["time"])) for loss in losses if loss["time"]]
    missing = uncovered((begun, ended), pieces)
    untold = uncovered((begun, ended), pieces + [(first - 1, end + 1) for first, end in told])
    causes = {loss["cause"] for loss in losses}
    judge.note(story=night.story, beats=len(beats), seconds=int(ended - begun), missing=len(missing),
               untold=len(untold), causes=sorted(causes))
    assert len(times) == len(set(times)), "a beat is in the export twice"
    kept = [at for at, _ in gateway.beats(strap.address) if begun + 1 < at < ended - 1]
    assert {round(at, 5) for at in kept} <= {round(at, 5) for at in times}, "a beat of the store is not in the export"
    assert len(missing) > 30, "the interruptions left no gap: the rehearsal did not happen"
    assert not untold, f"{len(untold)} of {len(missing)} missing seconds have no cause: {untold[:10]}, losses {losses}"
    assert {"disconnected", "silent", "gateway_down"} <= causes, causes
    # A cause that covers time in which beats came would be no cause: not more is told than is missing.
    covered = {second for first, end in told for second in range(int(first) + 2, int(end) - 1)}
    wrong = [at for at in times if int(at) in covered]
    assert not wrong, f"{len(wrong)} beats lie in stretches that are told to be missing: {wrong[:5]}, losses {losses}"
    assert manifest["counts_in"]["beats"] == len(beats), manifest["counts_in"]
    assert [(loss["cause"], loss["detail"]) for loss in manifest["losses"]] == [
        (loss["cause"], loss["detail"]) for loss in losses], manifest["losses"]
