"""The world of the Bluetooth boot: an adapter in the air, wearables made on demand."""

import asyncio
from pathlib import Path

from radio.air import Adapter, Air
from radio.wearables import wearable

from .judge import until
from .program import end_all


class Ether:
    def __init__(self):
        self.air = Air()
        self.adapter = Adapter(self.air)
        self.others = []
        self.worn = []
        self.processes = []

    async def begin(self):
        await self.adapter.plug()
        await until(lambda: Path("/sys/class/bluetooth/hci0").exists(), 10, "the adapter in the kernel")

    async def plug_another(self, **choices):
        """One more adapter, `hci1`."""
        other = Adapter(self.air, "00:11:22:33:44:66", **choices)
        self.others.append(other)
        await other.plug()
        await until(lambda: Path("/sys/class/bluetooth/hci1").exists(), 10, "the second adapter in the kernel")
        return other

    async def modernise(self):
        """An adapter of version 5 in place of the one that is there."""
        await self.adapter.pull()
        await until(lambda: not Path("/sys/class/bluetooth/hci0").exists(), 10, "the old adapter gone")
        self.adapter.modern = True
        await self.begin()

    async def wear(self, name, **switches):
        """A wearable, switched on, with the given misbehaviour from the start."""
        one = wearable(name, self.air)
        for key, value in switches.items():
            assert hasattr(one, key), key
            setattr(one, key, value)
        self.worn.append(one)
        await one.power_on()
        return one

    async def run(self, *words):
        """Another program of the guest, such as bluetoothd."""
        process = await asyncio.create_subprocess_exec(
            *words, stdout=asyncio.subprocess.DEVNULL, stderr=asyncio.subprocess.DEVNULL)
        self.processes.append(process)
        return process

    async def tidy(self):
        await end_all()
        for one in self.worn:
            await one.power_off()
        self.worn = []
        for process in self.processes:
            if process.returncode is None:
                process.terminate()
                await process.wait()
        self.processes = []
        # Another adapter for the next one: what a scenario did to the kernel's is over with it.
        for adapter in [self.adapter, *self.others]:
            if adapter.controller is not None:
                await adapter.pull()
        self.others, self.adapter.slots = [], 8
        self.adapter.modern = False
        await until(lambda: not list(Path("/sys/class/bluetooth").glob("hci*")), 10, "the old adapters gone")
        await self.begin()
