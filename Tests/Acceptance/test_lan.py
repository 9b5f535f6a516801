"""The local network as other machines meet it: TLS by the box's authority, invitations, and the name by multicast DNS."""

import json
import socket
import ssl
import struct
import subprocess
from pathlib import Path

import pytest
from gateway import Gateway, free_port

PASSWORD = "a-password-that-stands-nowhere"
EMAIL = "ada@example.org"


@pytest.fixture(scope="module")
def lan(nightjar, tmp_path_factory):
    """A gateway that other machines reach, its port, and its authority."""
    data = tmp_path_factory.mktemp("lan") / "data"
    port = free_port()
    made = subprocess.run(
        [nightjar, "lan", "on", "--data", data, "--email", EMAIL, "--port", str(port), "--json"],
        input=PASSWORD + "\n", capture_output=True, text=True, timeout=60)
    assert made.returncode == 0, made.stderr
    told = json.loads(made.stdout)
    assert told["on"] and told["owner"] == EMAIL and f"https://nightjar.local:{port}/" in told["urls"]
    box = Gateway(nightjar, data, demo=False, options=["--no-bluetooth", "--no-usb"]).start()
    yield box, port, told["authority"]
    box.stop()


def curl(lan, path, *words, name="127.0.0.1"):
    """The status and the body that curl gets, trusting the box's authority alone."""
    _, port, authority = lan
    done = subprocess.run(
        ["curl", "-sS", "--cacert", authority, "--max-time", "20", "-w", "\n%{http_code}",
         "--resolve", f"nightjar.local:{port}:127.0.0.1", *words, f"https://{name}:{port}{path}"],
        capture_output=True, text=True, timeout=30)
    body, _, status = done.stdout.rpartition("\n")
    return int(status), body, done.returncode


def test_answers_over_tls_by_name_and_address_to_who_has_a_token(lan):
    for name in ["127.0.0.1", "nightjar.local", "localhost"]:
        assert curl(lan, "/api/v1/health", name=name)[0] == 200
        assert curl(lan, "/api/v1/nights", name=name)[0] == 401
    login = json.dumps({"email": EMAIL, "password": PASSWORD})
    status, body, _ = curl(lan, "/api/v1/auth/login", "-H", "Content-Type: application/json", "-d", login)
    assert status == 200
    token = json.loads(body)["access_token"]
    assert curl(lan, "/api/v1/nights", "-H", f"Authorization: Bearer {token}")[0] == 200
    assert curl(lan, "/", "-o", "/dev/null")[0] == 302
    # Nobody is the owner for coming from the same machine: it came by the network's door.
    assert curl(lan, "/api/v1/auth/people")[0] == 401


def six_addresses():
    """The IPv6 addresses of this machine, each with the number and the name of its interface; skips where there are none."""
    try:
        lines = [line.split() for line in Path("/proc/net/if_inet6").read_text().splitlines()]
    except FileNotFoundError:
        lines = []
    if not lines:
        pytest.skip("IPv6 is off on this machine")
    return [(bytes.fromhex(words[0]), int(words[1], 16), words[5]) for words in lines]


def test_answers_over_tls_by_ipv6_too(lan):
    if not any(name == "lo" for _, _, name in six_addresses()):
        pytest.skip("loopback has no IPv6 on this machine")
    _, port, authority = lan
    six = subprocess.run(
        ["curl", "-sS", "--cacert", authority, "--resolve", f"nightjar.local:{port}:[::1]", "-o", "/dev/null", "-w",
         "%{http_code}", f"https://nightjar.local:{port}/api/v1/health"], capture_output=True, text=True, timeout=30)
    assert six.stdout == "200", six.stderr


def test_is_believed_only_by_who_trusts_its_authority(lan):
    _, port, _ = lan
    done = subprocess.run(["curl", "-sS", f"https://127.0.0.1:{port}/"], capture_output=True, text=True, timeout=20)
    assert done.returncode == 60, done.stderr


@pytest.mark.filterwarnings("ignore:ssl.TLSVersion")
@pytest.mark.parametrize("version, works", [
    (ssl.TLSVersion.TLSv1, False), (ssl.TLSVersion.TLSv1_1, False), (ssl.TLSVersion.TLSv1_2, True),
    (ssl.TLSVersion.TLSv1_3, True)])
def test_speaks_tls_1_2_and_1_3_only(lan, version, works):
    _, port, authority = lan
    context = ssl.create_default_context(cafile=authority)
    context.set_ciphers("ALL:@SECLEVEL=0")
    context.minimum_version = context.maximum_version = version
    with socket.create_connection(("127.0.0.1", port), timeout=10) as plain:
        if works:
            with context.wrap_socket(plain, server_hostname="nightjar.local") as wrapped:
                assert wrapped.version() == {"TLSv1_2": "TLSv1.2", "TLSv1_3": "TLSv1.3"}[version.name]
        else:
            with pytest.raises((ssl.SSLError, ConnectionError)):
                context.wrap_socket(plain, server_hostname="nightjar.local")


def test_outlives_what_is_no_tls(lan):
    box, port, _ = lan
    for nonsense in [b"GET / HTTP/1.1\r\nHost: x\r\n\r\n", b"\x16\x03\x01\xff\xff" + b"\xff" * 500, b"", b"\x80" * 5]:
        with socket.create_connection(("127.0.0.1", port), timeout=10) as wire:
            wire.sendall(nonsense)
            wire.settimeout(0.3)
            try:
                assert b"200 OK" not in wire.recv(4096)
            except (TimeoutError, ConnectionError):
                pass
    assert box.process.poll() is None and curl(lan, "/api/v1/health")[0] == 200


