"""The world of the USB boot: the program installed as on a real machine, its rules in a udev, a recorder to plug in."""

import asyncio
import os
import pwd
import re
import shlex
import shutil
import subprocess
from pathlib import Path

from recorder.gadget import Recorder, Volume

from . import program
from .judge import until

DEVICE = 12345
UNITS = Path("/usr/lib/systemd/system")
ASKED = Path("/run/lab-asked")
UDISKS = "/usr/libexec/udisks2/udisksd"


class Bench:
    def __init__(self):
        self.out = Path(os.environ.get("LAB_OUT", "out/lab"))
        self.recording, self.night = self.out / "recording.cwa", self.out / "night.cwa"
        self.mounted = {}  # block device's name: what its unit said to undo
        self.recorder = None
        self.mounter = None
        self.has_mount_unit = True  # whether the stand-in for systemd starts units
        self.daemons = []

    async def begin(self):
        """Installs with `make install` and starts a udev; the kernel's modules stand where doctor looks for them."""
        made = subprocess.run(
            ["make", "-s", "install", "PREFIX=/usr", f"BINARY={program.BINARY}"], cwd=Path(__file__).parents[2],
            capture_output=True, text=True)
        assert made.returncode == 0, made.stderr
        subprocess.run(["systemd-sysusers"], check=True, capture_output=True)
        subprocess.run(["/lib/systemd/systemd-udevd", "--daemon"], check=True, capture_output=True)
        # As udev's own rules do at boot: the kernel looks every two seconds whether a medium was changed.
        Path("/sys/module/block/parameters/events_dfl_poll_msecs").write_text("2000")
        program.BINARY = "/usr/bin/nightjar"
        self.account = pwd.getpwnam("nightjar")
        os.makedirs("/var/lib/nightjar", mode=0o700, exist_ok=True)
        os.chown("/var/lib/nightjar", self.account.pw_uid, self.account.pw_gid)
        # Nothing below runs as root: the rules must do.
        program.PREFIX = ["setpriv", "--reuid=nightjar", "--regid=nightjar", "--clear-groups", "--no-new-privs"]
        os.environ["HOME"] = "/var/lib/nightjar"
        os.chdir("/var/lib/nightjar")
        # What the rules ask of systemd is written down for the stand-in below.
        Path("/bin/systemctl").unlink()
        Path("/bin/systemctl").write_text(f'#!/bin/sh\necho "$*" >>{ASKED}\n')
        os.chmod("/bin/systemctl", 0o755)
        self.fresh()
        self.mounter = asyncio.create_task(self.mount_what_udev_wants())

    def fresh(self, recording=None):
        """A recorder with the long recording on it, or another, not plugged in."""
        image = "/tmp/ax3.img"
        if os.path.exists(image):
            os.remove(image)
        volume = Volume(image, f"AX317_{DEVICE}", recording or self.recording)
        self.recorder = Recorder(volume, DEVICE)

    async def run_unit(self, key, instance):
        """The lines of a unit, run as systemd would; it cannot itself be process 1 here."""
        for line in (UNITS / "nightjar-mount@.service").read_text().splitlines():
            if match := re.fullmatch(rf"{key}=(-?)(.*)", line):
                words = [word.replace("%I", instance).replace("%i", instance) for word in shlex.split(match[2])]
                process = await asyncio.create_subprocess_exec(*words, stderr=subprocess.DEVNULL)
                await process.wait()

    async def mount_what_udev_wants(self):
        """Stands for systemd: starts the unit that a block device's SYSTEMD_WANTS names, stops it when that goes."""
        while True:
            present = {name for name in os.listdir("/sys/class/block") if name.startswith("sd")}
            for name in present - set(self.mounted):
                said = subprocess.run(
                    ["udevadm", "info", "--query=property", f"/dev/{name}"], capture_output=True, text=True).stdout
                if self.has_mount_unit and f"SYSTEMD_WANTS=nightjar-mount@{name}.service" in said:
                    await self.begin_unit(name)
            for name in set(self.mounted) - present:
                await self.end_unit(name)
            asked = ASKED.read_text().split("\n") if ASKED.exists() else []
            ASKED.unlink(missing_ok=True)
            for name in {line.split("@")[1].split(".")[0] for line in asked if " restart nightjar-mount@" in line}:
                if name in self.mounted:
                    await self.end_unit(name)
                if name in present:
                    await self.begin_unit(name)
            await asyncio.sleep(0.3)

    async def begin_unit(self, name):
        self.mounted[name] = True
        await self.run_unit("ExecStartPre", name)
        await self.run_unit("ExecStart", name)

    async def end_unit(self, name):
        del self.mounted[name]
        await self.run_unit("ExecStop", name)
        await self.run_unit("ExecStopPost", name)

    async def udisks(self):
        """A running udisks2, with a bus and a polkit that lets the account do what a person at the machine may."""
        os.makedirs("/run/dbus", exist_ok=True)
        rules = Path("/etc/polkit-1/rules.d/10-lab.rules")
        rules.parent.mkdir(parents=True, exist_ok=True)
        rules.write_text(
            'polkit.addRule(function(action, subject) {\n'
            '    if (action.id.indexOf("org.freedesktop.udisks2.filesystem-") == 0 && subject.user == "nightjar")\n'
            '        return polkit.Result.YES;\n'
            '});\n')
        for folder in (rules.parent, rules):
            os.chmod(folder, 0o755)
        for words, name in (
            (["dbus-daemon", "--system", "--nofork", "--nopidfile"], None),
            (["/usr/lib/polkit-1/polkitd", "--no-debug"], "org.freedesktop.PolicyKit1"),
            ([UDISKS], "org.freedesktop.UDisks2"),
        ):
            self.daemons.append(await asyncio.create_subprocess_exec(
                *words, stdin=asyncio.subprocess.DEVNULL, stdout=asyncio.subprocess.DEVNULL,
                stderr=asyncio.subprocess.DEVNULL))

            async def answers():
                asked = await asyncio.create_subprocess_exec(
                    "dbus-send", "--system", "--print-reply", "--dest=org.freedesktop.DBus", "/",
                    "org.freedesktop.DBus.GetNameOwner", f"string:{name or 'org.freedesktop.DBus'}",
                    stdout=asyncio.subprocess.DEVNULL, stderr=asyncio.subprocess.DEVNULL)
                return await asked.wait() == 0

            await until(answers, 60, f"{words[0]} on the bus")

    async def tidy(self):
        await program.end_all()
        for daemon in reversed(self.daemons):
            if daemon.returncode is None:
                daemon.terminate()
                await daemon.wait()
        self.daemons = []
        self.has_mount_unit = True
        if self.recorder.firmware.terminal is not None:
            await self.recorder.pull()
            await asyncio.sleep(1)
        self.fresh()

    @staticmethod
    def empty(folder):
        shutil.rmtree(folder, ignore_errors=True)
        os.makedirs(folder)
        account = pwd.getpwnam("nightjar")
        os.chown(folder, account.pw_uid, account.pw_gid)
        return Path(folder)
