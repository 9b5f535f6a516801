"""Commands, routes and exports over fixed files, held against what they said before. See snapshots.py."""

import datetime
import io
import json
import math
import pathlib
import random
import re
import sys
import time
import urllib.error
import urllib.parse
import urllib.request
import zipfile

import pytest
from gateway import Gateway
from program import Program
from snapshots import Mask, hold

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "Lab"))
from recorder.cwa import recording  # noqa: E402

SECRET = "Correct-horse-7!"
OFF = ["--no-bluetooth", "--no-usb", "--zone", "Europe/Berlin"]


def counts(minutes, seed):
    """Counts of each minute of somebody who sleeps from 23:00 to 7:00; minute 0 is noon."""
    chance = random.Random(seed)
    values = []
    for minute in range(minutes):
        hour = (12 + minute // 60) % 24
        asleep = hour >= 23 or hour < 7
        values.append(chance.choice([0] * 12 + [3, 40]) if asleep else chance.randint(20, 900))
    return values


def write_files(folder):
    """Files of each kind, the same in each run and on each machine."""
    chance = random.Random(11)
    recording(folder / "night.cwa", device=34567, session=9, rate=25, start=datetime.datetime(2024, 3, 30, 21, 0, 0),
              seconds=12 * 3600, hole=(5 * 3600, 1200))
    recording(folder / "short.cwa", device=34568, session=2, rate=50, start=datetime.datetime(2024, 3, 2, 10, 0, 0), seconds=900)
    week = counts(6 * 1440, 5)
    head = ["Jo", "02-Mar-2024", "12:00", "4", "40", "V123456", "F"]
    (folder / "week.AWD").write_text("\r\n".join([*head, *(f"{value}" for value in week)]) + "\r\n")
    (folder / "counts.txt").write_text("".join(f"{value}\n" for value in week))
    (folder / "week.txt").write_text("".join(f"{value}\n" for value in counts(7 * 1440, 7)))
    rr, at = [], 0.0
    for beat in range(700):
        rr.append(round(820 + 45 * math.sin(beat / 4.1) + chance.gauss(0, 12)))
    rr[120], rr[300], rr[301] = 1650, 400, 420
    (folder / "rr.txt").write_text("".join(f"{value}\n" for value in rr))
    rows = ["t_s,rr_ms"]
    for value in rr:
        at += value / 1000
        rows.append(f"{at:.3f},{value}")
    (folder / "beats.csv").write_text("\n".join(rows) + "\n")
    (folder / "ecg.csv").write_text("".join(
        f"{math.exp(-((index % 104 - 50) / 2.2) ** 2) + 0.15 * math.exp(-((index % 104 - 80) / 9) ** 2) + chance.gauss(0, 0.01):.4f}\n"
        for index in range(130 * 40)))
    (folder / "hr.csv").write_text("t_s,bpm\n" + "".join(
        f"{second},{58 + 6 * math.sin(second / 900) + (12 if second < 900 else 0):.1f}\n" for second in range(0, 6 * 3600, 10)))
    (folder / "motion.csv").write_text("t_s,count\n" + "".join(
        f"{second},{chance.randint(0, 60) if second < 900 or second % 3600 < 120 else 0}\n" for second in range(0, 6 * 3600, 30)))
    (folder / "angles.txt").write_text("".join(
        f"{40 * math.sin(index / 9) + chance.gauss(0, 8) if index < 1440 * 2 or index > 1440 * 8 else 12 + chance.gauss(0, 0.4):.3f}\n"
        for index in range(17280)))
    (folder / "features.csv").write_text("t_s,hr_bpm,rmssd_ms,sdnn_ms,motion_g\n" + "".join(
        f"{10 * row},{62 + (14 if row > 60 else 0) + chance.gauss(0, 1):.2f},{42 - (16 if row > 60 else 0) + chance.gauss(0, 2):.2f},"
        f"{55 + chance.gauss(0, 2):.2f},0.01\n" for row in range(120)))


@pytest.fixture(scope="module")
def tool(nightjar, tmp_path_factory):
    home = tmp_path_factory.mktemp("home")
    write_files(home)
    return Program(nightjar, home)


def listed(tool):
    return re.findall(r"^  (\S+(?: \S+)?)  +\S", tool.text("--help"), re.M)


def test_pages_of_help(tool):
    pages = [tool.text("--help")]
    pages += [f"=== {command}\n{tool.text(*command.split(), '--help')}" for command in listed(tool)]
    hold("help", "\n".join(pages))


COMMANDS = [
    "decode night.cwa", "decode night.cwa --json", "decode week.AWD --json",
    "decode week.AWD --csv --start 1709380800 --end 1709381400", "epochs short.cwa --seconds 60",
    "epochs short.cwa --seconds 300 --json --metrics enmo_g,mad_g,hfen_g,activity_index,mims,zcm,tat,pim,steps,wear,vm_count",
    "wear week.AWD", "wear counts.txt --algorithm troiano --json", "wear night.cwa --csv", "beats ecg.csv --rate 130",
    "beats ecg.csv --rate 130 --json", "hrv rr.txt", "hrv rr.txt --json", "hrv rr.txt --correct --json", "correct rr.txt",
    "correct rr.txt --json", "load features.csv", "load features.csv --json", "load --beats beats.csv --csv",
    "score week.AWD --csv", "score counts.txt --algorithm sadeh --json", "score counts.txt --algorithm cole-kripke-rescored --seconds 60",
    "score angles.txt --algorithm van-hees --seconds 5", "periods week.AWD --details",
    "periods counts.txt --algorithm crespo --details --json",
    "periods angles.txt --algorithm hdcza --start 2024-03-30T18:00 --zone Europe/Berlin",
    "stage --heart-rate hr.csv --motion motion.csv", "stage --heart-rate hr.csv --motion motion.csv --json --lights-out 600",
    "rhythm week.AWD", "rhythm week.AWD --json", "rhythm counts.txt --start 2024-03-02T12:00 --json",
    "analyze week.AWD --zone Europe/Berlin", "analyze week.AWD --zone Europe/Berlin --json", "analyze night.cwa --zone Europe/Berlin --json",
    "export week.AWD --zone Europe/Berlin --format csv -o out/ --json", "profiles list", "profiles list --json",
    "profiles show heart-rate", "profiles test", "pat week.AWD", "nights", "devices", "import nowhere.cwa", "decode rr.txt",
]


def test_what_commands_print(tool):
    pages = {}
    for line in COMMANDS:
        words = line.split()
        done = tool.run(*words)
        mask = Mask(home=tool.home)
        if "--json" in words and done.returncode == 0:
            shown = mask.json(json.loads(done.stdout))
        else:
            shown = mask.bytes(done.stdout, 40)
        page = pages.setdefault(words[0], [])
        page.append(f"$ nightjar {line}\n[{done.returncode}]\n{shown}\n{mask.text(done.stderr.decode())}")
    for name, page in pages.items():
        hold(f"commands/{name}", "\n".join(page))


class Caller:
    """Asks a gateway as one person, and writes down what was asked and answered."""

    def __init__(self, box, mask, token=None):
        self.box, self.mask, self.token, self.log = box, mask, token, []

    def ask(self, method, path, content=None, body=None, kind="application/octet-stream"):
        data = body if body is not None else None if content is None else json.dumps(content).encode()
        request = urllib.request.Request(self.box.url + path, data, method=method)
        request.add_header("Content-Type", kind if body is not None else "application/json")
        if self.token:
            request.add_header("Authorization", f"Bearer {self.token}")
        try:
            with urllib.request.urlopen(request, timeout=60) as answer:
                return answer.status, answer.headers, answer.read()
        except urllib.error.HTTPError as error:
            return error.code, error.headers, error.read()

    def note(self, method, path, content=None, body=None):
        """Asks and writes down; the answer as a value."""
        status, headers, answer = self.ask(method, "/api/v1" + path, content, body)
        value, shown = None, self.mask.bytes(answer)
        if "json" in headers.get("Content-Type", ""):
            value = json.loads(answer)
            shown = self.mask.json(value)
        words = "" if content is None else " " + self.mask.text(json.dumps(content, ensure_ascii=False)[:300])
        self.log.append(f"{method} {self.mask.text(path)}{words}\n{status} {headers.get('Content-Type', '-')}\n{shown}\n")
        return value

    def hold(self, name):
        hold(f"routes/{name}", "\n".join(self.log))
        self.log = []

    def brought(self, folder, name):
        """Uploads a file and waits for its end."""
        status = json.loads(self.ask("POST", f"/api/v1/imports?name={name}&zone=Europe/Berlin", body=(folder / name).read_bytes())[2])
        deadline = time.monotonic() + 120
        while status["state"] not in ("complete", "failed", "duplicate", "cancelled"):
            assert time.monotonic() < deadline, status
            time.sleep(0.1)
            status = json.loads(self.ask("GET", f"/api/v1/imports/{status['id']}")[2])
        assert status["state"] == "complete", status
        return status


@pytest.fixture(scope="module")
def filled(tool, tmp_path_factory):
    """A gateway with a night of raw acceleration and a week of counts, and nobody who can sign in."""
    box = Gateway(tool.binary, tmp_path_factory.mktemp("filled") / "data", demo=False, options=OFF).start()
    caller = Caller(box, Mask(folder=box.data, port=f":{box.port}"))
    for name in ["night.cwa", "week.AWD"]:
        caller.brought(tool.home, name)
    yield box
    box.stop()


@pytest.fixture
def caller(filled):
    return Caller(filled, Mask(folder=filled.data, port=f":{filled.port}"))


def test_the_description_of_the_api(caller):
    caller.note("GET", "/openapi.json")
    document = json.loads(caller.ask("GET", "/api/v1/openapi.json")[2])
    document["info"]["version"] = "<version>"
    hold("openapi", json.dumps(document, indent=1, sort_keys=True, ensure_ascii=False))


def test_routes_of_nights(caller):
    nights = caller.note("GET", "/nights")
    for night in nights["nights"][:2]:
        caller.note("GET", f"/nights/{night['date']}")
        caller.note("GET", f"/nights/{night['date']}/versions")
    for path in ["/nights?limit=2", "/nights?from=2024-03-04&to=2024-03-05", "/nights?limit=0", "/nights?cursor=x", "/nights?from=2024-13-01",
                 "/nights/latest", "/nights/2020-01-01", "/nights/tomorrow", "/nights/2024-03-05?device=none", "/recordings", "/imports",
                 "/imports/1", "/imports/99", "/imports/x", "/imports/contested"]:
        caller.note("GET", path)
    edit = {"sleep_start_s": 1709594000, "sleep_end_s": 1709615000, "lights_out_s": 1709593000}
    for body in [edit, {}, {"sleep_start_s": "x"}, {"sleep_start_s": 1709615000, "sleep_end_s": 1709594000}]:
        caller.note("POST", "/nights/2024-03-05/edit", body)
    caller.note("GET", "/nights/2024-03-05/versions")
    caller.note("DELETE", "/nights/2024-03-05/edit")
    caller.note("POST", "/nights/2024-03-05/rescore")
    caller.hold("nights")


def test_routes_of_health_data(caller):
    start = datetime.datetime(2024, 4, 1, tzinfo=datetime.UTC)
    at = lambda minutes: (start + datetime.timedelta(minutes=minutes)).isoformat().replace("+00:00", "Z")
    kit = {"quantity_samples": [
        {"identifier": f"s{index}", "type": "HKQuantityTypeIdentifierStepCount", "value": 40 + index, "unit": "count",
         "start_date": at(index * 10), "end_date": at(index * 10 + 10), "source_name": "Watch" if index % 3 else "Phone"}
        for index in range(60)] + [
        {"identifier": f"h{index}", "type": "HKQuantityTypeIdentifierHeartRate", "value": 60 + index % 9, "unit": "count/min",
         "start_date": at(index), "end_date": at(index), "source_name": "Watch"} for index in range(30)],
        "category_samples": [
            {"identifier": "b", "type": "HKCategoryTypeIdentifierSleepAnalysis", "value": 0, "start_date": at(1320), "end_date": at(1860), "source_name": "Watch"},
            {"identifier": "c", "type": "HKCategoryTypeIdentifierSleepAnalysis", "value": 1, "start_date": at(1340), "end_date": at(1800), "source_name": "Watch"}]}
    kept = caller.note("POST", "/healthkit/upload", kit)
    if kept and "upload_id" in kept:
        deadline = time.monotonic() + 30
        while json.loads(caller.ask("GET", f"/api/v1/healthkit/status/{kept['upload_id']}")[2]).get("status") not in ("completed", "failed"):
            assert time.monotonic() < deadline
            time.sleep(0.1)
        caller.note("GET", f"/healthkit/status/{kept['upload_id']}")
    for body in [{}, {"quantity_samples": []}, {"quantity_samples": [{"value": "x"}]}, {"quantity_samples": 3}]:
        caller.note("POST", "/healthkit/upload", body)
    metric = {"metric_id": "m1", "metric_type": "heart_rate", "biometric_data": {"heart_rate": 61}, "device_id": "D",
              "created_at": "2024-04-01T08:00:00Z"}
    caller.note("POST", "/health-data/upload", {"metrics": [metric], "upload_source": "app", "client_timestamp": "2024-04-01T08:00:00Z"})
    for change in [{"metric_type": "x"}, {"biometric_data": {"heart_rate": "abc"}}, {"biometric_data": {"heart_rate": 900}}, {"created_at": "now"}]:
        caller.note("POST", "/health-data/upload", {"metrics": [metric | change], "upload_source": "app", "client_timestamp": "2024-04-01T08:00:00Z"})
    span = f"start={at(0)}&end={at(2880)}"
    for path in ["/samples/types", f"/samples?type=step_count&{span}&limit=3", f"/samples?type=nothing&{span}", "/samples", "/samples?type=step_count&start=x&end=y",
                 f"/samples/sum?type=step_count&{span}&by=day&zone=Europe/Berlin", f"/samples/sum?type=step_count&{span}&by=hour",
                 f"/samples/sum?type=heart_rate&{span}", f"/samples/sum?type=sleep_analysis&{span}&by=day", f"/samples/sum?type=step_count&{span}&by=second",
                 "/health-data", "/health-data?limit=1", "/health-data?limit=0", "/health-data?data_type=heart_rate", "/health-data/health",
                 "/health-data/query", "/health-data/nothing"]:
        caller.note("GET", path)
    caller.note("DELETE", "/health-data/nothing")
    caller.hold("health-data")


TEXT = ("The committee, which had convened in the early hours of the morning, deliberated at considerable length upon the proposition "
        "that had been submitted by the municipality. Nevertheless, notwithstanding the objections that were articulated by several "
        "of the participants, it ultimately determined that the construction should commence without any further postponement. ") * 4


def test_routes_of_reading_and_load(caller):
    caller.note("POST", "/cognitive/assess-load", {"reading_speed": 180, "error_rate": 0.05, "pause_frequency": 3})
    for body in [{}, {"reading_speed": "fast"}, {"reading_speed": -1, "error_rate": 2}]:
        caller.note("POST", "/cognitive/assess-load", body)
    for body in [{"content": TEXT, "current_load": 0.9}, {"content": TEXT, "current_load": 0.2}, {"content": "", "current_load": 0.9}, {"content": "読書は楽しい。" * 30, "current_load": 0.9, "language": "ja"}]:
        caller.note("POST", "/cognitive/adapt-content", body)
    caller.note("POST", "/cognitive/adaptive-scaffold", {"user_id": "1", "content": TEXT, "current_load": 0.7})
    caller.note("POST", "/cognitive/schedule-review", {"item_id": "a", "quality": 4})
    caller.note("POST", "/cognitive/schedule-review", {"quality": 9})
    caller.note("PUT", "/cognitive/baseline", {"heart_rate": 60, "hrv": 45})
    for path in ["/cognitive/baseline", "/cognitive/health", "/recommender/objectives", "/pat/health", "/pat/models/info", "/rag/documents"]:
        caller.note("GET", path)
    caller.note("DELETE", "/cognitive/baseline")
    caller.note("POST", "/recommender/recommend", {"candidate_ids": ["a", "b", "c"], "top_k": 2, "objectives": [{"name": "novelty", "weight": 0.5}]})
    caller.note("POST", "/recommender/recommend", {})
    caller.note("POST", "/rag/ingest", {"document_id": "d1", "title": "Sleep", "content": "Deep sleep comes early in the night. REM sleep comes late."})
    caller.note("POST", "/rag/query", {"query": "When does deep sleep come?"})
    caller.note("POST", "/rag/query", {})
    caller.note("DELETE", "/rag/documents/d1")
    points = [{"timestamp": f"2024-04-0{1 + minute // 1440}T{minute // 60 % 24:02}:{minute % 60:02}:00Z", "value": 0 if minute // 60 % 24 < 7 else 200 + minute * 7919 % 300}
              for minute in range(3 * 1440)]
    found = caller.note("POST", "/pat/analyze", {"data_points": points})
    if found and "analysis_id" in found:
        caller.note("GET", f"/pat/analysis/{found['analysis_id']}")
        caller.note("DELETE", f"/pat/analysis/{found['analysis_id']}")
    caller.note("POST", "/pat/analyze", {"data_points": []})
    caller.note("POST", "/pat/analyze-step-data", {
        "step_counts": [point["value"] for point in points], "timestamps": [point["timestamp"] for point in points]})
    caller.note("GET", "/pat/analysis/nothing")
    reading = caller.note("POST", "/sessions", {"title": "A text", "words": 300})
    number = reading["id"] if reading else 0
    caller.note("POST", f"/sessions/{number}/events", {"events": [{"kind": "view", "from": 0, "to": 20}]})
    caller.note("POST", f"/sessions/{number}/events", {"events": [{"kind": "dance"}]})
    caller.note("POST", f"/sessions/{number}/stop")
    caller.note("GET", f"/sessions/{number}")
    caller.note("GET", "/sessions?limit=1")
    caller.note("GET", "/sessions/999")
    breath = caller.note("POST", "/breathing", {"seconds": 60})
    caller.note("GET", f"/breathing/{breath['id']}")
    caller.note("POST", f"/breathing/{breath['id']}/stop")
    caller.note("POST", "/breathing", {"seconds": 1})
    caller.note("POST", "/reading/text?name=a.md", body=b"# Title\n\nSome *text* of a book.\n")
    caller.note("POST", "/reading/text?name=a.exe", body=b"MZ")
    caller.hold("reading-and-load")


def test_routes_of_devices_and_people(caller):
    for path in ["/health", "/devices", "/devices/none", "/devices/none/wearers", "/devices/none/recorder", "/device-profiles", "/wearers",
                 "/consents", "/live", "/hrv/latest", "/alerts", "/alerts?all=true", "/night-recordings", "/night-recordings/readiness",
                 "/night-schedules", "/relay/status", "/relay/watches", "/relay/transfers", "/auth/health", "/auth/me", "/auth/people",
                 "/auth/access/loss", "/auth/sessions", "/nothing"]:
        caller.note("GET", path)
    caller.note("PUT", "/consents/heart_rate", {"allowed": False})
    caller.note("PUT", "/consents/heart_rate", {"allowed": True})
    caller.note("PUT", "/consents/nothing", {"allowed": True})
    caller.note("PUT", "/consents/heart_rate", {"allowed": "yes"})
    caller.note("POST", "/wearers", {"name": "Ada"})
    caller.note("POST", "/wearers", {"name": ""})
    caller.note("PATCH", "/wearers/999", {"name": "Ben"})
    caller.note("DELETE", "/wearers/999")
    schedule = caller.note("POST", "/night-schedules", {"from": "22:00", "to": "06:00"})
    caller.note("POST", "/night-schedules", {"from": "22:00", "to": "22:00"})
    caller.note("PUT", f"/night-schedules/{schedule['id']}", {"from": "23:00", "to": "06:00"})
    caller.note("DELETE", f"/night-schedules/{schedule['id']}")
    caller.note("POST", "/devices/none/adopt", {})
    caller.note("POST", "/devices/none/vibrate", {"seconds": 99})
    caller.note("POST", "/relay/pairing-codes")
    caller.note("POST", "/relay/pair", {"code": "000000", "name": "W"})
    caller.note("POST", "/relay/send", {"kind": "userinfo", "payload": {"a": 1}})
    caller.note("POST", "/relay/send", {"kind": "pigeon", "payload": {}})
    caller.note("POST", "/auth/login", {"email": "a@example.org", "password": "x"})
    caller.note("POST", "/auth/refresh", {})
    caller.hold("devices-and-people")


def shown(mask, name, data):
    """A file of an export: text by its first lines and a digest, what is packed by what is in it."""
    if data[:2] == b"PK":
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            return "\n".join(f"-- {mask.text(entry.filename)}\n{shown(mask, entry.filename, archive.read(entry))}" for entry in archive.infolist())
    if name.endswith(".json"):
        value = json.loads(data)
        for entry in value.get("files", []) if isinstance(value, dict) else []:
            # Digest and length change with the time that is written into the files; these are compared themselves.
            if isinstance(entry, dict):
                entry["sha256"] = entry["bytes"] = "<of this run>"
        return mask.json(value)
    return mask.bytes(data, 30)


def test_exports_of_a_night_and_a_recording(caller):
    pages = []
    for path in ["/nights/2024-03-05/export", "/nights/2024-03-31/export", "/recordings/1/export", "/recordings/2/export"]:
        for words in ["format=edf", "format=csv", "format=json", "format=csv&bare=true", "format=csv&list=true", "format=xyz"]:
            status, headers, data = caller.ask("GET", f"/api/v1{path}?{words}")
            fields = [f"{name}: {headers[name]}" for name in ["Content-Type", "Content-Disposition"] if headers.get(name)]
            name = re.search(r'filename="?([^";]+)', headers.get("Content-Disposition", "")) or [None, "x.json"]
            pages.append(f"GET {path}?{words}\n{status} {'; '.join(fields)}\n{shown(caller.mask, name[1], data)}\n")
    hold("exports", "\n".join(pages))


# What streams, and what ends the session that asks.
APART = ("/live/stream", "/ws/", "/auth/logout", "/auth/session")


def test_who_may_ask_what(tool, tmp_path):
    """Each operation with nothing but its path, by each kind of caller: the answer's status and code alone."""
    box = Gateway(tool.binary, tmp_path / "data", demo=False, options=OFF).start()
    try:
        owner = Caller(box, Mask())
        owner.token = json.loads(owner.ask("POST", "/api/v1/auth/register", {"email": "o@example.org", "password": SECRET})[2])["access_token"]
        callers = {"nobody": Caller(box, Mask()), "bad token": Caller(box, Mask(), "x.y.z")}
        for role in ["patient", "clinician", "researcher"]:
            made = json.loads(owner.ask("POST", "/api/v1/auth/register", {"email": f"{role}@example.org", "password": SECRET})[2])
            callers[role] = Caller(box, Mask(), made["access_token"])
            number = json.loads(callers[role].ask("GET", "/api/v1/auth/me")[2])["user_id"]
            assert owner.ask("PATCH", f"/api/v1/auth/people/{number}", {"role": role})[0] == 200
        callers["admin"] = owner
        document = json.loads(owner.ask("GET", "/api/v1/openapi.json")[2])
        rows = []
        for pattern, item in sorted(document["paths"].items()):
            if any(part in pattern for part in APART):
                continue
            path = re.sub(r"\{[^}]*\}", "0", pattern)
            for method in sorted(item):
                if (method, pattern) in [("delete", "/api/v1/auth/me"), ("post", "/api/v1/auth/people")]:
                    continue
                cells = {}
                for name, caller in callers.items():
                    status, _, answer = caller.ask(method.upper(), path, {} if method in ("post", "put", "patch") else None)
                    code = json.loads(answer).get("code", "") if status >= 400 and answer[:1] == b"{" else ""
                    cells.setdefault(f"{status} {code}".strip(), []).append(name)
                rows.append(f"{method.upper()} {pattern}: " + "; ".join(f"{', '.join(who)} {said}" for said, who in cells.items()))
        assert len(rows) > 100
        hold("who-may-ask", "\n".join(rows))
    finally:
        box.stop()
