"""A program in a real pseudo-terminal, and what its screen shows."""

import fcntl
import os
import pty
import re
import select
import signal
import struct
import termios
import time

import pyte


class Terminal:
    """Runs `words` in a pseudo-terminal and keeps the screen that a person would see."""

    def __init__(self, words, columns=80, rows=24, environment=None):
        self.screen = pyte.Screen(columns, rows)
        self.stream = pyte.ByteStream(self.screen)
        self.code = None
        self.process, self.descriptor = pty.fork()
        if self.process == 0:
            # A shell hands an ignored SIGINT on to what it runs in the background, this suite perhaps.
            signal.signal(signal.SIGINT, signal.SIG_DFL)
            os.execve(words[0], words, (environment or dict(os.environ)) | {"TERM": "xterm-256color"})
        self._tell_size()

    def _tell_size(self):
        size = struct.pack("HHHH", self.screen.lines, self.screen.columns, 0, 0)
        fcntl.ioctl(self.descriptor, termios.TIOCSWINSZ, size)

    def resize(self, columns, rows):
        self.screen.resize(rows, columns)
        self._tell_size()

    def type(self, keys):
        os.write(self.descriptor, keys)

    def pump(self, seconds):
        """Takes what the program writes for so long; false when it has ended."""
        deadline = time.monotonic() + seconds
        while (left := deadline - time.monotonic()) > 0:
            if not select.select([self.descriptor], [], [], left)[0]:
                break
            try:
                piece = os.read(self.descriptor, 65536)
            except OSError:
                return False
            if not piece:
                return False
            self.stream.feed(piece)
        return True

    def lines(self):
        """The lines of the screen down to the last that is not blank."""
        lines = [line.rstrip() for line in self.screen.display]
        while lines and not lines[-1]:
            lines.pop()
        return lines

    def text(self):
        return "\n".join(self.lines())

    def until(self, pattern, patience_s=20):
        """Waits for the screen to show `pattern` and returns the match."""
        deadline = time.monotonic() + patience_s
        while True:
            found = re.search(pattern, self.text())
            if found:
                return found
            assert time.monotonic() < deadline, f"no {pattern!r} on the screen:\n{self.text()}"
            alive = self.pump(0.1)
            assert alive or re.search(pattern, self.text()), f"ended without {pattern!r}:\n{self.text()}"

    def until_cursor_rests(self, patience_s=10):
        """Waits for the cursor to stand at the beginning of a line, as it does after each redraw."""
        deadline = time.monotonic() + patience_s
        while self.screen.cursor.x != 0:
            assert time.monotonic() < deadline, f"the cursor stands in a line:\n{self.text()}"
            self.pump(0.05)

    def end(self, patience_s=10):
        """Waits for the end; the exit code, or minus the signal."""
        deadline = time.monotonic() + patience_s
        while self.pump(0.1):
            assert time.monotonic() < deadline, f"does not end:\n{self.text()}"
        return self.reap()

    def reap(self):
        if self.code is None:
            self.code = os.waitstatus_to_exitcode(os.waitpid(self.process, 0)[1])
            os.close(self.descriptor)
        return self.code

    def close(self):
        if self.code is None:
            os.kill(self.process, signal.SIGKILL)
            self.reap()
