"""The relay as its users have it: over HTTP up to the last byte, through a pipe, and with programs that are killed or stopped."""

import http.client
import json
import os
import plistlib
import signal
import subprocess
import threading
import time
import urllib.error
import urllib.request

import pytest


class Side:
    """`nightjar relay` as a program of one side, with what it prints and a pipe for what it is to do."""

    def __init__(self, nightjar, data, *words):
        self.process = subprocess.Popen(
            [nightjar, "relay", *words, "--data", str(data), "--json"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            stderr=subprocess.PIPE, text=True)
        self.events = []
        self.reader = threading.Thread(target=self._read, daemon=True)
        self.reader.start()

    def _read(self):
        for line in self.process.stdout:
            self.events.append(json.loads(line))

    def of(self, kind):
        return [event for event in list(self.events) if event.get("event") == kind]

    def say(self, *lines):
        self.process.stdin.write("".join(f"{line}\n" for line in lines))
        self.process.stdin.flush()

    def end(self):
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        self.reader.join(5)


@pytest.fixture
def sides(nightjar, tmp_path):
    """Starts programs on a hub of their own, which is one of them."""
    running = []

    def start(*words):
        running.append(Side(nightjar, tmp_path / "relay", *words))
        if words[0] == "hub":
            until(lambda: (tmp_path / "relay" / "relay.sock").exists(), "the hub does not listen")
        return running[-1]

    yield start
    for side in running:
        side.end()


def until(holds, otherwise, patience_s=30):
    deadline = time.monotonic() + patience_s
    while not holds():
        assert time.monotonic() < deadline, otherwise() if callable(otherwise) else otherwise
        time.sleep(0.02)


def post(gateway, path, body):
    request = urllib.request.Request(
        f"{gateway.url}/api/v1/relay/{path}", json.dumps(body).encode(), {"Content-Type": "application/json"})
    try:
        with urllib.request.urlopen(request, timeout=60) as answer:
            return answer.status, json.loads(answer.read() or b"{}")
    except urllib.error.HTTPError as error:
        return error.code, json.load(error)


def size(payload):
    """Bytes of a payload as a binary property list, by the reader and writer of somebody else."""
    return len(plistlib.dumps(payload, fmt=plistlib.FMT_BINARY))


def longest(limit, letter="a"):
    """The longest text that a payload of so many bytes holds."""
    length = limit
    while size({"n": letter * length}) > limit:
        length -= 1
    assert size({"n": letter * (length + 1)}) > limit
    return letter * length


@pytest.fixture
def paired(own_gateway):
    """A gateway and the credentials of a watch that was paired by a code and is there."""
    gateway = own_gateway(demo=False, options=["--no-bluetooth", "--no-usb"])
    code = post(gateway, "pairing-codes", {})[1]["code"]
    watch = post(gateway, "pair", {"code": code, "name": "Browser"})[1]
    ours = {"watch": watch["watch"], "token": watch["token"]}
    post(gateway, "watch/poll", {**ours, "wait_s": 0})
    return gateway, ours


@pytest.mark.parametrize("letter", ["a", "\x01"])
def test_a_context_of_every_size_that_the_relay_takes_goes_over_http(paired, letter):
    gateway, ours = paired

    def known():
        return post(gateway, "watch/poll", {**ours, "wait_s": 0})[1]["context"].get("n")

    for text in (letter * 66_000, longest(262_144, letter)):
        status, receipt = post(gateway, "send", {"kind": "context", "payload": {"n": text}})
        assert (status, receipt) == (200, {"sent": True})
        until(lambda: known() == text, "the watch has not got it")
    status, problem = post(gateway, "send", {"kind": "context", "payload": {"n": text + letter}})
    assert status == 413 and problem["code"] == "relay-7009" and "262144" in problem["detail"], problem
    # Beyond what a body may hold, which is told before any of it is read.
    asking = http.client.HTTPConnection("127.0.0.1", gateway.port, timeout=20)
    asking.putrequest("POST", "/api/v1/relay/send")
    asking.putheader("Content-Type", "application/json")
    asking.putheader("Content-Length", str((2 << 20) + 1))
    asking.endheaders()
    with asking.getresponse() as answer:
        assert answer.status == 413 and b"2097152" in answer.read()
    asking.close()
    assert known() == text


def test_user_infos_and_messages_of_every_size_that_the_relay_takes_go_over_http(paired):
    gateway, ours = paired
    assert size({"n": "a" * 65_481}) <= 65_536
    text = longest(65_536)
    for sent in ("a" * 65_481, text):
        for path, more in (("watch/send", ours), ("send", {})):
            status, receipt = post(gateway, path, {**more, "kind": "userinfo", "payload": {"n": sent}})
            assert status == 200 and receipt["id"], receipt
            status, problem = post(gateway, path, {**more, "kind": "userinfo", "payload": {"n": text + "a"}})
            assert status == 413 and problem["code"] == "relay-7009" and "65536" in problem["detail"], problem
    events = []
    until(lambda: events.extend(post(gateway, "watch/poll", {
        **ours, "wait_s": 1, "after": events[-1]["number"] if events else 0})[1]["events"]) or len(
            [event for event in events if event["event"] == "userinfo"]) == 2, lambda: f"{events}"[:500])
    infos = [event["payload"]["n"] for event in events if event["event"] == "userinfo"]
    assert infos == ["a" * 65_481, text]


def test_lines_of_a_pipe_are_verbs_and_one_that_is_none_is_told(sides, nightjar, tmp_path):
    sides("hub")
    watch = sides("watch", "--count", "100")
    until(lambda: watch.of("activated"), "the watch is not there")

    def piped(text, *words, role="phone"):
        return subprocess.run([nightjar, "relay", role, *words, "--data", str(tmp_path / "relay"), "--json"], input=text,
                              capture_output=True, text=True, timeout=60)

    done = piped('userinfo {"n": 1}\n\nsend {"n": 2}\nuserinfo {"n": 3}\n', "--take", "--wait")
    assert done.returncode == 0 and not done.stderr, done
    assert [json.loads(line)["event"] for line in done.stdout.splitlines()].count("delivered") == 2
    until(lambda: len(watch.of("userinfo")) == 2 and watch.of("message"), lambda: watch.events)
    assert [event["userinfo"]["n"] for event in watch.of("userinfo")] == [1, 3]
    assert watch.of("message")[0]["message"] == {"n": 2}

    # The lines after a bad one are done all the same; the first that failed decides how it ends.
    for bad, code, told in (
            ("flap", 2, "There is no verb “flap”"), ("userinfo [1]", 2, "is not a JSON object"),
            ("cancel nothing", 3, "No transfer “nothing” waits"), ('userinfo {"n": null}', 1, "7010"),
            ("file /nowhere", 1, "7013")):
        done = piped(f'{bad}\nuserinfo {{"after": "{code}"}}\n', "--take", "--wait")
        assert done.returncode == code and told in done.stderr, (bad, done)
        assert bad.split()[0] in done.stderr
        assert '"event":"delivered"' in done.stdout, (bad, done)

    # With --count the pipe's end is not the end; one that brings nothing neither.
    done = piped("status\n", "--take", "--count", "4")
    assert done.returncode == 0 and len(done.stdout.splitlines()) == 4, done
    silent = sides("phone", "--take")
    silent.process.stdin.close()
    until(lambda: silent.of("activated"), "it is not there")
    watch.say('send {"to": "silent"}')
    until(lambda: silent.of("message"), lambda: silent.events)
    assert silent.process.poll() is None


def test_each_of_3000_user_infos_ends_once_although_the_hub_is_killed_again_and_again(sides):
    hub = sides("hub")
    watch = sides("watch", "--count", "1000000")
    phone = sides("phone", "--take", "--count", "1000000")
    until(lambda: watch.of("activated") and phone.of("activated"), "they are not there")
    threading.Thread(target=phone.say, args=[f'userinfo {{"n": {n}}}' for n in range(3000)], daemon=True).start()
    kills = 0
    deadline = time.monotonic() + 90
    while len(phone.of("finished")) < 3000 and time.monotonic() < deadline:
        before = len(phone.events)
        time.sleep(0.05 if kills < 3 else 0.8)
        if len(phone.events) == before and kills:
            continue
        hub.process.send_signal(signal.SIGKILL)
        hub.process.wait()
        hub = sides("hub")
        kills += 1
    # Word that is told twice would come with the next welcome.
    for _ in range(2):
        hub.process.send_signal(signal.SIGKILL)
        hub.process.wait()
        hub = sides("hub")
        there = len(phone.of("status"))

        def answers():
            phone.say("status")
            time.sleep(0.2)
            return len(phone.of("status")) > there

        until(answers, "the phone does not come back")
    finished = [event["id"] for event in phone.of("finished")]
    assert len(finished) == 3000 == len(set(finished)), (len(finished), len(set(finished)), kills)
    assert all(event["code"] is None for event in phone.of("finished"))
    assert [event["userinfo"]["n"] for event in watch.of("userinfo")] == list(range(3000))
    assert kills > 3, kills


def test_a_watch_that_is_stopped_is_out_of_reach_and_gets_nothing_of_what_failed(sides):
    sides("hub")
    watch = sides("watch", "--count", "1000000", "--ask", "86400")
    phone = sides("phone", "--take", "--count", "1000000", "--timeout", "4")
    until(lambda: any(event["reachable"] for event in phone.of("reachability")), "the watch is out of reach")
    os.kill(watch.process.pid, signal.SIGSTOP)
    try:
        stopped = time.monotonic()
        # Asked at once it is thought to be there; nothing comes of it.
        phone.say('request {"n": "early"}')
        until(lambda: phone.of("error"), "the question has no end")
        assert phone.of("error")[0]["code"] == 7012, phone.of("error")
        until(lambda: phone.of("reachability")[-1]["reachable"] is False, "it stays reachable", 20)
        assert time.monotonic() - stopped < 15, "it took too long"
        phone.say('send {"n": "late"}', 'request {"n": "late"}', 'userinfo {"n": "kept"}')
        until(lambda: len(phone.of("error")) == 3 and phone.of("stored"), lambda: phone.events)
        assert [event["code"] for event in phone.of("error")][1:] == [7007, 7007]
    finally:
        os.kill(watch.process.pid, signal.SIGCONT)
    until(lambda: phone.of("reachability")[-1]["reachable"] is True, "it does not come back")
    until(lambda: watch.of("userinfo"), "what waits does not come")
    phone.say('send {"n": "now"}')
    until(lambda: watch.of("message"), "the next message does not come")
    time.sleep(1)
    assert [event["message"]["n"] for event in watch.of("message")] == ["now"]
