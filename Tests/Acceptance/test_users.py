"""A machine that several people share: the gateway's own account and those that are named open it without a password, all others
sign in. Clients are real processes of other accounts."""

import json
import os
import socket
import subprocess

import pytest
from gateway import Gateway

OWNER, NAMED, STRANGER = 0, 54_311, 54_312
PASSWORD = "a-password-that-stands-nowhere"
EMAIL = "ada@example.org"

# Sends the bytes of standard input to an address and prints what comes back, or leaves at once.
CLIENT = """
import socket, sys
family, host, port, leaves = sys.argv[1:]
link = socket.socket(socket.AF_INET6 if family == "6" else socket.AF_INET)
link.settimeout(20)
link.connect((host, int(port)))
link.sendall(sys.stdin.buffer.read())
if leaves == "1":
    link.close()
    sys.exit()
got = b""
while part := link.recv(65536):
    got += part
    if b" 101 " in got[:20] and len(got.partition(b"\\r\\n\\r\\n")[2]) >= 4:
        break
sys.stdout.buffer.write(got)
"""

pytestmark = pytest.mark.skipif(os.geteuid() != 0, reason="only root can start clients of other accounts")


def send(port, user, data, host="127.0.0.1", leaves=False):
    family = "6" if ":" in host else "4"
    done = subprocess.run(
        ["/usr/bin/python3", "-c", CLIENT, family, host, str(port), "1" if leaves else "0"], input=data, user=user,
        group=user, extra_groups=[], cwd="/", capture_output=True, timeout=60)
    assert done.returncode == 0, done.stderr.decode()
    return done.stdout


def ask(box, user, method, path, content=None, fields=(), host="127.0.0.1"):
    """Status, head and body of an answer to a client of an account."""
    body = b"" if content is None else json.dumps(content).encode()
    name = "[::1]" if host == "::1" else "127.0.0.1"
    head = [f"{method} {path} HTTP/1.1", f"Host: {name}:{box.port}", "Connection: close", f"Content-Length: {len(body)}",
            "Content-Type: application/json", *fields]
    answer = send(box.port, user, "\r\n".join(head).encode() + b"\r\n\r\n" + body, host)
    head, _, body = answer.partition(b"\r\n\r\n")
    return int(head.split()[1]), head.decode(), body


@pytest.fixture
def box(nightjar, tmp_path):
    options = ["--simulate", "--no-bluetooth", "--no-usb", "--user", NAMED]
    box = Gateway(nightjar, tmp_path / "data", demo=False, options=options).start()
    yield box
    box.stop()


def test_another_account_reads_nothing_and_cannot_become_the_owner(box):
    closed = ["/api/v1/live", "/api/v1/nights", "/api/v1/devices", "/api/v1/relay/status", "/metrics", "/api/v1/openapi.json",
              "/api/v1/live/stream", "/api/v1/auth/me/export", "/api/v1/alerts"]
    for path in closed:
        status, _, body = ask(box, STRANGER, "GET", path)
        assert status == 401, (path, body)
    assert b"NIGHTJAR_USERS" in ask(box, STRANGER, "GET", "/api/v1/live")[2]
    for path in ["/", "/live", "/nights"]:
        status, head, _ = ask(box, STRANGER, "GET", path)
        assert status == 302 and "/login?next=" in head
    assert ask(box, STRANGER, "GET", "/login")[0] == 200
    assert json.loads(ask(box, STRANGER, "GET", "/api/v1/health")[2]) == {"status": "up"}
    told = json.loads(ask(box, STRANGER, "GET", "/api/v1/auth/health")[2])
    assert "version" not in told and told["password_required"] and str(STRANGER) in told["refusal"]
    person = {"email": "eve@example.org", "password": PASSWORD}
    status, _, body = ask(box, STRANGER, "POST", "/api/v1/auth/register", person)
    assert status == 403 and b"--user NAME" in body
    assert ask(box, STRANGER, "DELETE", "/api/v1/devices/synthetic")[0] == 401
    assert box.get("/api/v1/auth/health")["registered"] is False


