"""python -m scenarios BOOT [PART OF A NAME]: in the guest; see Lab/run for the host's side."""

import asyncio
import sys

from .judge import Judge


async def main(boot, only=""):
    if boot == "bluetooth":
        from . import adapters, captures, links, sessions, rehearsal  # each adds its scenarios
        from .ether import Ether as World
    else:
        from . import recorders, monitors, reports  # each adds its scenarios
        from .bench import Bench as World
    world = World()
    await world.begin()
    judge = Judge(boot)
    await judge.run(world, only)
    return 1 if judge.failed or not judge.results else 0


sys.exit(asyncio.run(main(*sys.argv[1:])))
