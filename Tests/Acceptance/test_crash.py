"""Killed at any moment, the store keeps everything that is older than a second, and nothing twice."""

import random
import signal
import sqlite3
import subprocess
import time

from listener import Listener

SEED = 20260117
ROUNDS = 15


def ask(folder, question):
    """Asks the store behind the program's back."""
    with sqlite3.connect(f"file:{folder}/store.sqlite?mode=ro", uri=True) as store:
        return store.execute(question).fetchall()


def assert_sound(folder):
    assert ask(folder, "PRAGMA integrity_check") == [("ok",)]
    assert ask(folder, "PRAGMA foreign_key_check") == []


def made_session(folder, seconds=600, seed=SEED):
    """A wristband's session without gaps, made here: beats, and movement at 32 Hz."""
    folder.mkdir()
    chance = random.Random(seed)
    start = 1_700_000_000
    at, beats = 0.0, []
    while at < seconds:
        interval = chance.randint(640, 960) / 1024
        at += interval
        beats.append(f"{at:.6f},{interval:.6f}")
    (folder / "IBI.csv").write_text(f"{start}.000000, IBI\n" + "\n".join(beats) + "\n")
    movement = [f"{chance.randint(-3, 3)},{chance.randint(-3, 3)},{63 + chance.randint(-2, 2)}"
                for _ in range(seconds * 32)]
    header = [", ".join([f"{start}.000000"] * 3), "32.000000, 32.000000, 32.000000"]
    (folder / "ACC.csv").write_text("\n".join(header + movement) + "\n")
    return folder


def test_a_live_gateway_killed_at_random_moments(own_gateway, tmp_path):
    print(f"seed {SEED}")
    chance = random.Random(SEED)
    session = made_session(tmp_path / "session")
    running = own_gateway(demo=False, options=["--replay", session])
    heard, sessions = {}, []
    for number in range(ROUNDS):
        listener = Listener(running)
        listener.until(lambda events: events.of("hr"), 30)
        time.sleep(chance.uniform(0.2, 4.5))
        killed = time.time()
        running.kill()
        listener.thread.join(5)
        for event in listener.of("hr", before=killed - 1.0):
            heard |= {round(at * 1e6): rr for at, rr, _ in event["rr"]}
        times = [event["t_s"] for event in listener.of("hr", before=killed - 1.0)]
        if times:
            sessions.append((times[0], times[-1]))
        running.start()
        assert_sound(running.data)
        kept = dict(ask(running.data, "SELECT time / 1000, rr FROM beat"))
        missing = [at for at in heard if not {at - 1, at, at + 1} & kept.keys()]
        assert not missing, f"round {number}: {len(missing)} of {len(heard)} beats are lost: {missing[:9]}"
    assert len(heard) > ROUNDS and len(sessions) > ROUNDS / 2
    running.stop()

    # One that was kept twice would lie within another's interval.
    beats = ask(running.data, "SELECT time / 1e9, rr / 1e3 FROM beat ORDER BY time")
    for (before, _), (at, interval) in zip(beats, beats[1:]):
        assert at - before > 0.9 * interval, f"two beats at {at}"

    # Batches of movement follow each other, and none is missing of what came before a beat that was heard.
    batches = sorted(sum((ask(running.data, f"""
        SELECT b.start / 1e9, b.end / 1e9, b.samples FROM {table} b JOIN stream s ON s.id = b.stream
        WHERE s.channel = 'acceleration'""") for table in ("raw_block", "raw_batch")), []))
    for (_, end, _), (start, _, _) in zip(batches, batches[1:]):
        assert start > end, "samples are kept twice"
    for first, last in sessions:
        covering = [samples for start, end, samples in batches if end >= first and start <= last - 1]
        assert sum(covering) >= 32 * (last - 1 - first), f"samples between {first} and {last} are lost"


def test_a_demo_killed_while_its_night_is_made_has_one_whole_night(own_gateway):
    chance = random.Random(SEED)
    running = own_gateway()
    for _ in range(3):
        time.sleep(chance.uniform(0.1, 2.5))
        running.kill()
        running.start()
        assert_sound(running.data)
    assert running.latest_night(300)["synthetic"] is True
    assert len(running.get("/api/v1/nights")["nights"]) == 1


def test_an_import_killed_midway_leaves_nothing_and_then_completes(program, recordings, tmp_path):
    week = recordings / "nights/205_actlumus_Log_1020_20230904101707532.txt.zip"
    whole, broken = tmp_path / "whole", tmp_path / "broken"
    began = time.monotonic()
    assert len(program.json("import", week, "--data", whole, "--zone", "Europe/Berlin", "--json")["nights"]) == 7
    length = time.monotonic() - began

    chance = random.Random(SEED)
    print(f"seed {SEED}")
    midway = 0
    for _ in range(6):
        running = subprocess.Popen(
            [program.binary, "import", str(week), "--data", str(broken), "--zone", "Europe/Berlin"],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=program.environment)
        time.sleep(chance.uniform(0.1, 0.9) * length)
        running.kill()
        if running.wait() != -signal.SIGKILL:
            continue  # It was quicker than we.
        if not (broken / "store.sqlite").exists():
            continue
        assert_sound(broken)
        midway += bool(ask(broken, "SELECT 1 FROM recording WHERE state = 'importing'"))
        if not ask(broken, "SELECT 1 FROM recording WHERE state = 'complete'"):
            assert program.json("nights", "--data", broken, "--json")["nights"] == []
            assert ask(broken, "SELECT count(*) FROM recording WHERE state = 'importing'") == [(0,)]
    assert midway, "no kill came while the import was being written"

    state = program.json("import", week, "--data", broken, "--zone", "Europe/Berlin", "--json")["state"]
    assert state in ("complete", "duplicate")
    assert_sound(broken)
    for question in [
        "SELECT count(*) FROM recording WHERE state IN ('complete', 'importing')",
        "SELECT count(*), sum(total_sleep_time) FROM night",
        "SELECT s.channel, sum(b.samples) FROM raw_block b JOIN stream s ON s.id = b.stream GROUP BY 1 ORDER BY 1",
        "SELECT count(*), sum(samples) FROM raw_batch",
        "SELECT count(*), sum(size) FROM recording_chunk",
        "SELECT count(*) FROM source WHERE state < 2",
    ]:
        assert ask(broken, question) == ask(whole, question), question
    assert not list((broken / "incoming").glob("*/*")), "files on their way in are left behind"
