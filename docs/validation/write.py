#!/usr/bin/env python3
"""Writes docs/validation.md from the JSON files beside this script, each one a study: its words first, then its figures.

usage: docs/validation/write.py [--check]

A member that is text or a number is told as a line; an object of figures or a list of objects becomes a table. A figure is a
number, or {"value", "low", "high"}, whose interval is the file's `interval`. --check writes nothing and fails when
docs/validation.md is not what would be written.
"""

import json
import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
TARGET = HERE.parent / "validation.md"
ORDER = ["staging", "load", "beats", "nights", "intervals", "diaries", "anchors"]
HEAD = """# Validation

How far the numbers can be trusted, measured on people that the fitting never saw. Written by `docs/validation/write.py` from
the files in [validation](validation), which the named commands write: do not edit it. Agreement of the formulas with their
references is a question of its own, answered by `make parity`. Nothing here is a diagnosis.
"""


def words(value):
    if value is None:
        return "unknown"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        return f"{value:.4g}"
    if isinstance(value, list):
        return ("; " if any(isinstance(part, list) for part in value) else ", ").join(map(words, value))
    if isinstance(value, dict) and {"value", "low", "high"} <= set(value):
        return f"{words(value['value'])} ({words(value['low'])} to {words(value['high'])})"
    if isinstance(value, dict):
        return ", ".join(f"{name} {words(part)}" for name, part in value.items())
    return str(value).replace("|", "\\|").replace("\n", " ")


def table(columns, rows):
    lines = ["| " + " | ".join(name.replace("_", " ") for name in columns) + " |", "|" + "---|" * len(columns)]
    return lines + ["| " + " | ".join(words(row.get(name, "")) for name in columns) + " |" for row in rows]


def figures(members):
    """A row for each figure; those of several parts, such as bias and limits, have a column for each part."""
    parts = [part for part in members.values() if isinstance(part, dict) and "value" not in part]
    if len(parts) < 2:
        rows = [{"what": key.replace("_", " "), "figure": part} for key, part in members.items()]
        return table(["what", "figure"], rows)
    columns = list(dict.fromkeys(name for part in parts for name in part))
    single = {key: part for key, part in members.items() if part not in parts}
    rows = [{"what": key.replace("_", " ")} | part for key, part in members.items() if part in parts]
    more = ["", *(f"- {key.replace('_', ' ').capitalize()}: {words(part)}" for key, part in single.items())] if single else []
    return table(["what", *columns], rows) + more


def study(path):
    members = json.loads(path.read_text())
    lines = ["", f"## {members.pop('title', path.stem)}", ""]
    tables = []
    for name, value in members.items():
        title = name.replace("_", " ")
        if isinstance(value, list) and value and all(isinstance(row, dict) for row in value):
            tables += ["", f"### {title[:1].upper()}{title[1:]}", ""]
            tables += table(list(dict.fromkeys(key for row in value for key in row)), value)
        elif isinstance(value, dict) and not {"value", "low", "high"} <= set(value):
            tables += ["", f"### {title[:1].upper()}{title[1:]}", ""]
            tables += figures(value)
        elif name == "command":
            lines.append(f"- Command: `{value}`")
        else:
            lines.append(f"- {title[:1].upper()}{title[1:]}: {words(value)}")
    return lines + tables


def main():
    files = sorted(HERE.glob("*.json"),
                   key=lambda path: (ORDER.index(path.stem) if path.stem in ORDER else len(ORDER), path.stem))
    text = HEAD + "\n".join(line for path in files for line in study(path)) + "\n"
    if "--check" in sys.argv[1:]:
        if not TARGET.exists() or TARGET.read_text() != text:
            sys.exit("docs/validation.md is not what docs/validation/write.py writes; run it.")
        return
    TARGET.write_text(text)


if __name__ == "__main__":
    main()
