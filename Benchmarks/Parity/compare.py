"""What the modules of the comparison share."""

import csv
import importlib
import io
import json
import subprocess
import warnings

#: Peers that could not be imported, with the reason.
missing = {}


def peer(name):
    """A peer's module, or None when it is not installed, which the table then says."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return importlib.import_module(name)
    except Exception as error:
        missing[name] = f"{type(error).__name__}: {error}"
        return None


def text(nightjar, *words, given=None):
    """Standard output of a command; `given` goes to its standard input."""
    done = subprocess.run([str(nightjar), *map(str, words)], input=given, capture_output=True, text=True)
    if done.returncode:
        raise RuntimeError(f"nightjar {' '.join(map(str, words))}: {done.stderr.strip()}")
    return done.stdout


def answer(nightjar, *words, given=None):
    """The JSON that a command prints."""
    return json.loads(text(nightjar, *words, given=given))


def table(nightjar, *words, given=None):
    """The CSV that a command prints, as a list of dictionaries of text."""
    return list(csv.DictReader(io.StringIO(text(nightjar, *words, given=given))))


def row(output, data, reference, agreement, tolerance, ok, note=None):
    """A row of the table."""
    found = dict(output=output, data=data, reference=reference, agreement=agreement, tolerance=tolerance, ok=ok)
    return dict(found, note=note) if note else found


def furthest(output, data, reference, ours, theirs, tolerance, note=None, relative=False, unit=""):
    """A row for two equally long series of numbers: their largest difference against `tolerance`."""
    ours, theirs = list(ours), list(theirs)
    if len(ours) != len(theirs) or not ours:
        return row(output, data, reference, f"{len(ours)} values against {len(theirs)}", f"{tolerance:g}", False, note)
    differences = [abs(a - b) / (max(abs(b), 1e-300) if relative else 1) for a, b in zip(ours, theirs)]
    worst = max(differences, key=lambda d: float("inf") if d != d else d)
    what = "relative " if relative else ""
    return row(output, data, reference, f"largest {what}difference {worst:.3g}{unit} of {len(ours)}",
               f"{tolerance:g}{unit}", worst <= tolerance, note)


def same(output, data, reference, ours, theirs, note=None):
    """A row for two series that must be equal."""
    ours, theirs = list(ours), list(theirs)
    equal = sum(a == b for a, b in zip(ours, theirs))
    total = max(len(ours), len(theirs))
    return row(output, data, reference, f"{equal} of {total} equal", "all", equal == total and total > 0, note)
