"""What the program says today, kept as text, so that a change of what carries it can be shown to change nothing.

NIGHTJAR_SNAPSHOTS=write writes the files anew: then read the difference before it is committed.
"""

import datetime
import difflib
import hashlib
import json
import os
import pathlib
import re
import time

FOLDER = pathlib.Path(__file__).with_name("snapshots")
# Lists that are longer are told by their length, their ends and a digest.
LONG = 24
# What is of this minute, this machine or chance, by its name.
CHANCE = {"access_token", "refresh_token", "token", "csrf_token", "trace_id", "request_id", "version", "run", "etag", "seconds", "elapsed_s",
          "uptime_s", "milliseconds", "processing_time_ms", "resident_bytes", "free_bytes", "fingerprint", "pairing_uri"}
UUID = re.compile(r"\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b", re.I)
VERSION = re.compile(r"\b(Nightjar|nightjar) \d+\.\d+\.\d+")
CLOCK = re.compile(r"\b1\d{9}\b")
LONG_NUMBER = re.compile(r"(?<![\w.:])-?\d+\.\d{7,}(e-?\d+)?\b")
CHANCE_HEX = re.compile(r"\b[0-9a-f]{32}\b")
ISO = re.compile(r"\b(\d{4}-\d\d-\d\d)[T ]\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)?")
DAY = re.compile(r"\b\d{4}-\d\d-\d\d\b")
NEAR_S = 40 * 86400


def is_near(seconds):
    return abs(seconds - time.time()) < NEAR_S


def is_near_day(text):
    try:
        day = datetime.datetime.fromisoformat(text).replace(tzinfo=datetime.UTC)
    except ValueError:
        return False
    return is_near(day.timestamp())


class Mask:
    """Takes out of an answer what differs from one run to the next; the same thing has the same stand-in throughout."""

    def __init__(self, **words):
        self.words = {str(value): f"<{name}>" for name, value in words.items()}
        self.seen = {}

    def text(self, text):
        for word, name in self.words.items():
            text = text.replace(word, name)
        # Processors differ in the last digits.
        text = LONG_NUMBER.sub(lambda found: f"{float(found.group(0)):.6g}", text)
        text = VERSION.sub(r"\1 <version>", text)
        text = UUID.sub(lambda found: self.numbered("uuid", found.group(0).lower()), text)
        text = CLOCK.sub(lambda found: "<time>" if is_near(int(found.group(0))) else found.group(0), text)
        text = CHANCE_HEX.sub(lambda found: self.numbered("number", found.group(0)), text)
        text = ISO.sub(lambda found: "<time>" if is_near_day(found.group(1)) else found.group(0), text)
        return DAY.sub(lambda found: "<day>" if is_near_day(found.group(0)) else found.group(0), text)

    def numbered(self, kind, value):
        return self.seen.setdefault(value, f"<{kind} {len(self.seen) + 1}>")

    def value(self, value, name=""):
        if isinstance(value, dict):
            return {self.text(key): self.value(part, key) for key, part in value.items()}
        if name in CHANCE and value is not None or name == "code" and re.fullmatch("[0-9]{6}", str(value)):
            return f"<{name}>"
        if isinstance(value, list):
            parts = [self.value(part, name) for part in value]
            if len(parts) <= LONG:
                return parts
            digest = hashlib.sha256(json.dumps(parts, sort_keys=True).encode()).hexdigest()[:16]
            return [*parts[:3], f"<{len(parts)} in all, {digest}>", *parts[-3:]]
        if isinstance(value, str):
            text = self.text(value)
            return text if len(text) <= 600 else f"{text[:300]} <{len(text)} in all, {hashlib.sha256(text.encode()).hexdigest()[:16]}>"
        if isinstance(value, (int, float)) and not isinstance(value, bool):
            for unit in (1, 1000, 1e6, 1e9):
                if is_near(value / unit):
                    return "<time>"
            return float(f"{value:.7g}") if isinstance(value, float) else value
        return value

    def json(self, value):
        return json.dumps(self.value(value), indent=1, sort_keys=True, ensure_ascii=False)

    def bytes(self, data, lines=12):
        """Text by its first lines and a digest, anything else by its length and a digest."""
        try:
            text = self.text(data.decode())
        except UnicodeDecodeError:
            return f"<{len(data)} bytes, {hashlib.sha256(self.text(data.decode('latin-1')).encode()).hexdigest()[:16]}>"
        rows = text.splitlines()
        shown = "\n".join(rows[:lines])
        digest = hashlib.sha256(text.encode()).hexdigest()[:16]
        return shown if len(rows) <= lines else f"{shown}\n<{len(rows)} lines in all, {digest}>"


def hold(name, text):
    """Compares with the snapshot of that name, or writes it where that is wanted."""
    path = FOLDER / f"{name}.txt"
    text = text.rstrip("\n") + "\n"
    if os.environ.get("NIGHTJAR_SNAPSHOTS") == "write":
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        return
    kept = path.read_text() if path.exists() else ""
    difference = list(difflib.unified_diff(kept.splitlines(), text.splitlines(), f"snapshots/{name}.txt", "now", lineterm="", n=2))
    assert not difference, "\n".join(difference[:120])
