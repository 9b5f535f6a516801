"""Two people on one box: each route of the document, asked by the one with the ids of the other; and what is left of
somebody who was deleted."""

import json
import sqlite3
import time
import urllib.error
import urllib.parse
import urllib.request

import pytest
from gateway import Gateway

# Stands in everything that Ada sends, and nowhere else.
MARK = "Zanzibarquux"
SECRET = "Correct-horse-7!"


class Person:
    """Somebody who has signed in."""

    def __init__(self, box, name, by=None):
        self.box = box
        self.name = name
        self.token = by.token if by else None
        answer = self.ok("POST", "/auth/register", {
            "email": f"{name.lower()}@example.org", "password": SECRET, "display_name": name})
        self.token = answer["access_token"]
        self.id = self.ok("GET", "/auth/me")["user_id"]

    def ask(self, method, path, content=None, body=None):
        data = body if body is not None else None if content is None else json.dumps(content).encode()
        request = urllib.request.Request(self.box.url + "/api/v1" + path, data, method=method)
        request.add_header("Content-Type", "application/octet-stream" if body is not None else "application/json")
        if self.token:
            request.add_header("Authorization", f"Bearer {self.token}")
        try:
            with urllib.request.urlopen(request, timeout=30) as answer:
                return answer.status, answer.read()
        except urllib.error.HTTPError as error:
            return error.code, error.read()

    def ok(self, method, path, content=None, body=None):
        status, answer = self.ask(method, path, content, body)
        assert 200 <= status < 300, (method, path, status, answer[:500])
        return json.loads(answer or b"null")


@pytest.fixture
def box(nightjar, tmp_path):
    box = Gateway(nightjar, tmp_path / "data", demo=False, options=["--simulate", "--no-bluetooth", "--no-usb"])
    box.start()
    yield box
    box.stop()


def leave_traces(person, owner):
    """Sends something of each kind; answers the ids by the parameter of the path that takes them."""
    device = owner.ok("GET", "/devices")["devices"][0]["id"]
    owner.ok("POST", f"/devices/{urllib.parse.quote(device)}/wearers",
             {"wearer": int(person.id), "start_s": 1_700_000_000})
    metric = {"metric_id": f"m-{MARK}", "metric_type": "heart_rate", "biometric_data": {"heart_rate": 61},
              "device_id": MARK, "created_at": "2026-11-20T08:00:00Z"}
    upload = person.ok("POST", "/health-data/upload", {
        "metrics": [metric], "upload_source": MARK, "client_timestamp": "2026-11-20T08:00:00Z"})
    sample = {"identifier": f"s-{MARK}", "type": "HKQuantityTypeIdentifierHeartRate", "value": 61, "unit": "count/min",
              "start_date": "2026-11-20T08:00:00Z", "end_date": "2026-11-20T08:00:01Z", "source_name": MARK}
    kit = person.ok("POST", "/healthkit/upload", {"quantity_samples": [sample]})
    reading = person.ok("POST", "/sessions", {"title": MARK, "words": 100})
    person.ok("POST", f"/sessions/{reading['id']}/events", {"events": [{"kind": "view", "from": 0, "to": 20}]})
    breath = person.ok("POST", "/breathing", {"seconds": 60})
    person.ok("POST", "/rag/ingest", {"document_id": MARK, "title": MARK, "content": f"All about {MARK} and its sea."})
    points = [{"timestamp": f"2026-11-20T{minute // 60:02}:{minute % 60:02}:00Z", "value": minute % 7}
              for minute in range(600)]
    pat = person.ok("POST", "/pat/analyze", {"data_points": points})
    schedule = person.ok("POST", "/night-schedules", {"from": "22:00", "to": "06:00", "wearer": person.name})
    recording = person.ok("POST", "/night-recordings", {"wearer": person.name})
    return {
        "/health-data/processing/{id}": upload["processing_id"], "/health-data/{id}": upload["processing_id"],
        "/healthkit/status/{upload_id}": kit["upload_id"], "/sessions/{id}": reading["id"],
        "/breathing/{id}": breath["id"], "/rag/documents/{id}": MARK,
        "/pat/analysis/{processing_id}": pat["analysis_id"], "/night-schedules/{id}": schedule["id"],
        "/night-recordings/{id}": recording["id"],
        "/auth/sessions/{id}": person.ok("GET", "/auth/sessions")["sessions"][0]["id"],
        "/auth/people/{id}": person.id, "/wearers/{id}": person.id,
        "/devices/{id}": device,
    }


def test_every_route_is_shut_to_another_person(box):
    owner = Person(box, "Olga")
    ada, ben = Person(box, "Ada", by=owner), Person(box, "Ben", by=owner)
    ids = leave_traces(ada, owner)
    document = ada.ok("GET", "/openapi.json")
    own = {path: ada.ask("GET", path) for path in [
        "/health-data", "/sessions", "/breathing", "/rag/documents", "/samples?type=heart_rate&start=2026-11-19T00:00:00Z&end=2026-11-21T00:00:00Z", "/night-schedules",
        "/night-recordings", "/devices", "/live", "/wearers", "/auth/sessions"]}
    walked = found = 0
    for pattern, item in sorted(document["paths"].items()):
        path = pattern.removeprefix("/api/v1")
        known = [prefix for prefix in ids if path.startswith(prefix)]
        if "/ws/" in path or path.endswith("/stream") or path == "/metrics":
            continue
        if known:
            name = known[0][known[0].index("{"):]
            path = path.replace(name, urllib.parse.quote(str(ids[known[0]]), safe=""))
        path = path.replace("{date}", "latest")
        if "{" in path:
            path = path.replace(path[path.index("{"):path.index("}") + 1], "1")
        for method in item:
            if not known and method != "get":
                continue
            status, answer = ben.ask(method.upper(), path, {} if method in ("post", "put", "patch") else None)
            walked += 1
            if status < 400:
                assert MARK.encode() not in answer, (method, path)
                assert not known, f"{method} {path} answered {status} to somebody else: {answer[:300]}"
            elif known:
                found += 1
                assert status in (403, 404, 422), (method, path, status)
                # A refusal says the same of what is another's and of what is not there.
                assert MARK.encode() not in answer or "documents" in path, (method, path)
    assert walked >= 75 and found >= 25, (walked, found)
    # An answer that checks the body first would tell by 422 what exists: none may have changed anything either way.
    for path, before in own.items():
        after = ada.ask("GET", path)
        assert after[0] == before[0] == 200, path
        if path not in ("/live", "/sessions", "/breathing", "/devices", "/night-recordings", "/auth/sessions"):
            assert json.loads(after[1]) == json.loads(before[1]), path
    print(walked, "requests,", found, "of them with ids of another")


