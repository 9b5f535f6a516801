"""A damaged, empty or missing store lets nobody in and records nothing before its owner has said so at the machine."""

import json
import random
import sqlite3
import time
import urllib.error
import urllib.request

import pytest
from program import Program

SEED = 20260312


def post(running, path, body, method="POST", token=None):
    head = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {token}"} if token else {})
    request = urllib.request.Request(running.url + path, json.dumps(body).encode(), head, method=method)
    with urllib.request.urlopen(request, timeout=20) as answer:
        return json.load(answer)


def zero_head(store):
    with open(store, "r+b") as file:
        file.write(bytes(100))


def zero_page(store, table):
    with sqlite3.connect(f"file:{store}?mode=ro", uri=True) as base:
        page = base.execute("SELECT rootpage FROM sqlite_schema WHERE name = ?", [table]).fetchone()[0]
    with open(store, "r+b") as file:
        file.seek((page - 1) * 4096)
        file.write(bytes(4096))


DAMAGE = {
    "head": zero_head,
    "empty": lambda store: open(store, "wb").close(),
    "missing": lambda store: store.unlink(),
    "accounts": lambda store: zero_page(store, "account"),
}


@pytest.fixture
def owned(own_gateway):
    """A stopped gateway of Ada's, with a live wearer whose heart is refused."""
    running = own_gateway(demo=False, options=["--simulate"])
    token = post(running, "/api/v1/auth/register",
                 {"email": "ada@example.org", "password": "correct horse battery"})["access_token"]
    post(running, "/api/v1/consents/heart_rate", {"allowed": False}, "PUT", token)
    running.stop()
    return running


@pytest.mark.parametrize("damage", DAMAGE)
def test_after_a_loss_only_the_machine_is_answered_and_nothing_is_recorded(owned, nightjar, tmp_path, damage):
    store = owned.data / "store.sqlite"
    DAMAGE[damage](store)
    owned.start(closed=True)
    for path in ["/", "/live", "/api/v1/live", "/api/v1/devices"]:
        with pytest.raises(urllib.error.HTTPError) as refused:
            owned.open(path)
        assert refused.value.code == 503 and b"nightjar account recover" in refused.value.read()
    with pytest.raises(urllib.error.HTTPError) as refused:
        post(owned, "/api/v1/auth/register", {"email": "eve@example.org", "password": "correct horse battery"})
    assert refused.value.code == 503
    assert "nightjar account recover" in owned.log()

    home = tmp_path / "home"
    home.mkdir()
    program = Program(nightjar, home)
    said = program.json("account", "recover", "--data", owned.data, "--json")
    assert said["lost"] and said["accounts"] == 0
    checked = program.run("doctor", "--data", owned.data, "--json")
    assert checked.returncode == 1
    finding = next(check for check in json.loads(checked.stdout)["checks"] if check["check"] == "store")
    assert finding["verdict"] == "broken" and "account recover" in finding["remedy"]

    time.sleep(3)  # The wearer goes on sending.
    owned.kill()
    with sqlite3.connect(f"file:{store}?mode=ro", uri=True) as base:
        assert base.execute("SELECT count(*) FROM beat").fetchone() == (0,)
        assert base.execute("SELECT count(*) FROM raw_batch").fetchone() == (0,)
    # A restart changes nothing of it, nor does a refusal to go on without an owner.
    owned.start(closed=True)
    assert program.run("account", "recover", "--accept-loss", "--data", owned.data).returncode == 1
    added = program.run("account", "add", "ada@example.org", "--data", owned.data,
                        input="correct horse battery\n")
    assert added.returncode == 0, added.stderr
    assert "Nothing is missing" in program.text("account", "recover", "--accept-loss", "--data", owned.data)
    assert owned.get("/api/v1/health")["status"] == "ok"
    with pytest.raises(urllib.error.HTTPError) as refused:
        owned.open("/api/v1/devices")
    assert refused.value.code == 401


LOG = {
    "wal": lambda log: log.unlink(),
    "wal-head": lambda log: log.open("r+b").write(bytes(32)),
}


