#!/usr/bin/env python3
"""usage: Tests/Allocations/check.py PROGRAM [--write]

Runs the program `allocations` and holds what it counts to the ceilings of ceilings.json; --write puts the figures of this run
into it, with ceilings 5 % above. Ends with 1 where one is exceeded, and where either side has what the other does not."""

import json
import pathlib
import subprocess
import sys

TABLE = pathlib.Path(__file__).parent / "ceilings.json"
# Above the figure, for what a minute's turn or the pages of a store add or leave out.
MARGIN = 1.05


def compare(counts, table):
    """Lines to print, and whether all is within its ceiling."""
    lines, isGood = [], True
    for what in table | counts:
        if what not in counts or what not in table:
            where = "counted no more" if what in table else "without a ceiling"
            lines.append(f"FAILED: {what} is {where}; see {TABLE.name}.")
            isGood = False
            continue
        count, figure, ceiling = counts[what], table[what]["figure"], table[what]["ceiling"]
        line = f"{what}: {count} allocations, {figure} when the ceiling of {ceiling} was set"
        if count > ceiling:
            line, isGood = f"FAILED: {line}", False
        elif count < 0.8 * figure:
            line += "; fewer than that: lower it with --write"
        lines.append(line)
    return lines, isGood


def ceilings(counts):
    """The table in which these counts are the present figures."""
    return {what: {"figure": count, "ceiling": round(count * MARGIN + 0.5, 1)} for what, count in counts.items()}


def main(program, *options):
    counts = json.loads(subprocess.run([program], check=True, capture_output=True, text=True).stdout)
    if options == ("--write",):
        TABLE.write_text(json.dumps(ceilings(counts), indent=2) + "\n")
    lines, isGood = compare(counts, json.loads(TABLE.read_text()))
    print(*lines, sep="\n")
    return 0 if isGood else 1


if __name__ == "__main__":
    if not 2 <= len(sys.argv) <= 3:
        sys.exit(__doc__)
    sys.exit(main(*sys.argv[1:]))
