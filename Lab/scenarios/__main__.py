"""python -m scenarios BOOT [PART OF A NAME]: in the guest; see Lab/run for the host's side."""

import asyncio
import sys

from .judge import Judge


async def main(boot, only=""):
    if boot in ("bluetooth", "straps"):
        # Each adds its scenarios.
        from . import adapters, captures, fieldreports, links, radios  # of `bluetooth`
        from . import dialogues, languages, sessions, troubles, rehearsal  # of `straps`
        from .ether import Ether as World
    elif boot == "service":
        from . import service  # adds its scenarios
        from .service import Machine as World
    else:
        from . import recorders, monitors, reports  # each adds its scenarios
        from .bench import Bench as World
    world = World()
    await world.begin()
    judge = Judge(boot)
    await judge.run(world, only)
    return 1 if judge.failed or not judge.results else 0


sys.exit(asyncio.run(main(*sys.argv[1:])))
