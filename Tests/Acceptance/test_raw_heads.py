"""Bytes that no proper client sends, to the real program over TCP, TLS and its unix socket."""

import http.client
import json
import socket
import ssl
import subprocess

import pytest
from gateway import Gateway, free_port

HEAD = b"GET /api/v1/health HTTP/1.1\r\nHost: localhost\r\n"
REFUSED = {
    "a blank before the colon": (HEAD + b"Content-Length : 0\r\n\r\n", 400),
    "a bare line feed": (HEAD + b"X: a\n\r\n", 400),
    "a bare carriage return": (HEAD + b"X: a\rY: b\r\n\r\n", 400),
    "a zero": (HEAD + b"X: a\0b\r\n\r\n", 400),
    "a folded line": (HEAD + b"X: a\r\n b\r\n\r\n", 400),
    "no colon": (HEAD + b"nothing\r\n\r\n", 400),
    "an endless address": (b"GET /" + b"a" * 20000 + b" HTTP/1.1\r\nHost: localhost\r\n\r\n", 414),
    "an endless field": (HEAD + b"X: " + b"a" * 20000 + b"\r\n\r\n", 431),
    "a blank in the address": (b"GET /api/v1/health a HTTP/1.1\r\nHost: localhost\r\n\r\n", 400),
    "a blank in an argument": (b"GET /api/v1/health?a=b c HTTP/1.1\r\nHost: localhost\r\n\r\n", 400),
    "two blanks": (b"GET  /api/v1/health HTTP/1.1\r\nHost: localhost\r\n\r\n", 400),
    "no Host": (b"GET /api/v1/health HTTP/1.1\r\n\r\n", 400),
    "a blank after Host": (b"GET /api/v1/health HTTP/1.1\r\nHost : x\r\n\r\n", 400),
    "a folded last field": (b"GET /api/v1/health HTTP/1.1\r\nHost: localhost\r\n x\r\n\r\n", 400),
    "a length with a sign": (HEAD + b"Content-Length: +2\r\n\r\nab", 400),
    "two lengths": (HEAD + b"Content-Length: 2, 2\r\n\r\nab", 400),
    "a length of 2^64": (HEAD + b"Content-Length: 18446744073709551616\r\n\r\nab", 413),
    "many cookies": (HEAD + b"Cookie: " + b"; ".join(b"c%d=1" % n for n in range(600)) + b"\r\n\r\n", 431),
    "a piece of no length": (
        b"POST /api/v1/auth/login HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n", 400),
    "500 arguments": (
        b"GET /api/v1/health?" + b"&".join(b"a=%d" % n for n in range(500)) + b" HTTP/1.1\r\nHost: localhost\r\n\r\n", 414),
}


@pytest.fixture(scope="module")
def box(nightjar, tmp_path_factory):
    """A gateway that listens everywhere, and how to connect to it in each way."""
    data, port = tmp_path_factory.mktemp("raw") / "data", free_port()
    made = subprocess.run(
        [nightjar, "lan", "on", "--data", data, "--email", "ada@example.org", "--port", str(port), "--json"],
        input="a-password-that-stands-nowhere\n", capture_output=True, text=True, timeout=60)
    assert made.returncode == 0, made.stderr
    context = ssl.create_default_context(cafile=json.loads(made.stdout)["authority"])
    gateway = Gateway(nightjar, data, demo=False, options=["--no-bluetooth", "--no-usb"]).start()

    def over_socket():
        client = socket.socket(socket.AF_UNIX)
        client.settimeout(20)
        client.connect(str(data / "gateway.sock"))
        return client

    yield {
        "tcp": lambda: socket.create_connection(("127.0.0.1", gateway.port), timeout=20),
        "tls": lambda: context.wrap_socket(
            socket.create_connection(("127.0.0.1", port), timeout=20), server_hostname="127.0.0.1"),
        "unix": over_socket,
    }
    gateway.stop()


@pytest.mark.parametrize("way", ["tcp", "tls", "unix"])
@pytest.mark.parametrize("what", REFUSED)
def test_what_hides_something_or_is_too_large_is_a_problem(box, way, what):
    sent, status = REFUSED[what]
    answer = b""
    with box[way]() as wire:
        wire.sendall(sent)
        while piece := wire.recv(65536):
            answer += piece
    head, _, body = answer.partition(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 %d" % status), answer[:300]
    assert b"content-type: application/problem+json" in head.lower() and b"nosniff" in head
    assert answer.count(b"HTTP/1.1 ") == 1, answer
    fields = dict(line.lower().split(b": ", 1) for line in head.split(b"\r\n")[1:])
    assert int(fields[b"content-length"]) == len(body) and fields[b"connection"] == b"close"
    problem = json.loads(body)
    assert problem["status"] == status and problem["type"].startswith("urn:nightjar:problem:") and problem["detail"]
    assert problem["trace_id"] == problem["request_id"]


@pytest.mark.parametrize("way", ["tcp", "tls", "unix"])
def test_a_client_of_http_reads_the_problem(box, way):
    with box[way]() as wire:
        client = http.client.HTTPConnection("localhost")
        client.sock = wire
        client.putrequest("GET", "/api/v1/health", skip_host=True)
        client.endheaders()
        answer = client.getresponse()
        assert answer.status == 400 and answer.headers["Content-Type"] == "application/problem+json"
        assert json.loads(answer.read())["code"] == "validation-error"


@pytest.mark.parametrize("way", ["tcp", "tls", "unix"])
def test_the_answer_comes_though_more_was_sent_than_was_read(box, way):
    answer = b""
    with box[way]() as wire:
        wire.sendall(HEAD + b"Content-Length: +2\r\n\r\n" + b"a" * 14_000)
        while piece := wire.recv(65536):
            answer += piece
    assert answer.count(b"HTTP/1.1 400") == 1 and json.loads(answer.partition(b"\r\n\r\n")[2])["status"] == 400


@pytest.mark.parametrize("way", ["tcp", "tls", "unix"])
def test_a_refusal_after_an_answer_is_an_answer_too(box, way):
    answer = b""
    with box[way]() as wire:
        wire.sendall(HEAD + b"\r\n" + HEAD + b"Content-Length: +2\r\n\r\n")
        while piece := wire.recv(65536):
            answer += piece
    assert answer.startswith(b"HTTP/1.1 200") and answer.count(b"HTTP/1.1 400") == 1