def test_nothing_of_somebody_deleted_is_left_in_any_file(box):
    owner = Person(box, "Olga")
    ada = Person(box, "Ada", by=owner)
    leave_traces(ada, owner)
    box.stop()
    box.start()
    grep = lambda: [path.name for path in box.data.rglob("*") if path.is_file() and MARK.encode() in path.read_bytes()]
    assert grep(), "the mark should be there before"
    report = ada.ok("DELETE", "/auth/me", {"password": SECRET})
    assert report["data"] == "deleted" and sum(report["rows"].values()) >= 8, report
    assert ada.ask("GET", "/auth/me")[0] == 401
    assert grep() == []
    box.stop()
    assert grep() == []
    with sqlite3.connect(f"file:{box.data}/store.sqlite?mode=ro", uri=True) as store:
        tables = [name for (name,) in store.execute("SELECT name FROM sqlite_master WHERE type='table'")]
        for table in tables:
            columns = [row[1] for row in store.execute(f"PRAGMA table_info('{table}')")]
            if "person" in columns:
                left = store.execute(f"SELECT count(*) FROM '{table}' WHERE person = ?", (int(ada.id),)).fetchone()[0]
                assert left == 0, (table, left)


def actlumus(minutes, serial="4711"):
    """The text of an ActLumus log with a row of a minute for each of `minutes` since 1 October 2023."""
    rows = []
    for minute in minutes:
        day, time_of_day = divmod(minute, 1440)
        asleep = time_of_day >= 1380 or time_of_day < 420
        count = 0 if asleep else 200 + minute * 7919 % 300
        rows.append(f"{day + 1:02}/10/2023 {time_of_day // 60:02}:{time_of_day % 60:02}:00;0;0;30.0;{count * 20};{count};{int(asleep)}")
    head = ["+-------------+ Condor Instruments Report +-------------+", "SUBJECT_NAME : Somebody", f"DEVICE_ID : {serial}",
            "DEVICE_MODEL : AL0101", "+-------------------------------------------------------+",
            "DATE/TIME;MS;EVENT;TEMPERATURE;PIM;ZCM;STATE"]
    return "\n".join(head + rows).encode() + b"\n"


def upload(person, name, body):
    status = person.ok("POST", f"/imports?name={name}&zone=UTC", body=body)
    deadline = time.monotonic() + 60
    while status["state"] not in ("complete", "duplicate", "failed", "cancelled"):
        assert time.monotonic() < deadline, status
        time.sleep(0.05)
        status = person.ok("GET", f"/imports/{status['id']}")
    return status


def test_a_file_with_the_number_on_anothers_recorder_takes_nothing(box):
    owner = Person(box, "Olga")
    eve = Person(box, "Eve", by=owner)
    second = Person(box, "Sam", by=owner)
    owner.ok("PATCH", f"/auth/people/{second.id}", {"role": "admin"})
    week = actlumus(range(7 * 1440))
    mine = upload(owner, "olgas-week.txt", week)
    assert mine["state"] == "complete" and len(mine["nights"]) >= 7, mine
    see = lambda person: [
        person.ask("GET", path) for path in
        ["/nights?from=2023-09-01&to=2023-12-01", "/recordings"] + [f"/nights/{date}" for date in mine["nights"]]]
    before, stranger = see(owner), see(eve)
    assert {status for status, _ in before} == {200}
    assert all(status == 404 for status, _ in stranger[2:])

    # Three rows of hers, and one long after: a span over all that the owner has. And a night, and her very bytes.
    hostile = actlumus([0, 1, 2, 28 * 1440])
    assert len(hostile) < 1800
    for person in (eve, second):
        assert upload(person, "hers.txt", hostile)["state"] == "complete"
        assert upload(person, "night.txt", actlumus(range(2 * 1440, 4 * 1440)))["state"] == "complete"
        copy = upload(person, "guess.txt", week)
        assert copy["state"] == "complete" and "olgas" not in json.dumps(copy), copy
    assert see(owner) == before

    status, archive = eve.ask("GET", "/auth/me/export")
    assert status == 200 and b"hers.txt" in archive and b"olgas" not in archive
    report = eve.ok("DELETE", "/auth/me", {"password": SECRET})
    assert report["rows"]["recording"] == 3, report
    assert see(owner) == before
    box.stop()
    box.start()
    assert see(owner) == before
    contested = owner.ok("GET", "/imports/contested")["contested"]
    assert {part["wearer"]["name"] for part in contested} == {"Sam"}, contested
    assert b"olgas" in owner.ask("GET", "/auth/me/export")[1]