def test_neither_does_one_that_has_left_before_it_is_answered(box):
    body = json.dumps({"email": "eve@example.org", "password": PASSWORD}).encode()
    head = (f"POST /api/v1/auth/register HTTP/1.1\r\nHost: 127.0.0.1:{box.port}\r\n"
            f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n")
    for _ in range(20):
        send(box.port, STRANGER, head.encode() + body, leaves=True)
    assert ask(box, OWNER, "GET", "/api/v1/nights")[0] == 200
    assert box.get("/api/v1/auth/health")["registered"] is False


def test_the_owner_and_who_is_named_open_it_without_a_password(box):
    for user in [OWNER, NAMED]:
        assert ask(box, user, "GET", "/api/v1/live")[0] == 200
        assert ask(box, user, "GET", "/")[0] == 200
        assert ask(box, user, "GET", "/metrics")[0] == 200
        assert json.loads(ask(box, user, "GET", "/api/v1/health")[2])["version"]


def test_a_websocket_of_another_account_is_closed_with_4001(box):
    fields = ["Upgrade: websocket", "Sec-WebSocket-Version: 13", "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=="]
    head = "\r\n".join([f"GET /api/v1/ws/live HTTP/1.1", f"Host: 127.0.0.1:{box.port}", "Connection: Upgrade", *fields])
    for user, closes in [(STRANGER, True), (NAMED, False)]:
        frame = send(box.port, user, head.encode() + b"\r\n\r\n").partition(b"\r\n\r\n")[2]
        assert (frame[0] == 0x88 and int.from_bytes(frame[2:4]) == 4001) is closes, frame[:80]


@pytest.mark.parametrize("host", ["127.0.0.1", "::1", "::ffff:127.0.0.1"])
def test_it_holds_for_each_family_of_addresses(nightjar, tmp_path, host):
    if host == "::1":
        with socket.socket(socket.AF_INET6) as probe:
            try:
                probe.bind(("::1", 0))
            except OSError:
                pytest.skip("this machine has no IPv6")
    box = Gateway(nightjar, tmp_path / "data", demo=False, options=["--no-bluetooth", "--no-usb", "--user", NAMED])
    if host == "::1":
        box.options += ["--listen", f"[::1]:{box.port}"]
        command = [nightjar, "serve", "--data", str(box.data), *box.options]
        with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT) as process:
            try:
                while b"Dashboard" not in process.stdout.readline():
                    assert process.poll() is None
                both(box, host)
            finally:
                process.terminate()
        return
    box.start()
    try:
        both(box, host)
    finally:
        box.stop()


def both(box, host):
    assert ask(box, STRANGER, "GET", "/api/v1/nights", host=host)[0] == 401
    assert ask(box, NAMED, "GET", "/api/v1/nights", host=host)[0] == 200


def test_what_a_program_passes_on_for_others_has_to_sign_in(box):
    for field in ["X-Forwarded-For: 10.0.0.9", "Forwarded: for=10.0.0.9", "Via: 1.1 proxy", "X-Real-IP: 10.0.0.9"]:
        status, _, body = ask(box, OWNER, "GET", "/api/v1/nights", fields=[field])
        assert status == 401 and b"passed this on" in body, field


# Passes on what it is sent, as a reverse proxy does that has an account of its own.
FORWARDER = """
import socket, sys, threading
to = int(sys.argv[1])
door = socket.create_server(("127.0.0.1", 0))
print(door.getsockname()[1], flush=True)
def pump(one, other):
    try:
        while part := one.recv(65536):
            other.sendall(part)
    except OSError:
        pass
    for end in (one, other):
        try:
            end.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass
while True:
    near = door.accept()[0]
    far = socket.create_connection(("127.0.0.1", to))
    for pair in ((near, far), (far, near)):
        threading.Thread(target=pump, args=pair, daemon=True).start()
"""


def test_who_comes_through_a_proxy_is_told_why_and_signs_in(box, browser):
    proxy = subprocess.Popen(["/usr/bin/python3", "-c", FORWARDER, str(box.port)], user=STRANGER, group=STRANGER, extra_groups=[],
                             cwd="/", stdout=subprocess.PIPE, text=True)
    try:
        url = f"http://127.0.0.1:{int(proxy.stdout.readline())}"
        browser.open(url + "/nights")
        browser.until(lambda: "Not yet" in browser.text("#door"))
        told = browser.text("#door")
        assert str(STRANGER) in told and "NIGHTJAR_USERS" in told and "nightjar account add" in told
        assert not browser.all("#door form")
        assert ask(box, OWNER, "POST", "/api/v1/auth/register", {"email": EMAIL, "password": PASSWORD})[0] == 200
        browser.open(url + "/nights")
        browser.until(lambda: browser.all("#door form"))
        assert str(STRANGER) in browser.text("#refusal")
        browser.run("document.querySelector('[name=email]').value = arguments[0];"
                    "document.querySelector('[name=password]').value = arguments[1];"
                    "document.querySelector('#door form').requestSubmit()", EMAIL, PASSWORD)
        browser.until(lambda: not browser.all("#door"))
    finally:
        proxy.kill()
        proxy.wait()