def test_an_invitation_signs_a_phone_in_once(nightjar, lan):
    box, port, _ = lan
    invited = json.loads(subprocess.run(
        [nightjar, "lan", "invite", EMAIL, "--data", box.data, "--json"], capture_output=True, text=True,
        timeout=30).stdout)
    address, token = invited["url"].split("/login#invite=")
    assert address.startswith("https://") and address.endswith(f":{port}") and invited["expires_in"] == 600
    claim = ["-H", "Content-Type: application/json", "-d", json.dumps({"token": token})]
    status, body, _ = curl(lan, "/api/v1/auth/invitation", *claim)
    assert status == 200
    grant = json.loads(body)
    assert curl(lan, "/api/v1/auth/invitation", *claim)[0] == 401
    cookie = grant.get("access_token")
    if cookie:
        assert curl(lan, "/api/v1/auth/me", "-H", f"Authorization: Bearer {cookie}")[0] == 200
    assert token not in box.log()
    nobody = subprocess.run(
        [nightjar, "lan", "invite", "nobody@example.org", "--data", box.data], capture_output=True, text=True, timeout=30)
    assert nobody.returncode == 3 and "nobody@example.org" in nobody.stderr


def asked_for_its_name(family, kind, place):
    """The answer to a question of RFC 6762 section 6.7 from a port of its own, which comes back to it."""
    labels = b"".join(bytes([len(part)]) + part for part in [b"nightjar", b"local"]) + b"\0"
    question = struct.pack("!6H", 4711, 0, 1, 0, 0, 0) + labels + struct.pack("!2H", kind, 1)
    with socket.socket(family, socket.SOCK_DGRAM) as wire:
        wire.settimeout(1)
        # A datagram may get lost, and the name is told a moment after the first page is answered.
        for _ in range(10):
            try:
                wire.sendto(question, place)
                answer, _ = wire.recvfrom(2048)
            except TimeoutError:
                continue
            except OSError as error:
                pytest.skip(f"no multicast on this machine: {error}")
            number, flags, _, answers, _, _ = struct.unpack("!6H", answer[:12])
            assert number == 4711 and flags & 0x8400 == 0x8400 and answers >= 1
            return answer
    raise AssertionError("nobody answers to nightjar.local")


def test_answers_to_its_name_by_multicast_dns(lan):
    own = socket.inet_aton(next(
        address for address in subprocess.run(["hostname", "-I"], capture_output=True, text=True).stdout.split()
        if "." in address))
    assert own in asked_for_its_name(socket.AF_INET, 1, ("224.0.0.251", 5353))


def test_answers_to_its_name_over_ipv6(lan):
    own = [(address, index) for address, index, name in six_addresses() if name != "lo"]
    if not own:
        pytest.skip("no network of this machine has IPv6")
    answer = asked_for_its_name(socket.AF_INET6, 28, ("ff02::fb", 5353, 0, own[0][1]))
    assert any(address in answer for address, _ in own)


def test_says_what_is_wrong_and_what_to_do(nightjar, lan, tmp_path):
    box, port, _ = lan

    def run(*words):
        return subprocess.run([nightjar, *map(str, words)], capture_output=True, text=True, timeout=60, input="")

    key = tmp_path / "key.pem"
    subprocess.run(["openssl", "genpkey", "-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-256", "-out", key],
                   check=True, capture_output=True)
    key.chmod(0o600)
    certificate = f"{box.data}/lan/server.pem"
    for words, code, text in [
        (["--certificate", certificate, "--key", key], 1, "belongs to it"),
        (["--certificate", tmp_path / "none.pem", "--key", key], 3, "none.pem"),
        (["--certificate", certificate], 2, "go together"), (["--port", "70000"], 2, "65535"),
    ]:
        done = run("lan", "on", "--data", box.data, *words)
        assert done.returncode == code and text in done.stderr, done.stderr
    key.chmod(0o644)
    assert run("lan", "on", "--data", box.data, "--certificate", certificate, "--key", key).returncode == 4
    # Nobody can sign in at a box of its own, no gateway runs there, and nothing is on.
    fresh = tmp_path / "fresh"
    assert "--email" in run("lan", "on", "--data", fresh).stderr
    assert "nightjar serve" in run("lan", "invite", EMAIL, "--data", fresh).stderr
    assert json.loads(run("lan", "status", "--data", fresh, "--json").stdout)["on"] is False
    refused = run("serve", "--data", fresh, "--listen", "0.0.0.0:0", "--no-bluetooth", "--no-usb")
    assert refused.returncode == 4 and "nightjar lan on" in refused.stderr
    # The port is taken by the box of the fixture.
    assert run("account", "add", EMAIL, "--data", fresh).returncode != 0
    taken = subprocess.run(
        [nightjar, "lan", "on", "--data", fresh, "--email", EMAIL, "--port", str(port)], input=PASSWORD + "\n",
        capture_output=True, text=True, timeout=60)
    assert taken.returncode == 0, taken.stderr
    refused = run("serve", "--data", fresh, "--listen", f"127.0.0.1:{free_port()}", "--no-bluetooth", "--no-usb")
    assert refused.returncode == 1 and f"Port {port} of" in refused.stderr and "in use" in refused.stderr
    assert f"nightjar lan on --port {port + 1}" in refused.stderr
