"""What is kept can be looked through, copied while it is being written, and brought back elsewhere."""

import json
import os
import random
import shutil
import sqlite3
import subprocess
import time

import pytest
from gateway import Gateway
from smalldisk import small_disk
from stores import ADA, BEN, Caller, fill, told

BARE = ["--no-bluetooth", "--no-usb", "--zone", "Europe/Berlin"]
SEED = 20261125


@pytest.fixture(scope="module")
def filled(nightjar, tmp_path_factory):
    """The folder of a stopped gateway with two people, their files, sessions, uploads, and some seconds of a live wearer."""
    data = tmp_path_factory.mktemp("filled") / "store"
    box = Gateway(nightjar, data, demo=False, options=["--simulate", *BARE]).start()
    try:
        fill(box)
        time.sleep(3)
    finally:
        box.stop()
    return data


@pytest.fixture
def data(filled, tmp_path):
    return shutil.copytree(filled, tmp_path / "store")


@pytest.fixture
def backup(program, data, tmp_path):
    """A backup of it."""
    return tmp_path / "backups" / os.path.basename(program.json("backup", tmp_path / "backups", "--data", data, "--json")["backup"])


def all_told(nightjar, data):
    box = Gateway(nightjar, data, demo=False, options=BARE).start()
    try:
        return {email: told(Caller(box.url, email)) for email in (ADA, BEN)}
    finally:
        box.stop()


def beats(database):
    with sqlite3.connect(f"file:{database}?mode=ro", uri=True) as store:
        return dict(store.execute("SELECT time, rr FROM beat"))


def test_a_backup_made_while_data_stream_in_tells_the_same_elsewhere(nightjar, program, data, tmp_path):
    box = Gateway(nightjar, data, demo=False, options=["--simulate", *BARE]).start()
    try:
        time.sleep(4)
        before = time.time()
        said = program.json("backup", tmp_path / "backups", "--data", data, "--json")
        time.sleep(3)
    finally:
        box.kill()
    assert said["blocks"] > 0 and said["files"] >= 2
    restored = tmp_path / "elsewhere"
    assert "Restored" in program.text("restore", tmp_path / "backups", "--data", restored)
    kept, whole = beats(restored / "store.sqlite"), beats(data / "store.sqlite")
    assert kept.items() <= whole.items() and len(kept) < len(whole)
    late = [at for at in whole.keys() - kept.keys() if at / 1e9 < before - 2]
    assert not late, "beats from before the backup are not in it"
    answers = all_told(nightjar, restored)
    assert answers == all_told(nightjar, data)
    assert answers[ADA]["recordings"] and answers[BEN]["nights"]


def test_one_flipped_byte_in_a_backup_is_found_and_named(program, backup, tmp_path):
    assert program.json("check", backup, "--json")["ok"]
    chance = random.Random(SEED)
    print(f"seed {SEED}")
    for file in sorted(path for path in backup.rglob("*") if path.is_file()):
        for _ in range(3):
            whole = file.read_bytes()
            place = chance.randrange(len(whole))
            file.write_bytes(whole[:place] + bytes([whole[place] ^ 1 << chance.randrange(8)]) + whole[place + 1:])
            done = program.run("check", backup, "--json")
            assert done.returncode == 1, (file, place)
            if file.name not in ("SHA256SUMS", "backup.json"):
                faults = json.loads(done.stdout)["faults"]
                assert [fault["place"] for fault in faults] == [str(file.relative_to(backup))], (file, place)
            refused = program.run("restore", backup, "--data", tmp_path / "never")
            assert refused.returncode == 1 and not (tmp_path / "never").exists(), (file, place)
            file.write_bytes(whole)
    assert subprocess.run(["sha256sum", "--check", "--quiet", "SHA256SUMS"], cwd=backup).returncode == 0


def test_a_missing_file_of_a_backup_is_named_and_a_folder_without_one_has_none(program, backup, tmp_path):
    (backup / "token.key").unlink()
    done = program.run("check", backup)
    assert done.returncode == 1 and b"token.key: it is missing" in done.stdout
    (tmp_path / "none").mkdir()
    assert program.run("check", tmp_path / "none").returncode == 3
    assert program.run("restore", tmp_path / "none", "--data", tmp_path / "never").returncode == 3
    assert program.run("check", "--data", tmp_path / "none").returncode == 3


