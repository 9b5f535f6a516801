"""What a device was seen to do, as a file that its owner can send."""

import json
from pathlib import Path

from .judge import scenario
from .program import start

PLACE = Path("/root/lab-report.json")


@scenario("bluetooth", seconds=120)
async def report_names_nobody(judge, ether):
    """`devices report` on a strap: its attributes, times and first bytes, and neither its name, its serial nor its address"""
    strap = await ether.wear("strap")
    PLACE.unlink(missing_ok=True)
    run = await start("devices", "report", strap.address, "--seconds", "6", "-o", str(PLACE))
    assert await run.ends(100) == 0, run.errors
    text = PLACE.read_text()
    report = json.loads(text)
    link = report["link"]
    heart = [one for service in link["services"] for one in service["characteristics"] if "2A37" in one["uuid"].upper()]
    assert heart and heart[0]["sent"]["values"] >= 3 and heart[0]["sent"]["first"][0].startswith("10"), heart
    judge.note(seconds_to_connect=link["seconds_to_connect"], bytes=len(text), values=heart[0]["sent"]["values"])
    assert report["adapters"] and report["machine"]["kernel"], report["machine"]
    for secret in (strap.name, strap.address, strap.address[9:], "LAB0001", strap.name.encode().hex(), b"LAB0001".hex()):
        assert secret.lower() not in text.lower(), secret
