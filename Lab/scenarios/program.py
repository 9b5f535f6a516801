"""The program under test, as processes of the guest."""

import asyncio
import json
import os
import signal
import time
from pathlib import Path

BINARY = os.environ.get("NIGHTJAR_BIN", ".build/release/nightjar")
PREFIX = []  # words before it, such as those that change the account


class Run:
    """A running command; its lines as they come."""

    def __init__(self, process):
        self.process = process
        self.out, self.err = [], []
        self.tasks = [
            asyncio.create_task(self.collect(process.stdout, self.out)),
            asyncio.create_task(self.collect(process.stderr, self.err)),
        ]

    @staticmethod
    async def collect(stream, lines):
        while line := await stream.readline():
            lines.append((time.monotonic(), line.decode(errors="replace").rstrip("\n")))

    @property
    def text(self):
        return "\n".join(line for _, line in self.out)

    @property
    def errors(self):
        return "\n".join(line for _, line in self.err)

    @property
    def objects(self):
        """The lines of standard output that are JSON objects."""
        return [json.loads(line) for _, line in self.out if line.startswith("{")]

    def where(self):
        """What each of its threads waits for in the kernel, for a report on something that hangs."""
        places = []
        for task in Path(f"/proc/{self.process.pid}/task").glob("*"):
            try:
                calls = [line.split()[-1].split("+")[0] for line in (task / "stack").read_text().splitlines()[:4]]
                places.append((task / "comm").read_text().strip() + ": " + " < ".join(calls))
            except OSError:
                pass
        return places

    async def ends(self, seconds):
        await asyncio.wait_for(self.process.wait(), seconds)
        await asyncio.gather(*self.tasks)
        return self.process.returncode

    async def stop(self, with_signal=signal.SIGINT, seconds=20):
        if self.process.returncode is None:
            self.process.send_signal(with_signal)
        try:
            return await self.ends(seconds)
        except asyncio.TimeoutError:
            self.process.kill()
            await self.process.wait()
            raise AssertionError(f"did not stop {seconds} s after signal {with_signal}")


RUNNING = []


async def start(*words, environment=None):
    process = await asyncio.create_subprocess_exec(
        *PREFIX, BINARY, *words, stdin=asyncio.subprocess.DEVNULL, stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE, env={**os.environ, **(environment or {})}, limit=1 << 22)
    run = Run(process)
    RUNNING.append(run)
    return run


async def nightjar(*words, seconds=40, expect=0):
    """Runs a command to its end; the exit code must be as expected (None for any)."""
    run = await start(*words)
    try:
        code = await run.ends(seconds)
    except asyncio.TimeoutError:
        run.process.kill()
        raise AssertionError(f"nightjar {' '.join(words)}: not done after {seconds} s\n{run.errors[-800:]}")
    assert expect is None or code == expect, (
        f"nightjar {' '.join(words)}: exit code {code} instead of {expect}\n{run.errors[-800:]}\n{run.text[-400:]}")
    return run


async def end_all():
    """Ends what a scenario left running."""
    while RUNNING:
        run = RUNNING.pop()
        if run.process.returncode is None:
            run.process.kill()
            await run.process.wait()
