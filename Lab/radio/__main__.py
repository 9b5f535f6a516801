"""python -m radio NAME...: hci0 and the named wearables, then commands on standard input or from the FIFO given by
--commands, one a line: on NAME, off NAME, drop NAME, leave NAME SECONDS, silent NAME, speak NAME, truncate NAME,
oversize NAME, clean NAME, storm NAME, refuse-mtu NAME, pairing NAME, move NAME, clock NAME, pull, plug.
`refuse-mtu`, `pairing` and `move` switch the wearable off and on again. Says "ready" when all advertise."""

import argparse
import asyncio
import os
import sys

from .air import Adapter, Air
from .wearables import KINDS, wearable

STORM = (700, 232)


def storm_target(one):
    return getattr(one, "data", None) or getattr(one, "measurement", None) or one.outgoing


async def restart(one):
    await one.power_off()
    await one.power_on()


async def obey(words, adapter, found):
    verb = words[0]
    if verb == "pull":
        return await adapter.pull()
    if verb == "plug":
        return await adapter.plug()
    one = found(words[1])
    if verb == "on":
        await one.power_on()
    elif verb == "off":
        await one.power_off()
    elif verb == "drop":
        await one.drop()
    elif verb == "leave":
        await one.leave(float(words[2]))
    elif verb in ("silent", "speak"):
        one.silent = verb == "silent"
    elif verb == "truncate":
        one.garble = lambda value: value[:1]
    elif verb == "oversize":
        one.garble = lambda value: value + bytes(600 - len(value))
    elif verb == "clean":
        one.garble = None
    elif verb == "storm":
        await one.storm(storm_target(one), *STORM)
    elif verb == "clock":
        one.reset_clock()
    elif verb in ("refuse-mtu", "pairing", "move"):
        attribute = {"refuse-mtu": "refuse_mtu", "pairing": "demand_pairing", "move": "extra_service"}[verb]
        setattr(one, attribute, not getattr(one, attribute))
        await restart(one)
    else:
        raise ValueError(f"no such command: {verb}")


async def main():
    options = argparse.ArgumentParser(prog="radio", description=__doc__)
    options.add_argument("names", nargs="*", choices=[*KINDS, []])
    options.add_argument("--commands")
    chosen = options.parse_args()
    air, known = Air(), {}
    adapter = Adapter(air)
    await adapter.plug()

    def found(name):
        return known.setdefault(name, wearable(name, air))

    for name in chosen.names:
        await found(name).power_on()
    print("ready", flush=True)
    reader = asyncio.StreamReader()
    # Opened for both, so that a writer may come and go.
    source = os.fdopen(os.open(chosen.commands, os.O_RDWR), "rb", 0) if chosen.commands else sys.stdin
    await asyncio.get_running_loop().connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), source)
    while line := (await reader.readline()).decode().split():
        try:
            await obey(line, adapter, found)
            print("done", *line, flush=True)
        except Exception as problem:
            print("failed", *line, repr(problem), flush=True)
    await asyncio.Event().wait()


asyncio.run(main())
