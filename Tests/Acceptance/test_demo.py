"""A demonstration keeps to a store of its own, says everywhere that it is one, and can be thrown away."""

import datetime
import json
import sqlite3
import subprocess
import tarfile
import time

import pytest
from gateway import Gateway, free_port
from stores import ADA, BEN, FOLDER, Caller, actiwatch

OFF = ["--no-bluetooth", "--no-usb", "--zone", "Europe/Berlin"]
PAGES = ["/", "/nights", "/nights/latest", "/nights/table", "/trends", "/live", "/read", "/breathe", "/devices", "/recordings",
         "/import", "/account", "/consent", "/watch"]


@pytest.fixture
def box(nightjar, tmp_path):
    """A gateway on a folder, which is stopped at the end."""
    running = []

    def start(data, demo=False, options=OFF):
        running.append(Gateway(nightjar, data, demo=demo, options=options).start())
        return running[-1]

    yield start
    for each in running:
        each.stop()


@pytest.fixture
def own(program):
    """A folder with a recording of somebody's own."""
    file = program.home / "own.AWD"
    file.write_bytes(actiwatch("V100009", datetime.datetime(2025, 1, 6, 12), 2, 5))
    data = program.home / "own"
    program.text("import", file, "--data", data, "--zone", "Europe/Berlin")
    return data


@pytest.fixture
def mixed(tmp_path):
    """The store of a version that kept its demonstration among people's own data."""
    with tarfile.open(sorted(FOLDER.glob("*.tar.xz"))[0]) as archive:
        archive.extractall(tmp_path, filter="data")
    return tmp_path / "store"


def devices(data):
    store = sqlite3.connect(data / "store.sqlite")
    return store.execute("SELECT name, synthetic FROM device ORDER BY name").fetchall()


@pytest.mark.parametrize("option", ["--demo", "--simulate"])
def test_nothing_made_up_comes_among_own_data(program, own, option):
    before = devices(own)
    nights = program.json("nights", "--data", own, "--json")
    done = program.run("serve", option, "--data", own, "--listen", f"127.0.0.1:{free_port()}", *OFF)
    said = done.stderr.decode()
    assert done.returncode == 1 and "1 device, 1 recording" in said and "Leave --data out" in said, said
    assert devices(own) == before and program.json("nights", "--data", own, "--json") == nights
    assert not (own / "exports").exists()


def test_nothing_made_up_comes_among_people(program, box, tmp_path):
    gateway = box(tmp_path / "people")
    Caller(gateway.url).ask("POST", "/auth/register", {"email": ADA, "password": "long-enough-for-a-test", "display_name": "Ada"})
    gateway.stop()
    done = program.run("serve", "--demo", "--data", gateway.data, "--listen", f"127.0.0.1:{free_port()}", *OFF)
    assert done.returncode == 1 and "1 person, 1 account" in done.stderr.decode()


