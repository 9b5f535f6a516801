"""The OpenAPI document held against the real server by schemathesis, which is not ours."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

# Streams and sockets do not end; what is left has to do with hardware that is not there or takes files.
APART = "/ws/|/stream$|/imports$|/devices/|/auth/"
CHECKS = ["not_a_server_error", "status_code_conformance", "content_type_conformance", "response_headers_conformance",
          "response_schema_conformance", "unsupported_method"]


def test_server_answers_as_its_document_says(own_gateway, tmp_path):
    gateway = own_gateway(demo=False, options=["--simulate", "--no-usb"])
    long = bool(os.environ.get("SCHEMATHESIS_LONG"))
    command = [str(Path(sys.executable).parent / "schemathesis"), "run", gateway.url + "/api/v1/openapi.json",
               "--checks", ",".join(CHECKS), "--exclude-path-regex", APART, "--request-timeout", "15",
               "--phases", "coverage,fuzzing" if long else "fuzzing", "--seed", "1", "--no-color",
               "--max-examples", "200" if long else "4", "--generation-database", "none",
               "--report", "junit", "--report-junit-path", str(tmp_path / "report.xml")]
    run = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=3600 if long else 120)
    assert run.returncode == 0, run.stdout[-6000:] + run.stderr[-2000:]
    tested = int(re.search(r"Tested: +(\d+)", run.stdout).group(1))
    assert tested > 40, run.stdout[-2000:]
    print(re.search(r"\d+ generated, \d+ passed", run.stdout).group(0), "of", tested, "operations")
    assert gateway.process.poll() is None


def test_document_is_openapi_and_its_page_shows_it(gateway):
    document = gateway.get("/api/v1/openapi.json")
    assert document["openapi"] == "3.1.0"
    for path, item in document["paths"].items():
        assert path.startswith("/api/v1/")
        for operation in item.values():
            assert operation["summary"] and operation["tags"] and "default" in operation["responses"]
    text = json.dumps(document)
    for name in re.findall(r'"#/components/schemas/(\w+)"', text):
        assert name in document["components"]["schemas"]
