"""Stores as programs of earlier versions left them: made-up people, made-up recordings, and what the program then told of them.

Makes one of the program it is given: `.venv/bin/python Tests/Acceptance/stores.py PROGRAM NAME` writes `stores/NAME.tar.xz`.
"""

import datetime
import io
import json
import pathlib
import random
import sqlite3
import subprocess
import sys
import tarfile
import tempfile
import time
import urllib.error
import urllib.request

from gateway import Gateway

FOLDER = pathlib.Path(__file__).with_name("stores")
PASSWORD = "nobody-signs-in-with-this-elsewhere"
ADA, BEN = "ada@example.org", "ben@example.org"
LIVE_S = 3600  # of the synthetic night's samples, beats and readings that stay


def actiwatch(serial, start, days, seed, sleeps=((23, 31),)):
    """The bytes of an Actiwatch file of one-minute counts that never was: still in `sleeps` (hours of the day), else awake.

    `start` is on the recorder's clock, a datetime.
    """
    dice = random.Random(seed)
    lines = ["Made up", start.strftime("%d-%b-%Y"), start.strftime("%H:%M"), " 4 ", "00", serial, "X"]
    for minute in range(days * 1440):
        hour = (start.hour + start.minute / 60 + minute / 60) % 24
        asleep = any(begin <= at < end for begin, end in sleeps for at in (hour, hour + 24))
        lines.append(str(dice.choice([0] * 20 + [3, 9]) if asleep else dice.choice([0, 60, 120, 250, 400])))
    return "\r\n".join(lines).encode() + b"\r\n"


class Caller:
    """Somebody who has signed in; without an address whoever sits at this machine."""

    def __init__(self, url, email=None):
        self.url, self.token = url, None
        if email:
            self.token = self.ask("POST", "/auth/login", {"email": email, "password": PASSWORD})["access_token"]

    def ask(self, method, path, content=None, raw=None):
        request = urllib.request.Request(f"{self.url}/api/v1{path}", method=method)
        request.add_header("Content-Type", "application/json" if raw is None else "application/octet-stream")
        if self.token:
            request.add_header("Authorization", f"Bearer {self.token}")
        body = raw if raw is not None else None if content is None else json.dumps(content).encode()
        try:
            with urllib.request.urlopen(request, body, timeout=60) as answer:
                return json.loads(answer.read() or b"null")
        except urllib.error.HTTPError as error:
            raise AssertionError(f"{method} {path}: {error.code} {error.read().decode()}") from error

    def bring(self, name, body, zone="Europe/Berlin"):
        """Imports a file and returns how that ended."""
        done = self.ask("POST", f"/imports?name={name}&zone={zone}", raw=body)
        while done["state"] in ("receiving", "decoding", "analysing"):
            time.sleep(0.1)
            done = self.ask("GET", f"/imports/{done['id']}")
        return done


def told(caller):
    """What a program says of all that is kept, as somebody sees it."""
    nights = caller.ask("GET", "/nights?all=true&limit=1000")["nights"]
    recordings = caller.ask("GET", "/recordings")["recordings"]
    samples = {each: caller.ask("GET", f"/samples?type={each}&start=2025-01-01T00:00:00Z&end=2025-02-01T00:00:00Z&limit=500")
               for each in ("steps", "heart_rate", "sleep_analysis")}
    sessions = caller.ask("GET", "/sessions")
    return {
        "account": caller.ask("GET", "/auth/me"),
        "wearers": caller.ask("GET", "/wearers"),
        "consents": caller.ask("GET", "/consents"),
        "schedules": caller.ask("GET", "/night-schedules"),
        "recordings": recordings,
        "recording": {each["id"]: caller.ask("GET", f"/recordings/{each['id']}") for each in recordings},
        "nights": nights,
        "night": {f"{each['date']} {each['device']}": caller.ask("GET", f"/nights/{each['date']}?device={each['device']}")
                  for each in nights},
        "samples": samples,
        "metrics": caller.ask("GET", "/health-data"),
        "sessions": sessions,
        "session": {each["id"]: caller.ask("GET", f"/sessions/{each['id']}") for each in sessions["sessions"]},
        "baseline": caller.ask("GET", "/cognitive/baseline"),
        "documents": caller.ask("GET", "/rag/documents"),
        "summary": {date: caller.ask("GET", f"/summary/{date}") for date in ("2025-01-08", "2025-01-09")},
    }


