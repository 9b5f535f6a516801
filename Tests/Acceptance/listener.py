"""Listens to a gateway's live stream in the background and stamps each event when it arrives."""

import json
import threading
import time
import urllib.error


class Listener:
    """Events as (time of receipt, name, data), from the moment that the stream is open."""

    def __init__(self, gateway):
        self.events = []
        self.stream = gateway.open("/api/v1/live/stream", timeout=30)
        self.thread = threading.Thread(target=self._read, daemon=True)
        self.thread.start()

    def _read(self):
        name = None
        try:
            for line in self.stream:
                if line.startswith(b"event:"):
                    name = line[6:].strip().decode()
                elif line.startswith(b"data:"):
                    self.events.append((time.time(), name, json.loads(line[5:])))
        except (OSError, ValueError, AttributeError, urllib.error.URLError):
            pass  # The gateway has ended, which is what some tests are about.

    def of(self, kind, before=float("inf")):
        return [data for at, name, data in list(self.events) if name == kind and at <= before]

    def until(self, condition, patience_s=30):
        """Waits until `condition` holds for this listener, or the stream has ended."""
        deadline = time.monotonic() + patience_s
        while not condition(self):
            assert time.monotonic() < deadline, f"{len(self.events)} events, but not what was waited for"
            if not self.thread.is_alive():
                return
            time.sleep(0.05)
