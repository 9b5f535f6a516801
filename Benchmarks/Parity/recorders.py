"""Recorders' files as `nightjar decode` reads them, against what the makers' own programs wrote."""

import csv
import gzip

from compare import row, same, table

HALF_A_DIGIT = 0.0005 + 1e-9


def rows(nightjar, data):
    found = [
        actilife(nightjar, data, "readgt3x_TAS1H30182785_2019-09-17.gt3x",
                 "readgt3x_TAS1H30182785_2019-09-17.actilife.csv.gz", 100, HALF_A_DIGIT),
        actilife(nightjar, data, "WRIST_rawLSB_032Hz_test.agdc", "WRIST_rawCalibrated_032Hz.csv", 32, 1e-6),
        counts(nightjar, data),
        actiware(nightjar, data, "test_sample_rpx_eng.csv"),
    ]
    return found


def actilife(nightjar, data, name, export, hertz, allowed):
    """ActiLife's raw export, sample by sample; idle sleep is filled by both."""
    path = data / "gt3x" / export
    with (gzip.open(path, "rt") if export.endswith(".gz") else open(path)) as file:
        lines = file.read().splitlines()
    start = next(i for i, line in enumerate(lines) if i > 8 and line[:1] in "-.0123456789" and line.count(",") >= 2
                 and not line.startswith("---"))
    theirs = [tuple(float(value) for value in line.split(",")[-3:]) for line in lines[start:]]
    ours = table(nightjar, "decode", data / "gt3x" / name, "--csv")
    first = float(ours[0]["time_s"])
    equal = 0
    for sample in ours:
        index = round((float(sample["time_s"]) - first) * hertz)
        equal += index < len(theirs) and all(
            abs(float(sample[axis]) - value) <= allowed for axis, value in zip("xyz", theirs[index]))
    return row("acceleration, g", name, "ActiLife's raw CSV", f"{equal} of {len(ours)} samples equal",
               "all, to the digits printed", equal == len(ours) > 0)


def counts(nightjar, data):
    """ActiLife's own table of an .agd."""
    name = "GT3XPlus-RawData-Day01"
    with open(data / "agd" / f"{name}.csv") as file:
        theirs = [tuple(int(line[c]) for c in ("axis1", "axis2", "axis3", "steps")) for line in csv.DictReader(file)]
    ours = [tuple(int(line[c]) for c in ("axis1", "axis2", "axis3", "steps"))
            for line in table(nightjar, "decode", data / "agd" / f"{name}.agd", "--csv")]
    return same("counts and steps, 10 s", f"{name}.agd", "ActiLife's CSV", ours, theirs)


def actiware(nightjar, data, name):
    """The epochs of an Actiware export as its own lines have them."""
    theirs = []
    for line in open(data / "actiwatch" / name, encoding="utf-8-sig"):
        cells = [cell.strip('"') for cell in line.strip().split(",")]
        if len(cells) >= 8 and cells[0].isdigit() and cells[1].count("/") == 2 and cells[2].count(":") == 2:
            theirs.append(cells[3])
    ours = [line["activity"] for line in table(nightjar, "decode", data / "actiwatch" / name, "--csv")]
    theirs = ["" if value.lower() == "nan" else value for value in theirs]
    return same("activity counts, 30 s", name, "the export's own lines", ours, theirs)