def test_without_a_folder_it_has_one_beside_the_own_and_commands_find_it(program, own):
    demo = program.home / ".local/share/nightjar-demo"
    serving = subprocess.Popen(
        [program.binary, "serve", "--demo", "--listen", f"127.0.0.1:{free_port()}", *OFF], cwd=program.home,
        env=program.environment, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    try:
        lines = []
        while not lines or not lines[-1].startswith("Its EDF+"):
            lines.append(serving.stdout.readline())
            assert lines[-1], lines
        assert any(line.startswith("It is a demonstration") and "nightjar demo remove\n" in line for line in lines), lines
        asked = program.run("nights", "--json")
        assert f"this is the demonstration in {demo}" in asked.stderr.decode()
        assert [night["synthetic"] for night in json.loads(asked.stdout)["nights"]] == [True]
        # Once there is something of one's own, that is what is meant; and what is new is never put into the demonstration.
        program.text("import", program.home / "own.AWD", "--zone", "Europe/Berlin")
        asked = program.run("nights", "--json")
        assert asked.stderr == b"" and not any(night["synthetic"] for night in json.loads(asked.stdout)["nights"])
        assert program.run("demo", "remove").returncode == 1, "it is running"
    finally:
        serving.terminate()
        serving.wait(20)
    assert program.text("demo", "remove").startswith(f"Removed the demonstration in {demo}: 2 wearers, 1 night, ")
    assert not demo.exists() and program.json("nights", "--json")["nights"]
    assert program.run("demo", "remove").returncode == 3


def test_it_stays_one_without_the_option_and_says_so_on_every_page(box, browser, tmp_path):
    gateway = box(tmp_path / "demo", options=["--simulate", *OFF])
    gateway.stop()
    gateway = box(tmp_path / "demo")
    assert gateway.get("/api/v1/health")["store"]["demo"] is True
    for path in PAGES:
        browser.open(gateway.url + path)
        browser.until(lambda: browser.run("return !document.getElementById('demo').hidden"), path)
    assert "made up" in browser.text("#kept")


def test_own_data_say_nothing_of_a_demonstration(box, own):
    health = box(own).get("/api/v1/health")
    assert "demo" not in health["store"] and not health["store"]["notices"]


def test_what_is_thrown_away_is_what_nightjar_made(program, box, tmp_path):
    data = tmp_path / "demo"
    gateway = box(data, demo=True)
    gateway.latest_night()
    (data / "device-profiles").mkdir()
    done = program.run("demo", "remove", "--data", data)
    assert done.returncode == 1 and "is running" in done.stderr.decode() and gateway.get("/api/v1/health")
    dry = program.json("demo", "remove", "--data", data, "--dry-run", "--json")
    gateway.stop()
    assert (dry["whole"], dry["removed"], dry["wearers"], dry["nights"]) == (True, False, 2, 1)
    gone = program.json("demo", "remove", "--data", data, "--json")
    assert gone["removed"] is True and gone["left"] == ["device-profiles"] and gone["nights"] == dry["nights"]
    assert [each.name for each in data.iterdir()] == ["device-profiles"]
    assert program.run("demo", "remove", "--data", data).returncode == 3


def test_a_folder_with_own_data_is_never_thrown_away(program, own):
    done = program.run("demo", "remove", "--data", own)
    assert done.returncode == 3 and "Nothing" in done.stderr.decode()
    assert program.json("nights", "--data", own, "--json")["nights"]


@pytest.mark.parametrize("running", [True, False], ids=["running", "stopped"])
def test_an_old_mixed_store_tells_how_to_take_it_out_and_keeps_the_rest(program, box, mixed, running):
    gateway = box(mixed)
    ada = Caller(gateway.url, ADA)
    notices = ada.ask("GET", "/health")["store"]["notices"]
    assert ["nightjar demo remove" in notice for notice in notices] == [True], notices
    before = ada.ask("GET", "/nights?all=true&limit=1000")["nights"]
    made_up = [night for night in before if night["synthetic"]]
    assert made_up and len(made_up) < len(before)
    day = ada.ask("GET", "/summary/2025-01-08")
    if not running:
        gateway.stop()
    dry = program.json("demo", "remove", "--data", mixed, "--dry-run", "--json")
    assert (dry["whole"], dry["removed"], dry["nights"]) == (False, False, len({night["date"] for night in made_up}))
    assert program.text("demo", "remove", "--data", mixed).endswith("Your own data are as they were.\n")
    assert program.run("demo", "remove", "--data", mixed).returncode == 3
    for again in range(2):
        if again or not running:
            gateway.stop()
            gateway = box(mixed)
            ada = Caller(gateway.url, ADA)
        rest = [night for night in before if not night["synthetic"]]
        now = ada.ask("GET", "/nights?all=true&limit=1000")["nights"]
        assert [{**night, "others": None} for night in now] == [{**night, "others": None} for night in rest]
        assert ada.ask("GET", "/health")["store"]["notices"] == []
        assert ada.ask("GET", "/summary/2025-01-08")["sleep_hours"] == day["sleep_hours"]
    gateway.stop()
    store = sqlite3.connect(mixed / "store.sqlite")
    assert store.execute("SELECT count(*) FROM device WHERE synthetic").fetchone() == (0,)
    orphans = "SELECT count(*) FROM epoch WHERE source NOT IN (SELECT id FROM source)"
    assert store.execute(orphans).fetchone() == (0,) and not store.execute("PRAGMA foreign_key_check").fetchall()


def test_only_an_owner_takes_it_out(box, mixed):
    gateway = box(mixed)
    with pytest.raises(AssertionError, match="403"):
        Caller(gateway.url, BEN).ask("DELETE", "/demo")
    assert any(night["synthetic"] for night in Caller(gateway.url, ADA).ask("GET", "/nights?all=true&limit=1000")["nights"])


def test_an_old_store_of_nothing_else_becomes_one(box, tmp_path):
    gateway = box(tmp_path / "old", options=["--simulate", *OFF])
    time.sleep(1.5)
    gateway.stop()
    store = sqlite3.connect(tmp_path / "old/store.sqlite")
    store.execute("DELETE FROM access_setting WHERE name = 'demo'")
    store.commit()
    store.close()
    gateway = box(tmp_path / "old")
    assert "demo" not in gateway.get("/api/v1/health")["store"] and len(gateway.get("/api/v1/health")["store"]["notices"]) == 1
    gateway.stop()
    gateway = box(tmp_path / "old", options=["--simulate", *OFF])
    assert gateway.get("/api/v1/health")["store"]["demo"] is True
