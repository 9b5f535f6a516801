#!/usr/bin/env python3
"""Compares what the program prints with the references and with peers on the same files, and prints one table.

usage: Benchmarks/Parity/run.py [--only NAME,...] [--json FILE] [--no-peers] [--install]

Every module beside this one that has `rows(nightjar, data)` is run: `nightjar` is the path of the program, `data` the
folder of recordings and reference results (NIGHTJAR_TEST_DATA, else ../shared/data), both pathlib.Path. It returns
dictionaries, one for each comparison:

  output     what is compared, in the field's words
  data       the file or set it is compared on
  reference  whose result it is compared with
  agreement  how well both agree, as text with its unit
  tolerance  what is allowed, as text
  ok         whether that is met: True or False; None when it cannot be judged and is only told
  note       optional: where a peer is wrong, and why

The program is NIGHTJAR_BIN, else the release build. Peers are installed from PyPI, pinned, into a virtual environment
of this folder; modules get them by `from compare import peer`, and those that are missing are named. Exit code 1 when
a row is not met, a module fails, or there is nothing to compare.
"""

import argparse
import importlib
import json
import os
import pathlib
import subprocess
import sys
import textwrap
import traceback

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
VENV = HERE / ".venv"
OWN = {"run", "compare"}


def say(text):
    print(text, file=sys.stderr, flush=True)


def install():
    """Makes the virtual environment; a peer that does not install is left out, its name stays in `missing`."""
    ready = VENV / "ready"
    wanted = (HERE / "requirements.txt").read_text()
    if ready.exists() and ready.read_text() == wanted:
        return
    say("installing the peers from PyPI")
    subprocess.run([sys.executable, "-m", "venv", str(VENV)], check=True)
    pip = [str(VENV / "bin" / "python"), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    if subprocess.run([*pip, "-r", str(HERE / "requirements.txt")]).returncode:
        for line in wanted.split():
            if subprocess.run([*pip, line]).returncode:
                say(f"{line} cannot be installed here")
    ready.write_text(wanted)


def inside():
    """Goes on in the virtual environment's Python."""
    python = VENV / "bin" / "python"
    if pathlib.Path(sys.prefix).resolve() != VENV.resolve() and python.exists():
        os.execv(python, [str(python), *sys.argv])


def program():
    path = pathlib.Path(os.environ.get("NIGHTJAR_BIN", ROOT / ".build" / "release" / "nightjar"))
    if not path.exists():
        sys.exit(f"There is no {path}; run `make parity`, or name a build by NIGHTJAR_BIN.")
    return path


def recordings():
    path = pathlib.Path(os.environ.get("NIGHTJAR_TEST_DATA", ROOT.parent / "shared" / "data"))
    if not path.is_dir():
        sys.exit(f"There are no recordings in {path}; name their folder by NIGHTJAR_TEST_DATA.")
    return path


def collect(name, nightjar, data):
    """The rows of one module; one that fails is a row that is not met."""
    say(f"… {name}")
    try:
        rows = importlib.import_module(name).rows(nightjar, data)
    except Exception as error:
        traceback.print_exc()
        rows = [dict(output="the module runs", data="", reference="", agreement=f"{type(error).__name__}: {error}",
                     tolerance="", ok=False)]
    return [dict(row, module=name) for row in rows]


def table(rows):
    columns = ["output", "data", "reference", "agreement", "tolerance"]
    widths = {c: min(44, max([len(c)] + [len(str(row.get(c, ""))) for row in rows])) for c in columns}
    lines = ["  ".join(c.ljust(widths[c]) for c in columns) + "  met"]
    for row in rows:
        cells = [textwrap.wrap(str(row.get(c, "")), widths[c]) or [""] for c in columns]
        met = {True: "yes", False: "NO", None: "told"}[None if row.get("ok") is None else bool(row["ok"])]
        for number in range(max(map(len, cells))):
            texts = [cell[number] if number < len(cell) else "" for cell in cells]
            line = "  ".join(text.ljust(widths[c]) for text, c in zip(texts, columns))
            lines.append((line + "  " + met if number == 0 else line).rstrip())
        if row.get("note"):
            lines += textwrap.wrap(row["note"], 116, initial_indent="    ", subsequent_indent="    ")
    return "\n".join(lines)


def main():
    parser = argparse.ArgumentParser(usage=__doc__.split("\n\n")[1][7:])
    parser.add_argument("--only", help="modules, separated by commas")
    parser.add_argument("--json", metavar="FILE", help="write the rows there too")
    parser.add_argument("--no-peers", action="store_true", help="install nothing; what is there is used")
    parser.add_argument("--install", action="store_true", help="install the peers and do nothing else")
    options = parser.parse_args()
    if not options.no_peers:
        install()
    if options.install:
        return
    inside()
    sys.path.insert(0, str(HERE))
    nightjar, data = program(), recordings()
    names = sorted(path.stem for path in HERE.glob("*.py") if path.stem not in OWN and "def rows(" in path.read_text())
    if options.only:
        names = options.only.split(",")
    rows = [row for name in names for row in collect(name, nightjar, data)]
    print(table(rows))
    missing = sys.modules["compare"].missing if "compare" in sys.modules else {}
    for name, reason in sorted(missing.items()):
        print(f"Left out, not installed here: {name} ({reason})")
    failed = sum(row.get("ok") is not None and not row["ok"] for row in rows)
    told = sum(row.get("ok") is None for row in rows)
    print(f"{len(rows)} comparisons, {len(rows) - failed - told} met, {failed} not met, {told} only told")
    if options.json:
        pathlib.Path(options.json).write_text(json.dumps(dict(rows=rows, missing=missing), indent=1, default=str) + "\n")
    sys.exit(1 if failed or not rows else 0)


if __name__ == "__main__":
    main()
