"""Runs scenarios one after the other and writes down how each went."""

import asyncio
import json
import os
import time
import traceback
from pathlib import Path

# The machine is emulated and may be busy with other things: waiting is generous, figures are judged as they are.
PATIENCE = float(os.environ.get("LAB_PATIENCE", "3"))
LONG = bool(os.environ.get("LAB_LONG"))
SCENARIOS = []  # (boot, name, seconds, long, function)


def scenario(boot, seconds=60, long=False):
    """Marks a coroutine as a scenario of the boot of that name; its first line of documentation is its name.

    `long` ones run only when LAB_LONG is set (`make prove`).
    """

    def mark(function):
        SCENARIOS.append((boot, function.__doc__.strip().splitlines()[0], seconds, long, function))
        return function

    return mark


class Skipped(Exception):
    """What the scenario needs is not there; says what."""


class Judge:
    """What a scenario is given: a folder for artefacts, and `note` for figures."""

    def __init__(self, boot):
        self.boot = boot
        self.folder = Path(os.environ.get("LAB_OUT", "out/lab"))
        self.figures = {}
        self.results = []

    def note(self, **figures):
        self.figures.update(figures)

    async def run(self, world, only=""):
        chosen = [
            one for one in SCENARIOS
            if one[0] == self.boot and any(part in one[4].__name__ for part in only.split(","))
            and (not one[3] or LONG)]
        # What a machine that is switched off never came to has failed.
        self.results = [
            {"boot": self.boot, "id": function.__name__, "name": name, "verdict": "failed", "seconds": 0.0,
             "reason": "the machine never came to it"} for _, name, _, _, function in chosen]
        self.write()
        for index, (boot, name, seconds, _, function) in enumerate(chosen):
            self.figures, start = {}, time.monotonic()
            verdict, reason = "passed", ""
            try:
                await asyncio.wait_for(function(self, world), seconds * PATIENCE)
            except Skipped as missing:
                verdict, reason = "skipped", str(missing)
            except (TimeoutError, asyncio.TimeoutError) as problem:
                verdict, reason = "failed", f"not done after {seconds * PATIENCE:.0f} s"
                if time.monotonic() - start < seconds * PATIENCE:  # something in it that had a limit of its own
                    reason = "".join(traceback.format_exception(problem)[-4:])
            except AssertionError as problem:
                verdict, reason = "failed", str(problem)
                if not reason:
                    reason = traceback.extract_tb(problem.__traceback__)[-1].line
            except Exception as problem:
                verdict, reason = "failed", "".join(traceback.format_exception(problem)[-4:])
            took = round(time.monotonic() - start, 1)
            self.results[index] = {
                "boot": boot, "id": function.__name__, "name": name, "verdict": verdict, "reason": reason,
                "seconds": took, **({"figures": self.figures} if self.figures else {})}
            print(f"{verdict:8}{took:6.1f} s  {name}", *([f"        {reason}"] if reason else []), *(
                [f"        {self.figures}"] if self.figures else []), sep="\n" if reason or self.figures else "",
                flush=True)
            self.write()
            try:
                await asyncio.wait_for(world.tidy(), 30 * PATIENCE)
            except Exception as problem:
                print("tidying failed:", repr(problem), flush=True)

    def write(self):
        (self.folder / "results.json").write_text(json.dumps(self.results, indent=1))

    @property
    def failed(self):
        return any(result["verdict"] == "failed" for result in self.results)


async def until(condition, seconds, what, every=0.1):
    """Waits until `condition()` is true and gives its value; fails saying what did not happen.

    `seconds` are those of an idle machine; `PATIENCE` times as many pass before it fails.
    """
    end = time.monotonic() + seconds * PATIENCE
    while True:
        value = condition()
        if asyncio.iscoroutine(value):
            value = await value
        if value:
            return value
        assert time.monotonic() < end, f"{what() if callable(what) else what}: not within {seconds * PATIENCE:.0f} s"
        await asyncio.sleep(every)
