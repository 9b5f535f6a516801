"""WebSockets, judged by clients that are not ours: raw frames after RFC 6455, and the `websockets` package."""

import itertools
import json
import struct
import urllib.error
import urllib.request

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from wire import BINARY, CLOSE, CONTINUATION, PING, PONG, TEXT, Wire

rooms = itertools.count()


def room():
    """A room that nobody else is in; three sockets may be open at a time, so each test closes its own."""
    return f"/api/v1/ws/test-{next(rooms)}"


@pytest.fixture
def wire(gateway):
    opened = Wire(gateway, room())
    assert opened.status == 101
    assert json.loads(opened.until(TEXT))["type"] == "connection_ack"
    yield opened
    opened.socket.close()


def ask(wire):
    """That the connection lives: a message is answered."""
    wire.send(TEXT, b'{"type":"heartbeat"}')
    return json.loads(wire.until(TEXT))["type"] == "heartbeat_ack"


@pytest.mark.parametrize("payload", [b"", b"beat", b"\x00\xff\xfe" * 40, b"x" * 125])
def test_ping_is_answered_with_its_payload(wire, payload):
    wire.send(PING, payload)
    assert wire.until(PONG) == payload


def test_pings_are_answered_in_order_and_byte_by_byte(wire):
    for number in range(10):
        wire.send(PING, b"%d" % number, chop=1)
    assert [wire.until(PONG) for _ in range(10)] == [b"%d" % number for number in range(10)]


def test_unasked_pong_is_passed_over(wire):
    wire.send(PONG, b"nobody asked")
    assert ask(wire)


def test_message_in_pieces_with_a_ping_between(wire):
    parts = [b'{"type":', b'"heart', b"", b'beat"}']
    wire.send(TEXT, parts[0], fin=False)
    wire.send(CONTINUATION, parts[1], fin=False)
    wire.send(PING, b"between")
    wire.send(CONTINUATION, parts[2], fin=False)
    wire.send(CONTINUATION, parts[3])
    assert wire.until(PONG) == b"between"
    assert json.loads(wire.until(TEXT))["type"] == "heartbeat_ack"


def test_utf8_may_be_cut_anywhere(wire):
    text = json.dumps({"type": "message", "content": "κόσμε 💓"}, ensure_ascii=False).encode()
    wire.send(TEXT, text[:40], fin=False, chop=1)
    wire.send(CONTINUATION, text[40:], chop=1)
    assert json.loads(wire.until(TEXT))["content"] == "κόσμε 💓"


BROKEN = {
    "reserved bit": (1002, lambda wire: wire.send(TEXT, b"{}", rsv=4)),
    "reserved data opcode": (1002, lambda wire: wire.send(3, b"{}")),
    "reserved control opcode": (1002, lambda wire: wire.send(11, b"")),
    "ping in pieces": (1002, lambda wire: wire.send(PING, b"x", fin=False)),
    "long ping": (1002, lambda wire: wire.send(PING, b"x" * 126)),
    "unmasked": (1002, lambda wire: wire.send(TEXT, b"{}", mask=False)),
    "continuation of nothing": (1002, lambda wire: wire.send(CONTINUATION, b"{}")),
    "message within a message": (1002, lambda wire: (wire.send(TEXT, b"{", fin=False), wire.send(TEXT, b"}"))),
    "broken UTF-8": (1007, lambda wire: wire.send(TEXT, b"\xce\xba\xe1\xbd\xb9\xcf\x83\xed\xa0\x80")),
    "UTF-8 that ends early": (1007, lambda wire: wire.send(TEXT, b"\xf0\x9f\x92")),
    "overlong UTF-8": (1007, lambda wire: wire.send(TEXT, b"\xc0\xaf")),
    "beyond Unicode": (1007, lambda wire: wire.send(TEXT, b"\xf4\x90\x80\x80")),
    "close of one byte": (1002, lambda wire: wire.send(CLOSE, b"\x03")),
    "close with a bad code": (1002, lambda wire: wire.send(CLOSE, struct.pack("!H", 1005))),
    "close with code 999": (1002, lambda wire: wire.send(CLOSE, struct.pack("!H", 999))),
    "close with broken text": (1007, lambda wire: wire.send(CLOSE, struct.pack("!H", 1000) + b"\xff")),
    "long close": (1002, lambda wire: wire.send(CLOSE, struct.pack("!H", 1000) + b"x" * 124)),
    "more than a megabyte": (1009, lambda wire: wire.send(TEXT, b"x", length=2 << 20)),
    "length beyond 63 bits": (1002, lambda wire: wire.send(TEXT, b"", length=1 << 63)),
    "bytes where text is spoken": (1003, lambda wire: wire.send(BINARY, b"{}")),
}


@pytest.mark.parametrize("name", BROKEN)
def test_what_breaks_the_protocol_ends_the_connection(wire, name):
    code, act = BROKEN[name]
    act(wire)
    assert wire.closed() in (code, None) if code == 1002 else wire.closed() == code


@pytest.mark.parametrize("code", [1000, 1001, 1003, 1007, 1011, 3000, 3999, 4000, 4999])
def test_closing_is_answered_with_the_same_code(wire, code):
    wire.send(CLOSE, struct.pack("!H", code) + b"so long")
    assert wire.closed() == code


def test_closing_without_a_code_is_answered(wire):
    wire.send(CLOSE)
    assert wire.closed() in (1000, 1005)


