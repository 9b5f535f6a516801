"""Routes that say whether something works have looked at it; a question about the heart is not waited for longer than it is
of use."""

import json
import sqlite3
import threading
import time
import urllib.error
import urllib.request


def post(gateway, path, body):
    request = urllib.request.Request(
        gateway.url + path, json.dumps(body).encode(), {"Content-Type": "application/json"})
    try:
        with urllib.request.urlopen(request, timeout=60) as answer:
            return answer.status, json.load(answer)
    except urllib.error.HTTPError as error:
        return error.code, json.load(error)


def test_each_health_route_looks_before_it_says_healthy(own_gateway):
    gateway = own_gateway(demo=False, options=["--no-bluetooth", "--no-usb"])
    routes = ["health-data", "pat", "cognitive", "auth"]
    assert {gateway.get(f"/api/v1/{route}/health")["status"] for route in routes} == {"healthy"}

    weights = gateway.data / "pat"
    weights.mkdir(exist_ok=True)
    (weights / "PAT-S.h5").write_bytes(b"these are no weights")
    found = gateway.get("/api/v1/pat/health")
    assert found["status"] == "degraded" and found["pat_model"]["status"] == "damaged" and found["pat_model"]["reason"]
    (weights / "PAT-S.h5").unlink()
    assert gateway.get("/api/v1/pat/health")["status"] == "healthy"

    with sqlite3.connect(gateway.data / "store.sqlite", timeout=20) as store:
        store.execute("ALTER TABLE sample RENAME TO sample_gone")
    for route in routes:
        found = gateway.get(f"/api/v1/{route}/health")
        assert found["status"] == "degraded", route
        assert str(gateway.data) not in json.dumps(found)
    assert gateway.get("/api/v1/health")["store"]["state"] == "degraded"
    with sqlite3.connect(gateway.data / "store.sqlite", timeout=20) as store:
        store.execute("ALTER TABLE sample_gone RENAME TO sample")
    assert gateway.get("/api/v1/health-data/health")["status"] == "healthy"


def test_a_watch_that_is_silent_is_asked_for_variability_for_five_seconds(own_gateway):
    gateway = own_gateway(demo=False, options=["--simulate", "--no-usb"])
    code = post(gateway, "/api/v1/relay/pairing-codes", {})[1]["code"]
    watch = post(gateway, "/api/v1/relay/pair", {"code": code, "name": "Silent"})[1]
    ours = {"watch": watch["watch"], "token": watch["token"]}
    deadline = time.monotonic() + 20
    while not post(gateway, "/api/v1/relay/watch/poll", {**ours, "wait_s": 0.2, "foreground": True})[1].get("reachable"):
        assert time.monotonic() < deadline, "the watch does not reach the phone"
    begun = time.monotonic()
    status, problem = post(gateway, "/api/v1/relay/send", {"kind": "request", "payload": {"request": "hrv"}})
    # Its own patience is five seconds, that of other requests twenty-five.
    assert status == 504 and problem["code"] == "relay-7012" and time.monotonic() - begun < 20
    # Nobody fetched the question meanwhile: what was answered as failed is not delivered afterwards.
    events = post(gateway, "/api/v1/relay/watch/poll", {**ours, "wait_s": 0.2})[1]["events"]
    assert '"hrv"' not in json.dumps(events), events
    # One that asks what has come gets the question, and says nothing to it.
    polled = []
    last = max(event["number"] for event in events)
    asking = threading.Thread(target=lambda: polled.extend(
        post(gateway, "/api/v1/relay/watch/poll", {**ours, "wait_s": 4, "after": last, "foreground": True})[1]["events"]
        for _ in range(3)))
    asking.start()
    status, problem = post(gateway, "/api/v1/relay/send", {"kind": "request", "payload": {"request": "hrv"}})
    asking.join()
    assert status == 504 and problem["code"] == "relay-7012"
    assert '"hrv"' in json.dumps(polled), polled


def test_the_faults_of_signing_in_name_their_fields(own_gateway):
    gateway = own_gateway(demo=False, options=["--no-bluetooth", "--no-usb"])
    cases = [
        ("register", {}, 400, {"email", "password"}),
        ("register", {"email": "ada@example.org"}, 400, {"password"}),
        ("register", {"email": "nobody", "password": "Correct-horse-7!"}, 400, {"email"}),
        ("register", {"email": "ada@example.org", "password": "short"}, 400, {"password"}),
        ("register", {"email": "ada@example.org", "password": "Correct-horse-7!", "role": "king"}, 400, {"role"}),
        ("register", {"email": 7, "password": "Correct-horse-7!"}, 400, {"email"}),
        ("login", {"email": "ada@example.org"}, 422, {"password"}),
        ("login", {"mail": "ada@example.org"}, 422, {"email", "mail", "password"}),
        ("refresh", {}, 422, {"refresh_token"}),
        ("logout", {}, 422, {"refresh_token"}),
    ]
    for route, body, expected, fields in cases:
        status, problem = post(gateway, f"/api/v1/auth/{route}", body)
        assert status == expected, (route, body, problem)
        assert {fault["field"] for fault in problem["errors"]} == fields, (route, body, problem)
        assert "horse" not in json.dumps(problem)
