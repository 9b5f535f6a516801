"""A disk that is full, or has no place for another file: the live view goes on, and recording resumes by itself."""

import json
import time
import urllib.error
import urllib.request

from gateway import Gateway
from listener import Listener
from smalldisk import ask, fill, seen_by, small_disk

BARE = ["--no-bluetooth", "--no-usb", "--simulate"]


def wait_for(condition, patience_s=60):
    deadline = time.monotonic() + patience_s
    while not (found := condition()):
        assert time.monotonic() < deadline, "it did not come to pass"
        time.sleep(0.2)
    return found


def test_a_full_disk_stops_recording_and_nothing_else(nightjar, tmp_path):
    disk = tmp_path / "disk"
    box = Gateway(nightjar, disk / "store", demo=False, options=BARE, before=small_disk(disk, "size=24m")).start()
    try:
        listener = Listener(box)
        listener.until(lambda events: events.of("hr"), 30)
        inside = seen_by(box.process, disk)
        began = time.time()
        filler = fill(inside)
        state = wait_for(lambda: (found := box.get("/api/v1/health")["store"])["state"] == "degraded" and found)
        assert "Free some space" in state["reason"] and state["since_s"], state
        before = len(listener.of("hr"))
        time.sleep(6)
        assert len(listener.of("hr")) >= before + 4, "the live view stands still"
        assert box.get("/api/v1/live")
        filler.unlink()
        freed = time.time()
        wait_for(lambda: box.get("/api/v1/health")["store"]["state"] == "ok")
        assert time.time() - freed < 15
        time.sleep(2)
        dropped = box.get("/api/v1/health")["store"]["dropped_samples"]
        database = f"{disk}/store/store.sqlite"
        assert ask(box.process, database, "PRAGMA integrity_check") == [["ok"]]
        beats = [at / 1e9 for at, in ask(box.process, database, "SELECT time FROM beat ORDER BY time")]
        lost = ask(box.process, database, "SELECT sum(count) FROM loss WHERE cause = 'overflow'")[0][0] or 0
        # What could not be kept is told; here all of it could wait.
        assert lost == dropped
        meanwhile = [at for at in beats if began - 1 < at < freed + 1]
        assert dropped or all(after - at < 3 for at, after in zip(meanwhile, meanwhile[1:])), "beats are missing and nobody said so"
        assert len(meanwhile) >= (freed - began) * 0.7
    finally:
        box.stop()


def test_without_a_place_for_another_file_recording_goes_on_and_the_rest_is_refused_for_a_while(nightjar, tmp_path):
    disk = tmp_path / "disk"
    box = Gateway(nightjar, disk / "store", demo=False, options=BARE, before=small_disk(disk, "size=64m,nr_inodes=200")).start()

    def enter():
        body = json.dumps({"email": "ada@example.org", "password": "correct horse battery"}).encode()
        request = urllib.request.Request(f"{box.url}/api/v1/auth/register", body, {"Content-Type": "application/json"})
        with urllib.request.urlopen(request, timeout=20) as answer:
            return json.load(answer)

    try:
        inside = seen_by(box.process, disk)
        wait_for(lambda: box.get("/api/v1/live"))
        taken = []
        try:
            while True:
                taken.append(inside / f"none{len(taken)}")
                taken[-1].touch()
        except OSError:
            taken.pop()

        def count():
            return ask(box.process, f"{disk}/store/store.sqlite", "SELECT count(*) FROM beat")[0][0]

        before = count()
        try:
            enter()
            raise AssertionError("somebody was entered whose loss would not be noticed")
        except urllib.error.HTTPError as refused:
            assert refused.code >= 500, refused.read()
        wait_for(lambda: count() > before + 4)
        assert box.get("/api/v1/health")["store"]["state"] == "ok"
        for file in taken:
            file.unlink()
        assert wait_for(enter)["access_token"]
    finally:
        box.stop()