def test_a_full_disk_leaves_the_earlier_backup_whole(program, data, tmp_path):
    size = (data / "store.sqlite").stat().st_size
    place = tmp_path / "disk"
    script = f'''
        "$0" backup {place}/b --data {data} --json && "$0" backup {place}/b --data {data} --keep 1
        echo "second $?"
        ls -A {place}/b
        "$0" check {place}/b && echo sound'''
    before = small_disk(place, f"size={int(size * 1.5 / 1024)}k")
    done = subprocess.run([*before, "sh", "-c", script, program.binary], capture_output=True, text=True, env=program.environment)
    assert "second 1" in done.stdout and "sound" in done.stdout.splitlines(), done.stdout + done.stderr
    assert "Free some space" in done.stderr
    names = [line for line in done.stdout.splitlines() if "nightjar-" in line and "{" not in line]
    assert len(names) == 1 and not names[0].startswith("."), names


def test_a_backup_that_is_killed_is_never_taken_for_one(program, data, tmp_path):
    chance = random.Random(SEED)
    print(f"seed {SEED}")
    folder = tmp_path / "backups"
    whole = 0
    for _ in range(20):
        running = subprocess.Popen([program.binary, "backup", folder, "--data", data], env=program.environment,
                                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        time.sleep(chance.uniform(0.005, 0.4))
        running.kill()
        whole += running.wait() == 0
    assert program.json("backup", folder, "--data", data, "--json")["files"] >= 2
    for each in folder.glob("nightjar-*"):
        assert program.json("check", each, "--json")["ok"]
    assert not list(folder.glob(".nightjar-*"))


def test_a_store_is_moved_aside_only_when_told_and_never_while_a_gateway_runs(nightjar, program, data, backup):
    box = Gateway(nightjar, data, demo=False, options=BARE).start()
    try:
        refused = program.run("restore", backup, "--data", data, "--replace")
        assert refused.returncode == 1 and b"in use by process" in refused.stderr
        assert program.json("check", "--data", data, "--json")["ok"]  # beside a running gateway
        Caller(box.url, ADA).ask("PUT", "/consents/heart_rate", {"allowed": False})
    finally:
        box.stop()
    before = (data / "store.sqlite").read_bytes()
    refused = program.run("restore", backup, "--data", data)
    assert refused.returncode == 1 and b"--replace" in refused.stderr
    assert (data / "store.sqlite").read_bytes() == before
    aside = program.json("restore", backup, "--data", data, "--replace", "--json")["aside"]
    assert (data / aside / "store.sqlite").read_bytes() == before
    box.start()
    try:
        assert "heart_rate" not in [each["stream"] for each in Caller(box.url, ADA).ask("GET", "/consents")["streams"]
                                    if each.get("allowed") is False]
    finally:
        box.stop()


def test_damage_in_the_store_is_named_and_makes_no_backup(program, data, tmp_path):
    with sqlite3.connect(data / "store.sqlite") as store:
        name, number = store.execute("SELECT name, id FROM recording WHERE state = 'complete'").fetchone()
        row, body = store.execute("SELECT rowid, body FROM recording_chunk WHERE recording = ?", [number]).fetchone()
        at = len(body) // 2
        store.execute("UPDATE recording_chunk SET body = ? WHERE rowid = ?",
                      [body[:at] + bytes([body[at] ^ 1]) + body[at + 1:], row])
        row, body = store.execute("SELECT id, body FROM raw_block").fetchone()
        store.execute("UPDATE raw_block SET body = ? WHERE id = ?", [body[:-1] + bytes([body[-1] ^ 1]), row])
    store.close()
    done = program.run("check", "--data", data, "--json")
    faults = json.loads(done.stdout)["faults"]
    assert done.returncode == 1 and [each["part"] for each in faults] == ["samples", "file"]
    assert f"raw_block {row}" in faults[0]["place"] and name in faults[1]["place"]
    refused = program.run("backup", tmp_path / "backups", "--data", data)
    assert refused.returncode == 1 and b"no backup was made" in refused.stderr
    assert not list((tmp_path / "backups").glob("*nightjar-*"))


def test_backups_are_made_by_themselves_and_the_oldest_removed(nightjar, program, data, tmp_path):
    folder = tmp_path / "backups"
    box = Gateway(nightjar, data, demo=False,
                  options=["--backup", folder, "--backup-hours", "0.001", "--backup-keep", "2", *BARE]).start()
    seen = set()
    try:
        deadline = time.monotonic() + 60
        while len(seen) < 4 and time.monotonic() < deadline:
            seen |= {path.name for path in folder.glob("nightjar-*")}
            time.sleep(0.2)
    finally:
        box.stop()
    names = sorted(path.name for path in folder.glob("nightjar-*"))
    assert len(seen) >= 4 and len(names) == 2 and names == sorted(seen | set(names))[-2:], (seen, names)
    for name in names:
        assert program.json("check", folder / name, "--json")["ok"]
