"""An unknown device is written down, for a person to make a profile of and for others to look at."""

import json
import shutil
import subprocess
from pathlib import Path

from .judge import scenario
from .program import BINARY, start

PLACE = Path("/root/lab-capture")


@scenario("bluetooth", seconds=120)
async def capture_writes_a_draft(judge, ether):
    """`profiles capture` on a strap writes a draft that lints and decodes, and a trace that btmon reads"""
    strap = await ether.wear("strap")
    shutil.rmtree(PLACE, ignore_errors=True)
    PLACE.mkdir(parents=True)
    draft, trace = PLACE / "draft.json", PLACE / "draft.btsnoop"
    run = await start("profiles", "capture", strap.address, "--seconds", "8", "-o", str(draft), "--snoop", str(trace))
    assert await run.ends(90) == 0, run.errors
    profile = json.loads(draft.read_text())
    spoke = [one["characteristic"].lower() for one in profile["ble"]["notify"]]
    judge.note(spoke=spoke, vectors=len(profile["vectors"]), bytes=trace.stat().st_size)
    assert any("2a37" in uuid for uuid in spoke), spoke
    lint = subprocess.run([BINARY, "profiles", "lint", str(draft)], capture_output=True, text=True, timeout=60)
    assert lint.returncode == 0, lint.stdout + lint.stderr
    assert trace.read_bytes()[:16] == b"btsnoop\0\0\0\0\1\0\0\3\xea"
    if btmon := shutil.which("btmon"):
        said = subprocess.run([btmon, "-r", str(trace)], capture_output=True, text=True, timeout=60).stdout
        judge.note(notifications=said.count("Handle Value Notification"))
        assert "LE Connection Complete" in said and said.count("Handle Value Notification") >= 4, said[:2000]