def test_the_same_holds_with_accounts_and_no_password_on_this_machine(box):
    assert ask(box, OWNER, "POST", "/api/v1/auth/register", {"email": EMAIL, "password": PASSWORD})[0] == 200
    assert ask(box, OWNER, "GET", "/api/v1/nights")[0] == 401
    box.stop()
    box.options += ["--password", "off"]
    box.start()
    assert ask(box, OWNER, "GET", "/api/v1/nights")[0] == 200
    assert ask(box, NAMED, "GET", "/api/v1/auth/people")[0] == 200
    assert ask(box, STRANGER, "GET", "/api/v1/nights")[0] == 401
    status, _, body = ask(box, STRANGER, "POST", "/api/v1/auth/login", {"email": EMAIL, "password": PASSWORD})
    assert status == 200
    token = json.loads(body)["access_token"]
    assert ask(box, STRANGER, "GET", "/api/v1/nights", fields=[f"Authorization: Bearer {token}"])[0] == 200


def test_an_account_that_guesses_passwords_locks_out_no_other(box):
    right, wrong = {"email": EMAIL, "password": PASSWORD}, {"email": EMAIL, "password": "wrong"}
    assert ask(box, OWNER, "POST", "/api/v1/auth/register", right)[0] == 200
    others = [ask(box, STRANGER, "POST", "/api/v1/auth/login", {"email": f"{n}@example.org", "password": "wrong"})[0]
              for n in range(21)]
    assert others == 20 * [401] + [429]
    assert ask(box, STRANGER, "POST", "/api/v1/auth/login", right)[0] == 429
    # Nor for the one account that it guessed at.
    for _ in range(6):
        ask(box, NAMED, "POST", "/api/v1/auth/login", wrong)
    assert ask(box, NAMED, "POST", "/api/v1/auth/login", right)[0] == 429
    assert ask(box, OWNER, "POST", "/api/v1/auth/login", right)[0] == 200


def test_the_socket_and_the_folder_are_the_owners(nightjar, tmp_path):
    data = tmp_path / "not" / "there"
    for folder in [tmp_path, *tmp_path.parents][:3]:
        folder.chmod(0o755)
    process = subprocess.Popen([nightjar, "serve", "--data", str(data), "--listen", "127.0.0.1:0", "--no-bluetooth", "--no-usb"],
                               stdout=subprocess.PIPE)
    try:
        while b"Dashboard" not in process.stdout.readline():
            assert process.poll() is None
        assert data.stat().st_mode & 0o777 == 0o700
        assert all(path.stat().st_mode & 0o077 == 0 for path in data.rglob("*"))
        data.chmod(0o755)
        done = subprocess.run(["curl", "-sS", "--unix-socket", str(data / "gateway.sock"), "http://x/api/v1/health"], user=STRANGER,
                              group=STRANGER, extra_groups=[], cwd="/", capture_output=True, timeout=30)
        assert done.returncode == 7, done
    finally:
        process.terminate()
        process.wait(20)


def test_an_account_that_is_not_there_is_refused_with_what_to_do(nightjar, tmp_path):
    words = [nightjar, "serve", "--data", str(tmp_path / "data"), "--no-bluetooth", "--no-usb"]
    done = subprocess.run([*words, "--user", "no-such-account"], capture_output=True, text=True, timeout=30)
    assert done.returncode == 2 and "no-such-account" in done.stderr and "NIGHTJAR_USERS" in done.stderr
    done = subprocess.run(words, env=dict(os.environ, NIGHTJAR_USERS="root, nobody"), capture_output=True, text=True, timeout=30)
    assert done.returncode == 2 and "nobody" in done.stderr
