"""The installed unit under Debian's systemd, beside Debian's bluetoothd, logind and polkit."""

import asyncio
import json
import os
import re
import subprocess
import time
from pathlib import Path

from . import program
from .ether import Ether
from .gateway import Gateway
from .judge import scenario, until
from .program import start

# What bluetoothd manages: keys, how to pair, power.
KEYS, POWERED = "0x0013", "0x0005"
# These, identity keys, how to pair, bondable, Secure Connections, Low Energy: by number, as btmon cuts names short.
MANAGING = (KEYS, POWERED, "0x0030", "0x0018", "0x0009", "0x002d", "0x000d")


async def sh(*words, seconds=60, expect=0):
    """What a program says; it must end as expected (None for any)."""
    process = await asyncio.create_subprocess_exec(
        *words, stdin=asyncio.subprocess.DEVNULL, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.STDOUT)
    said, _ = await asyncio.wait_for(process.communicate(), seconds)
    assert expect is None or process.returncode == expect, (words, process.returncode, said[-600:])
    return said.decode(errors="replace")


class Machine(Ether):
    """The program installed with `make install` on a machine that systemd runs."""

    is_installed = False

    async def begin(self):
        if not Machine.is_installed:
            made = subprocess.run(
                ["make", "-s", "install", "PREFIX=/usr", f"BINARY={program.BINARY}"], cwd=Path(__file__).parents[2],
                capture_output=True, text=True)
            assert made.returncode == 0, made.stderr
            # As an owner would by `systemctl edit nightjar`: who needs not sign in.
            folder = Path("/etc/systemd/system/nightjar.service.d")
            folder.mkdir(parents=True)
            (folder / "lab.conf").write_text('[Service]\nEnvironment="NIGHTJAR_USERS=root"\n')
            subprocess.run(["systemd-sysusers"], check=True, capture_output=True)
            subprocess.run(["systemctl", "daemon-reload"], check=True, capture_output=True)
            program.BINARY = "/usr/bin/nightjar"
            Machine.is_installed = True
        await super().begin()

    async def bluetoothd(self):
        """bluetoothd as its unit starts it, with its adapter on."""
        await sh("systemctl", "start", "bluetooth")
        await until(self.is_on, 30, "bluetoothd with its adapter on", every=0.5)

    async def is_on(self):
        said = await sh("bluetoothctl", "show", expect=None)
        if "Powered: no" in said:
            await sh("bluetoothctl", "power", "on", expect=None)
        return "Powered: yes" in said

    async def tidy(self):
        await sh("systemctl", "stop", "nightjar", expect=None)
        await sh("systemctl", "stop", "bluetooth", expect=None)
        await sh("rm", "-rf", "/var/lib/bluetooth", "/var/lib/nightjar")
        await super().tidy()


class Service(Gateway):
    """The gateway as its unit runs it."""

    port = 8001

    def __init__(self):
        super().__init__("/var/lib/nightjar")

    async def begin(self):
        await sh("systemctl", "start", "nightjar")

        async def answers():
            try:
                return await self.get("/api/v1/health")
            except OSError:
                assert (await sh("systemctl", "is-active", "nightjar", expect=None)).strip() != "failed", (
                    await sh("journalctl", "-u", "nightjar", "-n", "20", "--no-pager"))
                return None

        await until(answers, 60, "the service's health")
        self.listener = asyncio.create_task(self.listen())

    async def end(self):
        self.listener.cancel()
        await sh("systemctl", "stop", "nightjar")


class Commands:
    """What is asked of the kernel's Bluetooth management, as btmon sees it."""

    async def __aenter__(self):
        self.file = open("/tmp/btmon", "wb")
        self.monitor = await asyncio.create_subprocess_exec(
            "btmon", stdout=self.file, stderr=asyncio.subprocess.DEVNULL, env={**os.environ, "TERM": "dumb"})
        await asyncio.sleep(2)
        return self

    async def __aexit__(self, *_):
        if self.monitor.returncode is None:
            self.monitor.terminate()
            await self.monitor.wait()

    async def given(self):
        """The commands of everybody but BlueZ, by their numbers; nothing more is seen afterwards. The kernel names who asks
        by the thread that opened the socket, which is none of nightjar's name."""
        await self.__aexit__()
        text = Path("/tmp/btmon").read_text(errors="replace")
        opened = re.findall(r"MGMT Open: (\S+) .*?\{(0x[0-9a-f]+)\}", text)
        cookies = {cookie for name, cookie in opened if name not in ("bluetoothd", "btmgmt", "btmon")}
        assert cookies, f"btmon saw nobody but BlueZ: {text[:600]}"
        return [name for name, cookie in re.findall(r"MGMT Command: [^(]+\((0x[0-9a-f]+)\).*?\{(0x[0-9a-f]+)\}", text)
                if cookie in cookies]


