"""The program as a person at a shell has it: words in; exit code, standard output and standard error out."""

import json
import os
import pathlib
import subprocess


class Program:
    """Runs the program in a home of its own, so that nothing of the machine's owner is seen or touched."""

    def __init__(self, binary, home):
        self.binary = binary
        self.home = pathlib.Path(home)

    @property
    def environment(self):
        kept = {key: value for key, value in os.environ.items() if key not in ("XDG_DATA_HOME", "TZ")}
        return kept | {"HOME": str(self.home), "LC_ALL": "C.UTF-8"}

    def run(self, *words, input=None, before=(), timeout=120):
        """Runs to the end; `before` are the words of a program that runs it."""
        return subprocess.run(
            [*before, self.binary, *map(str, words)], capture_output=True, timeout=timeout, cwd=self.home,
            env=self.environment, input=input.encode() if isinstance(input, str) else input or b"")

    def text(self, *words, **more):
        """Standard output of a run that must succeed."""
        done = self.run(*words, **more)
        assert done.returncode == 0, f"{words} ended with {done.returncode}: {done.stderr.decode()}"
        return done.stdout.decode()

    def json(self, *words, **more):
        return json.loads(self.text(*words, **more))
