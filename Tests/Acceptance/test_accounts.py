"""People who sign in, against the real program: refusals, redaction, and the local network."""

import json
import os
import ssl
import subprocess
import urllib.error
import urllib.request

import pytest
from gateway import Gateway, free_port

PASSWORD = "a-password-that-stands-nowhere"
WRONG = "another-password-that-stands-nowhere"


def ask(url, method, path, content=None, token=None, context=None):
    request = urllib.request.Request(url + path, method=method)
    request.add_header("Content-Type", "application/json")
    if token:
        request.add_header("Authorization", f"Bearer {token}")
    body = None if content is None else json.dumps(content).encode()
    try:
        with urllib.request.urlopen(request, body, timeout=20, context=context) as answer:
            return answer.status, json.loads(answer.read() or b"null")
    except urllib.error.HTTPError as error:
        return error.code, json.loads(error.read() or b"null")


@pytest.fixture
def box(nightjar, tmp_path):
    box = Gateway(nightjar, tmp_path / "data", demo=False, options=["--no-bluetooth", "--no-usb"])
    box.start()
    yield box
    box.stop()


def test_keeps_no_secret_in_its_log_or_store(box):
    login = {"email": "ada@example.org", "password": PASSWORD}
    secrets = [PASSWORD, WRONG]
    status, grant = ask(box.url, "POST", "/api/v1/auth/register", login)
    assert status == 200
    secrets += [grant["access_token"], grant["refresh_token"]]
    assert ask(box.url, "POST", "/api/v1/auth/login", login | {"password": WRONG})[0] == 401
    assert ask(box.url, "POST", "/api/v1/auth/login", {"password": PASSWORD})[0] == 422
    status, grant = ask(box.url, "POST", "/api/v1/auth/login", login)
    secrets += [grant["access_token"], grant["refresh_token"]]
    status, grant = ask(box.url, "POST", "/api/v1/auth/refresh", {"refresh_token": grant["refresh_token"]})
    assert status == 200
    secrets += [grant["access_token"], grant["refresh_token"]]
    assert ask(box.url, "GET", "/api/v1/auth/me", token=grant["access_token"] + "x")[0] == 401
    assert ask(box.url, "POST", "/api/v1/auth/logout", token=grant["access_token"])[0] == 200
    assert ask(box.url, "GET", "/api/v1/auth/me", token=grant["access_token"])[0] == 401
    box.stop()
    files = [path for path in box.data.parent.rglob("*") if path.is_file()]
    assert len(files) >= 3
    for path in files:
        content = path.read_bytes()
        for secret in secrets:
            assert secret.encode() not in content, path
    for name in ["token.key", "store.sqlite"]:
        assert (box.data / name).stat().st_mode & 0o077 == 0


def test_refuses_other_machines_until_one_command_mends_it(nightjar, tmp_path):
    data = str(tmp_path / "data")
    port = free_port()
    serve = [nightjar, "serve", "--data", data, "--no-bluetooth", "--no-usb"]
    refused = subprocess.run([*serve, "--listen", f"0.0.0.0:{port}"], capture_output=True, text=True, timeout=30)
    assert refused.returncode == 4 and "nightjar lan on" in refused.stderr
    made = subprocess.run(
        [nightjar, "lan", "on", "--data", data, "--email", "ada@example.org", "--port", str(port)],
        input=PASSWORD + "\n", capture_output=True, text=True, timeout=30)
    assert made.returncode == 0, made.stderr
    box = Gateway(nightjar, tmp_path / "data", demo=False, options=["--no-bluetooth", "--no-usb"]).start()
    try:
        url = f"https://127.0.0.1:{port}"
        trust = ssl.create_default_context(cafile=f"{data}/lan/authority.pem")
        assert ask(url, "GET", "/api/v1/nights", context=trust)[0] == 401
        login = {"email": "ada@example.org", "password": PASSWORD}
        status, grant = ask(url, "POST", "/api/v1/auth/login", login, context=trust)
        assert status == 200
        assert ask(url, "GET", "/api/v1/nights", token=grant["access_token"], context=trust)[0] == 200
        state = dict(os.environ, XDG_STATE_HOME=str(tmp_path / "state"))
        where = ["--url", url]
        subprocess.run(
            [nightjar, "login", "ada@example.org", *where, "--ca", f"{data}/lan/authority.pem"],
            input=PASSWORD + "\n", text=True, env=state, check=True, timeout=30)
        me = subprocess.run([nightjar, "whoami", *where], capture_output=True, text=True, env=state, timeout=30)
        assert "ada@example.org" in me.stdout
        assert (tmp_path / "state/nightjar/tokens.json").stat().st_mode & 0o077 == 0
        subprocess.run([nightjar, "logout", *where], env=state, check=True, timeout=30)
        assert subprocess.run([nightjar, "whoami", *where], env=state, timeout=30).returncode != 0
        invited = subprocess.run(
            [nightjar, "lan", "invite", "ada@example.org", "--data", data], capture_output=True, text=True, timeout=30)
        token = invited.stdout.split("#invite=")[1].split()[0]
        assert ask(url, "POST", "/api/v1/auth/invitation", {"token": token}, context=trust)[0] == 200
        assert ask(url, "POST", "/api/v1/auth/invitation", {"token": token}, context=trust)[0] == 401
        assert token not in box.log()
    finally:
        box.stop()
