"""A small disk in memory that one program and what it starts see, and nobody else."""

import json
import os
import pathlib
import subprocess
import sys

import pytest


def small_disk(folder, options):
    """The words that run what follows them with such a disk at `folder`; `options` are those of tmpfs."""
    own = ["unshare", "--mount"] if os.geteuid() == 0 else ["unshare", "--map-root-user", "--mount"]
    folder.mkdir(exist_ok=True)
    script = f'mount -t tmpfs -o {options} tmpfs {folder} && exec "$@"'
    words = [*own, "sh", "-c", script, "sh"]
    if subprocess.run([*words, "true"], capture_output=True).returncode != 0:
        pytest.skip("no file system can be mounted here")
    return words


def seen_by(process, folder):
    """The path by which others reach what a process has at `folder`."""
    return pathlib.Path(f"/proc/{process.pid}/root{folder}")


def ask(process, database, question):
    """Asks a database there; SQLite follows links, and would leave the disk by them."""
    own = [] if os.geteuid() == 0 else ["--user", "--preserve-credentials"]
    script = "import json, sqlite3, sys; print(json.dumps(sqlite3.connect(sys.argv[1]).execute(sys.argv[2]).fetchall()))"
    done = subprocess.run(["nsenter", "--target", str(process.pid), "--mount", *own, sys.executable, "-c", script, database, question],
                          capture_output=True, text=True, check=True)
    return json.loads(done.stdout)


def fill(folder, leave=0):
    """Takes all room but `leave` bytes, and returns the file that takes it."""
    path = folder / "filler"
    with open(path, "wb", buffering=0) as file:
        try:
            while True:
                file.write(bytes(1 << 16))
        except OSError:
            pass
    if leave:
        os.truncate(path, max(0, path.stat().st_size - leave))
    return path
