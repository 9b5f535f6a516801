"""Tables of no known recorder: refused with the names of their columns, read once these are named, and known from then on."""

import json
import time
import urllib.error
import urllib.parse
import urllib.request

import pytest

HEAD = "Made by hand\nWhen;Ax [mg];Ay [mg];Az [mg]\n"


def rows(day):
    return HEAD + "".join(f"{day}.01.2024 23:59:{i:02},00;{i};-20;1000\n" for i in range(60))


def send(gateway, name, body, columns=None):
    query = {"name": name} | ({"columns": columns} if columns else {})
    address = f"{gateway.url}/api/v1/imports?{urllib.parse.urlencode(query)}"
    request = urllib.request.Request(address, data=body.encode(), method="POST",
                                     headers={"Content-Type": "application/octet-stream"})
    with urllib.request.urlopen(request, timeout=20) as reply:
        status = json.load(reply)
    end = time.monotonic() + 60
    while status["state"] in ("receiving", "decoding", "analysing") and time.monotonic() < end:
        time.sleep(0.1)
        status = gateway.get(f"/api/v1/imports/{status['id']}")
    return status


def test_the_columns_of_a_table_are_asked_for_and_remembered(own_gateway):
    gateway = own_gateway()
    for body in [rows(1), rows(1) + "#" * 5000]:
        with pytest.raises(urllib.error.HTTPError) as refused:
            send(gateway, "own.csv", body)
        assert refused.value.code == 422
        problem = json.load(refused.value)
        assert "“Ax [mg]”" in problem["detail"] and "`columns`" in problem["detail"]
    with pytest.raises(urllib.error.HTTPError) as wrong:
        send(gateway, "own.csv", rows(1), "time=When,x=2")
    assert wrong.value.code == 400
    named = send(gateway, "own.csv", rows(1), "time=When,x=2,y=3,z=4,unit=mg")
    assert named["state"] == "complete" and "60 samples" in named["message"], named
    known = send(gateway, "own.csv", rows(2))
    assert known["state"] == "complete" and "60 samples" in known["message"], known


def test_the_command_line_remembers_columns_too(program, tmp_path):
    table = tmp_path / "own.csv"
    table.write_text(rows(3))
    folder = tmp_path / "data"
    folder.mkdir()
    refused = program.run("decode", table, "--data", folder)
    told = refused.stderr.decode()
    assert refused.returncode == 1 and "“When”" in told and "--columns" in told
    named = program.text("decode", table, "--data", folder, "--csv", "--columns", "time=When,x=2,y=3,z=4,unit=mg")
    lines = named.splitlines()
    assert lines[0] == "time_s,x,y,z" and lines[2].startswith("1704326341,0.001,-0.02")
    assert program.text("decode", table, "--data", folder, "--csv") == named


def test_a_zone_that_contradicts_the_file_is_told(program, tmp_path):
    export = tmp_path / "night.csv"
    head = "Actiware Export File\nTime Zone Offset:,-05:00,hours:minutes\nLine,Date,Time,Activity,Marker\n"
    export.write_text(head + "".join(f"{i + 1},03/31/2015,10:{i:02}:00,{i},0\n" for i in range(60)))
    told = lambda *zone: [loss["detail"] for loss in program.json("decode", export, "--json", *zone)["losses"]]
    assert told() == told("--zone", "America/Bogota") == []
    assert "UTC-05:00" in told("--zone", "Europe/Berlin")[0] and "UTC+02:00" in told("--zone", "Europe/Berlin")[0]
