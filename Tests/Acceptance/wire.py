"""A WebSocket client that can also do what no proper client does (RFC 6455)."""

import base64
import os
import socket
import struct

TEXT, BINARY, CONTINUATION, CLOSE, PING, PONG = 1, 2, 0, 8, 9, 10


class Wire:
    def __init__(self, gateway, path, headers=()):
        self.socket = socket.create_connection(("127.0.0.1", gateway.port), timeout=15)
        key = base64.b64encode(os.urandom(16)).decode()
        lines = [f"GET {path} HTTP/1.1", f"Host: 127.0.0.1:{gateway.port}", "Upgrade: websocket",
                 "Connection: keep-alive, Upgrade", f"Sec-WebSocket-Key: {key}", "Sec-WebSocket-Version: 13", *headers]
        self.socket.sendall(("\r\n".join(lines) + "\r\n\r\n").encode())
        self.buffer = b""
        while b"\r\n\r\n" not in self.buffer:
            piece = self.socket.recv(65536)
            if not piece:
                break
            self.buffer += piece
        head, _, self.buffer = self.buffer.partition(b"\r\n\r\n")
        self.status = int(head.split()[1])

    def send(self, opcode, payload=b"", fin=True, rsv=0, mask=True, length=None, chop=None):
        first = (0x80 if fin else 0) | rsv << 4 | opcode
        size = len(payload) if length is None else length
        bit = 0x80 if mask else 0
        if size < 126:
            head = struct.pack("!BB", first, bit | size)
        elif size < 65536:
            head = struct.pack("!BBH", first, bit | 126, size)
        else:
            head = struct.pack("!BBQ", first, bit | 127, size)
        if mask:
            key = os.urandom(4)
            payload = bytes(byte ^ key[index % 4] for index, byte in enumerate(payload))
            head += key
        data = head + payload
        for start in range(0, len(data), chop or len(data)):
            self.socket.sendall(data[start:start + (chop or len(data))])

    def take(self, count):
        while len(self.buffer) < count:
            piece = self.socket.recv(65536)
            if not piece:
                raise EOFError
            self.buffer += piece
        taken, self.buffer = self.buffer[:count], self.buffer[count:]
        return taken

    def frame(self):
        """The next frame: opcode and payload. The server neither masks nor cuts, and sets no reserved bits."""
        first, second = self.take(2)
        size = second & 0x7F
        assert first & 0x70 == 0 and second & 0x80 == 0 and first & 0x80
        if size == 126:
            size, = struct.unpack("!H", self.take(2))
        elif size == 127:
            size, = struct.unpack("!Q", self.take(8))
        return first & 0x0F, self.take(size)

    def until(self, opcode):
        """The payload of the next frame of a kind."""
        while True:
            kind, payload = self.frame()
            if kind == opcode:
                return payload
            assert kind != CLOSE, payload

    def closed(self):
        """The code with which the server closes, and that it ends the connection then; None where it only ends."""
        try:
            while True:
                kind, payload = self.frame()
                if kind == CLOSE:
                    break
        except (EOFError, ConnectionResetError):
            return None
        try:
            self.send(CLOSE, payload[:2])
            while self.socket.recv(65536):
                pass
        except OSError:
            pass
        return struct.unpack("!H", payload[:2])[0] if payload else 1005