def fill(box):
    """Two people and everything that a store may hold of them."""
    first = datetime.datetime(2025, 1, 6, 12, tzinfo=datetime.UTC)
    Caller(box.url).ask("POST", "/auth/register", {"email": ADA, "password": PASSWORD, "display_name": "Ada"})
    ada = Caller(box.url, ADA)
    ada.ask("POST", "/auth/people", {"email": BEN, "password": PASSWORD, "display_name": "Ben"})
    ben = Caller(box.url, BEN)
    watch = ada.bring("ada.AWD", actiwatch("V100001", first, 4, 1))["device"]
    numbers = {each["name"]: each["id"] for each in ada.ask("GET", "/wearers")["wearers"]}
    ada.ask("POST", f"/devices/{watch}/wearers", {"wearer": numbers["Ada"], "start_s": first.timestamp() - 86400})
    ada.ask("POST", f"/devices/{watch}/wearers", {
        "wearer": "Cleo", "start_s": first.timestamp() + 3 * 86400, "end_s": first.timestamp() + 4 * 86400})
    asleep = datetime.datetime(2025, 1, 7, 22, 30, tzinfo=datetime.UTC).timestamp()
    ada.ask("POST", f"/nights/2025-01-08/edit?device={watch}", {
        "sleep_start_s": asleep, "sleep_end_s": asleep + 7 * 3600, "lights_out_s": asleep - 900})
    gone = ada.bring("gone.AWD", actiwatch("V100002", first, 2, 2))
    ada.ask("DELETE", f"/recordings/{gone['recording']}")
    ben.bring("ben.AWD", actiwatch("V100003", first, 2, 3), "Asia/Tokyo")
    ada.ask("PUT", "/consents/ecg", {"allowed": False})
    ada.ask("POST", "/night-schedules", {"from": "22:30", "to": "07:00", "days": [1, 3, 5]})
    for caller, rate in ((ada, 61), (ben, 72)):
        caller.ask("POST", "/health-data/upload", {
            "upload_source": "app", "client_timestamp": "2025-01-08T08:00:00Z", "sync_token": "t1", "metrics": [
                {"metric_id": f"m{minute}", "metric_type": "heart_rate", "biometric_data": {"heart_rate": rate + minute},
                 "device_id": "D", "created_at": f"2025-01-08T07:0{minute}:00Z"} for minute in range(5)]})
        kit = caller.ask("POST", "/healthkit/upload", {"quantity_samples": [
            {"identifier": f"s{hour}", "type": "HKQuantityTypeIdentifierStepCount", "value": 100 + hour, "unit": "count",
             "start_date": f"2025-01-08T{hour:02}:00:00Z", "end_date": f"2025-01-08T{hour:02}:30:00Z", "source_name": "Phone"}
            for hour in range(8, 20)], "category_samples": [
            {"identifier": "z", "type": "HKCategoryTypeIdentifierSleepAnalysis", "value": 1, "source_name": "Phone",
             "start_date": "2025-01-07T22:00:00Z", "end_date": "2025-01-08T05:00:00Z"}]})
        while caller.ask("GET", f"/healthkit/status/{kit['upload_id']}")["status"] not in ("completed", "failed"):
            time.sleep(0.1)
        session = caller.ask("POST", "/sessions", {"kind": "reading", "title": "Walden"})
        caller.ask("POST", f"/sessions/{session['id']}/events", {"events": [{"kind": "view", "words": 250}]})
        caller.ask("POST", f"/sessions/{session['id']}/stop")
    ada.ask("POST", "/rag/ingest", {"content": "The whale breathes.", "title": "Sea", "document_id": "sea", "language": "en"})
    return ada, ben


def thin(database):
    """Takes most of the synthetic night's raw samples away, so that the file is small; what was made of them stays."""
    store = sqlite3.connect(database)
    sources = "SELECT source.id FROM source JOIN device ON device.id = source.device WHERE device.synthetic"
    streams = f"SELECT id FROM stream WHERE source IN ({sources})"
    last = store.execute(f"SELECT max(start) FROM epoch WHERE source IN ({sources})").fetchone()[0] - LIVE_S * 10**9
    store.execute(f"DELETE FROM raw_block WHERE stream IN ({streams})")
    store.execute(f"DELETE FROM raw_batch WHERE stream IN ({streams})")
    store.execute(f"DELETE FROM beat WHERE source IN ({sources}) AND time < {last}")
    store.execute(f"DELETE FROM reading WHERE source IN ({sources}) AND (time < {last} OR time % 10000000000 > 1000000000)")
    store.execute(f"DELETE FROM epoch WHERE source IN ({sources}) AND (start < {last} AND seconds < 60)")
    store.execute("DELETE FROM context WHERE id NOT IN (SELECT context FROM reading)")
    store.commit()
    store.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    store.execute("VACUUM")
    store.close()


def make(program, name):
    with tempfile.TemporaryDirectory() as scratch:
        data = pathlib.Path(scratch) / "store"
        options = ["--no-bluetooth", "--no-usb", "--zone", "Europe/Berlin"]
        box = Gateway(program, data, options=options).start()
        box.latest_night()
        fill(box)
        box.stop()
        thin(data / "store.sqlite")
        # What it tells is asked for after a start, as of the program of now; the live wearer is gone by then.
        box = Gateway(program, data, demo=False, options=options).start()
        answers = {email: told(Caller(box.url, email)) for email in (ADA, BEN)}
        box.stop()
        version = subprocess.run([program, "--version"], capture_output=True, text=True, check=True).stdout.strip()
        FOLDER.mkdir(exist_ok=True)
        with tarfile.open(FOLDER / f"{name}.tar.xz", "w:xz", preset=9) as kept:
            kept.add(data / "store.sqlite", "store/store.sqlite")
            body = json.dumps({"version": version, "answers": answers}).encode()
            entry = tarfile.TarInfo("told.json")
            entry.size = len(body)
            kept.addfile(entry, io.BytesIO(body))
        print(f"{FOLDER / name}.tar.xz: {(FOLDER / f'{name}.tar.xz').stat().st_size} bytes")


if __name__ == "__main__":
    make(sys.argv[1], sys.argv[2])