def test_frames_that_come_with_the_request_are_not_lost(gateway):
    with connect(f"ws://127.0.0.1:{gateway.port}{room()}") as client:
        assert json.loads(client.recv(10))["type"] == "connection_ack"
        client.send(json.dumps({"type": "heartbeat", "client_timestamp": "2025-06-18T22:30:00Z"}))
        answer = json.loads(client.recv(10))
        assert answer["type"] == "heartbeat_ack" and answer["client_timestamp"] == "2025-06-18T22:30:00Z"
        assert {"timestamp", "message_id", "server_timestamp"} <= set(answer)


def test_refusals_have_the_codes_of_the_contract(gateway):
    points = [{"timestamp": "2025-06-18T22:30:00Z", "value": 1}]
    cases = [
        ("x" * (65 << 10), "MESSAGE_TOO_LARGE"), ("{", "INVALID_JSON"), ("[]", "MESSAGE_PARSE_ERROR"),
        ('{"type":"dance"}', "UNKNOWN_MESSAGE_TYPE"), ('{"type":"message","content":""}', "MESSAGE_PARSE_ERROR"),
        (json.dumps({"type": "message", "content": "x" * 2001}), "MESSAGE_PARSE_ERROR"),
        ('{"type":"health_insight","content":"x"}', "INVALID_HEALTH_INSIGHT_CONTENT"),
        (json.dumps({"type": "health_insight", "content": {"data_points": [{}] * 10_081}}), "TOO_MANY_DATA_POINTS"),
    ]
    with connect(f"ws://127.0.0.1:{gateway.port}{room()}") as client:
        client.recv(10)
        for text, code in cases:
            client.send(text)
            answer = json.loads(client.recv(10))
            assert (answer["type"], answer["error_code"]) == ("error", code)
    with connect(f"ws://127.0.0.1:{gateway.port}/api/v1/ws/health-analysis/me") as client:
        client.recv(10)
        client.send('{"data_points":[{"timestamp":"never","value":1}]}')
        assert json.loads(client.recv(10))["error_code"] == "INVALID_HEALTH_DATA_PAYLOAD"
        client.send(json.dumps({"data_points": points}))
        types = [json.loads(client.recv(20))["type"] for _ in range(3)]
        assert types == ["analysis_update", "analysis_update", "health_insight"]


def test_a_room_hears_who_comes_speaks_types_and_goes(gateway):
    address = f"ws://127.0.0.1:{gateway.port}{room()}"
    with connect(address) as first:
        first.recv(10)
        with connect(address) as second:
            second.recv(10)
            assert json.loads(first.recv(10))["type"] == "user_joined"
            second.send('{"type":"typing","is_typing":true,"user_id":"somebody else"}')
            typing = json.loads(first.recv(10))
            assert typing["is_typing"] is True and typing["user_id"] == "local"
            second.send('{"type":"message","content":"good night","user_id":"somebody else"}')
            for client in (first, second):
                message = json.loads(client.recv(10))
                assert (message["content"], message["user_id"]) == ("good night", "local")


def test_a_fourth_socket_and_the_61st_message_are_too_many(own_gateway):
    gateway = own_gateway(demo=False)
    address = f"ws://127.0.0.1:{gateway.port}/api/v1/ws/full"
    with connect(address) as first, connect(address), connect(address):
        with connect(address) as fourth, pytest.raises(ConnectionClosed) as closed:
            fourth.recv(10)
        assert closed.value.rcvd.code == 1008
        for _ in range(61):
            first.send('{"type":"heartbeat"}')
        answers = [json.loads(first.recv(10)) for _ in range(64)]
        codes = [answer.get("error_code") for answer in answers if answer["type"] == "error"]
        assert codes == ["RATE_LIMIT_EXCEEDED"]
    assert gateway.process.poll() is None


def test_live_events_come_as_in_the_stream_and_can_be_taken_up_again(gateway):
    address = f"ws://127.0.0.1:{gateway.port}/api/v1/ws/live?topics=motion,hr"
    with connect(address, max_size=None) as client:
        assert json.loads(client.recv(10))["type"] == "snapshot"
        event = json.loads(client.recv(20))
        assert event["type"] in ("motion", "hr") and event["data"]["device"]
    with connect(f"{address}&last_event_id={event['id']}", max_size=None) as client:
        assert json.loads(client.recv(10))["type"] == "snapshot"
        again = json.loads(client.recv(20))
        assert int(again["id"].split("-")[1]) > int(event["id"].split("-")[1])
    with connect(f"{address}&last_event_id=other-1", max_size=None) as client:
        client.recv(10)
        missed = json.loads(client.recv(10))
        assert missed["type"] == "missed" and missed["data"] == {"after": "other-1", "reason": "restarted"}


def test_a_foreign_page_may_not_listen_in(gateway):
    assert Wire(gateway, room(), ["Origin: http://evil.example"]).status == 403
    assert Wire(gateway, room(), [f"Origin: http://127.0.0.1:{gateway.port}"]).status == 101


def test_a_plain_request_is_told_to_upgrade(gateway):
    with pytest.raises(urllib.error.HTTPError) as refused:
        urllib.request.urlopen(gateway.url + "/api/v1/ws/live", timeout=10)
    assert refused.value.code == 426 and refused.value.headers["Upgrade"] == "websocket"


def test_the_gateway_stops_with_sockets_open(own_gateway):
    gateway = own_gateway(demo=False)
    with connect(f"ws://127.0.0.1:{gateway.port}/api/v1/ws/one") as client:
        client.recv(10)
        gateway.stop()
        with pytest.raises(ConnectionClosed) as closed:
            client.recv(10)
        assert closed.value.rcvd.code == 1001
    assert gateway.process.returncode == 0