def test_a_lost_word_on_who_wore_what_is_a_loss(own_gateway, nightjar, tmp_path):
    running = own_gateway(demo=False, options=["--simulate"])
    program = Program(nightjar, tmp_path)
    post(running, "/api/v1/auth/register", {"email": "ada@example.org", "password": "correct horse battery"})
    program.text("wearers", "assign", "nightjar-synthetic-1", "Ben", "--data", running.data)
    running.stop()
    running.start()
    program.text("wearers", "assign", "nightjar-synthetic-1", "ada", "--data", running.data)
    running.kill()
    (running.data / "store.sqlite-wal").unlink()
    checked = program.run("doctor", "--data", running.data)
    assert checked.returncode == 1 and b"who wore what" in checked.stdout, checked.stdout
    running.start(closed=True)
    assert "who wore what" in program.text("account", "recover", "--data", running.data)
    with pytest.raises(urllib.error.HTTPError) as refused:
        running.get("/api/v1/health")
    assert refused.value.code == 503
    assert "Nothing is missing" in program.text("account", "recover", "--accept-loss", "--data", running.data)
    assert running.get("/api/v1/auth/health")["registered"]


@pytest.mark.parametrize("damage", LOG)
def test_a_lost_log_is_a_loss(own_gateway, nightjar, tmp_path, damage):
    running = own_gateway(demo=False)
    running.stop()
    running.start()
    token = post(running, "/api/v1/auth/register",
                 {"email": "ada@example.org", "password": "correct horse battery"})["access_token"]
    post(running, "/api/v1/consents/heart_rate", {"allowed": False}, "PUT", token)
    running.kill()
    LOG[damage](running.data / "store.sqlite-wal")
    (tmp_path / "doctor").mkdir()
    # Nobody has started it again yet.
    checked = Program(nightjar, tmp_path / "doctor").run("doctor", "--data", running.data, "--json")
    (finding,) = [check for check in json.loads(checked.stdout)["checks"] if check["check"] == "store"]
    assert checked.returncode == 1 and "its log was lost" in json.dumps(finding), finding
    running.start(closed=True)
    with pytest.raises(urllib.error.HTTPError) as refused:
        post(running, "/api/v1/auth/register", {"email": "eve@example.org", "password": "correct horse battery"})
    said = refused.value.read()
    assert refused.value.code == 503 and b"nightjar account recover" in said
    assert str(running.data).encode() not in said and b"log was lost" not in said
    home = tmp_path / "home"
    home.mkdir()
    program = Program(nightjar, home)
    assert "its log was lost" in program.text("account", "recover", "--data", running.data)
    added = program.run("account", "add", "ada@example.org", "--data", running.data, input="correct horse battery\n")
    assert added.returncode == 0, added.stderr
    # Entering accounts does not make up for what is gone.
    running.kill()
    running.start(closed=True)
    aside = running.data / "damaged-20260101000000Z.sqlite"
    aside.write_bytes(b"x")
    assert "Nothing is missing" in program.text("account", "recover", "--accept-loss", "--data", running.data)
    running.kill()
    running.start()
    assert running.get("/api/v1/health")["status"] in ("ok", "up")
    assert aside.name in program.text("account", "remove", "ada@example.org", "--delete-data", "--data", running.data)


def test_a_page_of_measured_data_is_set_aside_at_the_start_and_people_stay(owned):
    zero_page(owned.data / "store.sqlite", "device")
    owned.start(closed=True)
    owned.stop()
    assert list(owned.data.glob("damaged-*.sqlite"))


def test_flipped_bytes_turn_health_red_and_doctor_names_the_store(own_gateway, nightjar, tmp_path):
    running = own_gateway(demo=False, options=["--simulate"])
    time.sleep(5)  # Some seconds of beats and movement.
    running.stop()
    chance = random.Random(SEED)
    store = running.data / "store.sqlite"
    size = store.stat().st_size
    with open(store, "r+b") as file:
        for _ in range(200):
            at = chance.randrange(4096, size)
            file.seek(at)
            byte = file.read(1)[0]
            file.seek(at)
            file.write(bytes([byte ^ 1 << chance.randrange(8)]))
    home = tmp_path / "home"
    home.mkdir()
    checked = Program(nightjar, home).run("doctor", "--data", running.data, "--json")
    finding = next(check for check in json.loads(checked.stdout)["checks"] if check["check"] == "store")
    assert checked.returncode == 1 and finding["verdict"] == "broken"
    # Closed, where what was hit belongs to the people; degraded, where it does not.
    running.start(closed=None)
    deadline = time.monotonic() + 60
    while True:
        try:
            status = running.get("/api/v1/health")["status"]
        except urllib.error.HTTPError as error:
            assert error.code == 503
            return
        if status == "degraded":
            return
        assert time.monotonic() < deadline
        time.sleep(0.2)