@scenario("service", seconds=200)
async def service_beside_bluetoothd(judge, machine):
    """The installed unit beside bluetoothd: a strap is paired through it and streams; no key is loaded, nothing switched"""
    await machine.bluetoothd()
    strap = await machine.wear("strap", demand_pairing=True)
    service = Service()
    async with Commands() as commands:
        await service.begin()
        await service.adopt(strap.address)
        await service.streaming(strap.address)
        given = await commands.given()
    judge.note(commands=sorted(set(given)))
    assert not [name for name in given if name in MANAGING], given
    assert "Paired: yes" in await sh("bluetoothctl", "info", strap.address), "bluetoothd does not share the bond"
    # Its user switches it off: it stays off, and that is said.
    await sh("bluetoothctl", "power", "off")
    await asyncio.sleep(8)
    assert "Powered: no" in await sh("bluetoothctl", "show"), "somebody switched it on again"
    await sh("bluetoothctl", "power", "on")
    on = time.monotonic()
    await until(lambda: service.heard("hr", since=on), 60, "a heart rate once it is on again")
    judge.note(seconds_after_power=round(time.monotonic() - on, 1))
    await service.end()


@scenario("service", seconds=200, long=True)
async def bluetoothd_goes_and_comes(judge, machine):
    """bluetoothd goes and comes beside the installed unit: its work is taken over once it is gone, and given back"""
    await machine.bluetoothd()
    strap = await machine.wear("strap")
    service = Service()
    await service.begin()
    await service.adopt(strap.address)
    await service.streaming(strap.address)
    async with Commands() as commands:
        await sh("systemctl", "stop", "bluetooth")
        gone = time.monotonic()
        await until(lambda: service.heard("hr", since=gone + 4), 60, "a heart rate without bluetoothd")
        judge.note(seconds_after_end=round(service.heard("hr", since=gone + 4)[0][0] - gone, 1))
        given = await commands.given()
    assert {KEYS, POWERED} <= set(given), given
    async with Commands() as commands:
        await sh("systemctl", "start", "bluetooth")
        await asyncio.sleep(4)
        back = time.monotonic()
        await until(lambda: service.heard("hr", since=back), 60, "a heart rate beside bluetoothd again")
        await strap.drop()
        await until(lambda: service.heard("hr", since=back + 3), 60, "a heart rate after a drop")
        given = await commands.given()
    assert not [name for name in given if name in MANAGING], given
    await service.end()


async def pair(judge, machine, times):
    """Pairs with a strap and forgets it again, and tells how often it worked."""
    strap = await machine.wear("strap", demand_pairing=True)
    took, said = [], []
    for turn in range(times):
        begun = time.monotonic()
        run = await start("bluetooth", "listen", strap.address, "2A37", "--json", "--data", f"/root/lab-pair-{turn}")
        try:
            await until(lambda: run.objects or run.process.returncode is not None, 25, "a value of a paired strap")
        except AssertionError as problem:
            said.append(str(problem))
        if run.objects:
            took.append(round(time.monotonic() - begun, 1))
        else:
            said.append(run.errors[-300:])
        await run.stop()
        await sh("bluetoothctl", "remove", strap.address, expect=None)
        await asyncio.sleep(1)
    judge.note(paired=f"{len(took)} of {times}", seconds=took)
    assert len(took) == times, said


@scenario("service", seconds=200)
async def pairs_without_agent(judge, machine):
    """Paired through bluetoothd five times where no desktop has an agent"""
    await machine.bluetoothd()
    await pair(judge, machine, 5)


@scenario("service", seconds=200, long=True)
async def pairs_beside_agent(judge, machine):
    """Paired through bluetoothd five times beside a desktop's agent, which is not asked"""
    await machine.bluetoothd()
    agent = await asyncio.create_subprocess_exec(
        "bluetoothctl", "--agent", "DisplayYesNo", stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT)
    machine.processes.append(agent)
    said = b""

    async def until_said(words):
        nonlocal said
        while words not in said:
            more = await asyncio.wait_for(agent.stdout.read(4096), 60)
            assert more, said[-400:]
            said += more

    await until_said(b"Agent registered")
    agent.stdin.write(b"default-agent\n")
    await until_said(b"Default agent request successful")
    await pair(judge, machine, 5)
    agent.stdin.write(b"quit\n")
    rest, _ = await asyncio.wait_for(agent.communicate(), 30)
    said += rest
    assert b"Request confirmation" not in said and b"Request authorization" not in said, said[-400:]


async def inhibitors():
    said = await sh("busctl", "--json=short", "call", "org.freedesktop.login1", "/org/freedesktop/login1",
                    "org.freedesktop.login1.Manager", "ListInhibitors", expect=None)
    return [] if not said.startswith("{") else [one for one in json.loads(said)["data"][0] if one[1] == "Nightjar"]


@scenario("service", seconds=120)
async def night_keeps_awake(judge, machine):
    """While the installed unit records a night, logind lets nobody suspend the machine; from its end on, anybody"""
    strap = await machine.wear("strap")
    service = Service()
    await service.begin()
    await service.adopt(strap.address)
    await service.streaming(strap.address)
    assert not await inhibitors()
    night = await service.ask("POST", "/api/v1/night-recordings", {})
    begun = time.monotonic()
    held = await until(inhibitors, 30, "an inhibitor of logind", every=0.5)
    judge.note(held=held[0][:4], seconds_to_hold=round(time.monotonic() - begun, 1))
    assert held[0][0] == "sleep" and held[0][3] == "block", held
    await service.ask("POST", f"/api/v1/night-recordings/{night['id']}/stop")
    ended = time.monotonic()

    async def free():
        return not await inhibitors()
    await until(free, 30, "the inhibitor let go", every=0.5)
    judge.note(seconds_to_free=round(time.monotonic() - ended, 1))
    await service.end()
