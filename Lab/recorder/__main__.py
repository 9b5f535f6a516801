"""python -m recorder [--commands FIFO] [--rules FOLDER]: an AX3 beside this kernel; commands, one a line: plug, pull,
clock SECONDS. Says "ready" when plugged in, and every command line the device heard when it ends."""

import argparse
import asyncio
import os
import sys
import tempfile

from .gadget import Recorder, Volume, made_recording, start_udev


async def main():
    options = argparse.ArgumentParser(prog="recorder", description=__doc__)
    options.add_argument("--commands")
    options.add_argument("--rules")
    options.add_argument("--device", type=int, default=12345)
    options.add_argument("--seconds", type=float, default=600, help="length of the recording on it")
    chosen = options.parse_args()
    folder = tempfile.mkdtemp()
    made_recording(folder + "/CWA-DATA.CWA", device=chosen.device, seconds=chosen.seconds)
    volume = Volume(folder + "/volume", f"AX317_{chosen.device}", folder + "/CWA-DATA.CWA")
    start_udev(chosen.rules)
    recorder = Recorder(volume, chosen.device)
    await recorder.plug()
    print("ready", flush=True)
    reader = asyncio.StreamReader()
    source = os.fdopen(os.open(chosen.commands, os.O_RDWR), "rb", 0) if chosen.commands else sys.stdin
    await asyncio.get_running_loop().connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), source)
    while words := (await reader.readline()).decode().split():
        if words[0] == "plug":
            await recorder.plug()
        elif words[0] == "pull":
            await recorder.pull()
        elif words[0] == "clock":
            recorder.firmware.clock_offset += float(words[1])
        print("done", *words, flush=True)
    print("heard", recorder.firmware.heard, flush=True)
    await asyncio.Event().wait()


asyncio.run(main())
