"""The night rehearsal: a strap through one interruption of each kind, told in the store and the export second by second,
and a recorder that is plugged in in the morning."""

import asyncio
import csv
import datetime
import hashlib
import json
import os
import shutil
import signal
import time
from pathlib import Path

from recorder.gadget import Recorder, Volume, start_udev

from .gateway import Gateway
from .judge import scenario, until
from .program import nightjar
from .sessions import fall_silent

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


async def exported(subject):
    """The files that `nightjar export` makes of a recording and their manifest, whose digests must be right."""
    shutil.rmtree(EXPORT, ignore_errors=True)
    run = await nightjar(
        "export", subject, "--data", DATA, "--format", "csv", "-o", f"{EXPORT}/", "--json", seconds=60)
    files = json.loads(run.text)["files"]
    manifest = json.loads(Path(files[-1]).read_text())
    for file in manifest["files"]:
        content = (EXPORT / file["name"]).read_bytes()
        assert hashlib.sha256(content).hexdigest() == file["sha256"], f"{file['name']} is not what its manifest says"
    return {file.split(".")[-2]: table(file) for file in files if file.endswith(".csv")}, manifest


class Bedside:
    """An Axivity recorder that was worn for an hour and stood still for twenty minutes in between."""

    NUMBER, SECONDS, HOLE = 12345, 3600, 1200  # as in Lab/run

    def __init__(self, recording):
        image = Path("/root/lab-recorder.img")
        image.unlink(missing_ok=True)
        start_udev(Path(__file__).parents[2] / "udev")
        self.recorder = Recorder(Volume(image, f"AX317_{self.NUMBER}", recording), self.NUMBER)

    async def plug(self):
        """Plugs it in and mounts its volume where the project's unit would."""
        await self.recorder.plug()
        node = Path(f"/dev/nightjar/axivity-CWA17_{self.NUMBER}-volume")
        await until(node.exists, 20, "the stable name of the recorder's volume")
        folder = Path("/run/nightjar/volumes") / os.path.realpath(node).split("/")[-1]
        folder.mkdir(parents=True, exist_ok=True)
        mount = await asyncio.create_subprocess_exec(
            "mount", "-o", "ro", "-t", "vfat", os.path.realpath(node), str(folder))
        assert await mount.wait() == 0, "the recorder's volume cannot be mounted"

    async def bring_home(self, gateway):
        """Plugs it in and has the gateway copy, verify and import what is on it; the number of the recording."""
        await self.plug()
        entry = await until(lambda: gateway.device(str(self.NUMBER)), 40, "the recorder among the devices")
        place = f"/api/v1/devices/{entry['id']}/recorder"
        await until(lambda: self.is_read(gateway, place), 40, "the recorder read")
        await gateway.ask("POST", f"{place}/download")

        async def imported():
            done = [one for one in (await gateway.get("/api/v1/imports"))["imports"] if one["state"] == "complete"]
            return done[0]["recording"] if done else None

        async def now():
            return await gateway.get(place), await gateway.get("/api/v1/imports")

        try:
            return await until(imported, 90, "the recording imported", every=0.5)
        except AssertionError as problem:
            raise AssertionError(f"{problem}: {await now()}") from None

    @staticmethod
    async def is_read(gateway, place):
        try:
            return (await gateway.get(place))["number"]
        except AssertionError:  # it is not there yet
            return None

    async def pull(self):
        await (await asyncio.create_subprocess_shell("umount /run/nightjar/volumes/*")).wait()
        await self.recorder.pull()


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
        await fall_silent(self.gateway, self.strap)

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
        await self.gateway.begin()


@scenario("straps", seconds=420)
async def the_night(judge, ether):
    """A night of a strap and a recorder, interrupted in every way: all is kept, every missing second has a cause, the export says so"""
    bedside = await asyncio.to_thread(Bedside, judge.folder / "recording.cwa")
    gateway = await Gateway.open(DATA)
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
    judge.note(story=night.story)
    try:
        number = await bedside.bring_home(gateway)
    finally:
        await bedside.pull()
    await gateway.end()
    await asyncio.to_thread(shutil.copytree, DATA, judge.folder / "night-store", dirs_exist_ok=True)

    # From here on only what was taken home counts.
    tables, manifest = await exported("recorded")
    await asyncio.to_thread(shutil.copytree, EXPORT, judge.folder / "night-export", dirs_exist_ok=True)
    kept = [at for at, _ in gateway.beats(strap.address) if begun + 1 < at < ended - 1]
    judge_strap(judge, begun, ended, kept, tables, manifest)
    tables, manifest = await exported(str(number))
    told = [(loss["cause"], round(when(loss["end"]) - when(loss["time"]))) for loss in tables["losses"]]
    judge.note(recorder=told, epochs=len(tables["epochs"]))
    assert told == [("interrupted", Bedside.HOLE)], tables["losses"]
    assert [loss["cause"] for loss in manifest["losses"]] == ["interrupted"], manifest["losses"]
    # Epochs of 5 s: an hour of samples and none in the hole.
    with_samples = sum(int(epoch["samples"]) > 0 for epoch in tables["epochs"])
    assert abs(with_samples - Bedside.SECONDS / 5) <= 3, with_samples


def judge_strap(judge, begun, ended, kept, tables, manifest):
    """Whether the export of a strap's night tells every second of it: beats, or why there are none."""
    beats, losses = tables["beats"], tables["losses"]
    times = [when(beat["time"]) for beat in beats]
    pieces = [(at - 1.1, at + 1.1) for at in times]
    told = [(when(loss["time"]), when(loss["end"] or loss["time"])) for loss in losses if loss["time"]]
    missing = uncovered((begun, ended), pieces)
    untold = uncovered((begun, ended), pieces + [(first - 1, end + 1) for first, end in told])
    causes = {loss["cause"] for loss in losses}
    judge.note(beats=len(beats), seconds=int(ended - begun), missing=len(missing), untold=len(untold),
               causes=sorted(causes))
    assert len(times) == len(set(times)), "a beat is in the export twice"
    # The table has microseconds, rounded down.
    written = {round(at * 1e6) + shift for at in times for shift in (-1, 0, 1, 2)}
    lost = [at for at in kept if round(at * 1e6) not in written]
    assert not lost, f"{len(lost)} of {len(kept)} beats of the store are not in the export: {lost[:5]}"
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
