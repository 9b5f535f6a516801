"""The OpenAPI document held against the real server by schemathesis, which is not ours."""

import json
import os
import re
import subprocess
import sys
import urllib.request
from pathlib import Path

# Streams do not end.
ENDLESS = "/stream$"
# Where what is valid depends on more than a schema can tell: on two numbers together, on the clock, on names of zones, on what a
# file is, on what was given before; and sockets, which a plain request is not.
BEYOND = ("/ws/|/samples$|/samples/sum$|/samples/changes$|/health-data$|/health-data/upload$|/imports$|/night-recordings$|/night-schedules"
          "|/breathing$|/nights/[^/]+/edit$|/pat/analyze|/sessions/[^/]+/events$|/reading/text$|/recorder/configure$|/recordings/[^/]+/zone$"
          "|/diary/[^/]+$")
# What ends the session that asks, or makes it somebody else's.
LEAVING = "/auth/(logout|session|me|people/[^/]+)$|/auth/people/[^/]+/reset$"
CHECKS = ["not_a_server_error", "status_code_conformance", "content_type_conformance", "response_headers_conformance",
          "response_schema_conformance", "unsupported_method", "negative_data_rejection", "ignored_auth"]


def hold(gateway, folder, *options, checks=()):
    """Holds the document against a gateway; how many operations were tested."""
    long = bool(os.environ.get("SCHEMATHESIS_LONG"))
    command = [str(Path(sys.executable).parent / "schemathesis"), "run", gateway.url + "/api/v1/openapi.json",
               "--checks", ",".join([*CHECKS, *checks]), "--request-timeout", "15",
               "--phases", "coverage,fuzzing" if long else "fuzzing", "--seed", "1", "--no-color",
               "--max-examples", "200" if long else "3", "--generation-database", "none", "--generation-allow-x00", "false",
               "--report", "junit", "--report-junit-path", str(folder / "report.xml"), *options]
    run = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=3600 if long else 120)
    assert run.returncode == 0, run.stdout[-6000:] + run.stderr[-2000:]
    tested = int(re.search(r"Tested: +(\d+)", run.stdout).group(1))
    print(re.search(r"\d+ generated, \d+ passed", run.stdout).group(0), "of", tested, "operations")
    assert gateway.process.poll() is None
    return tested


def test_server_answers_as_its_document_says(own_gateway, tmp_path):
    gateway = own_gateway(demo=False, options=["--simulate", "--no-usb"])
    # What a schema allows is not refused for its form.
    accepted = hold(gateway, tmp_path, "--exclude-path-regex", f"{ENDLESS}|{BEYOND}|/auth/", "--exclude-deprecated",
                    checks=["positive_data_acceptance"])
    assert accepted > 80
    assert hold(gateway, tmp_path, "--include-path-regex", BEYOND, "--exclude-path-regex", ENDLESS) > 15


def test_routes_of_accounts_answer_as_the_document_says(own_gateway, tmp_path):
    gateway = own_gateway(demo=False, options=["--no-bluetooth", "--no-usb"])
    owner = json.dumps({"email": "ada@example.org", "password": "Correct-horse-7!"}).encode()
    request = urllib.request.Request(
        gateway.url + "/api/v1/auth/register", owner, {"Content-Type": "application/json"})
    with urllib.request.urlopen(request, timeout=20) as answer:
        token = json.load(answer)["access_token"]
    signed_in = ["--header", f"Authorization: Bearer {token}"]
    assert hold(gateway, tmp_path, "--include-path-regex", "/auth/|/metrics$", "--exclude-path-regex", LEAVING,
                *signed_in) >= 12
    assert hold(gateway, tmp_path, "--include-path-regex", LEAVING, *signed_in) >= 6


def test_document_is_openapi_and_its_page_shows_it(gateway):
    document = gateway.get("/api/v1/openapi.json")
    assert document["openapi"] == "3.1.0"
    for path, item in document["paths"].items():
        assert path.startswith("/api/v1/") or path == "/metrics"
        for operation in item.values():
            assert operation["summary"] and operation["tags"] and "default" in operation["responses"]
    text = json.dumps(document)
    for name in re.findall(r'"#/components/schemas/(\w+)"', text):
        assert name in document["components"]["schemas"]
