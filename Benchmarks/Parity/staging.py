"""Stages of sleep: the shipped program against the script that fitted its model, and what must not change them."""

import csv
import json
import pathlib
import tempfile

from compare import furthest, row, table

HERE = pathlib.Path(__file__).resolve().parents[1]
#: Whose nights show that the scale of the counts does not matter.
PEOPLE = ["1066528", "8000685"]
COLUMNS = ["p_wake", "p_light", "p_deep", "p_rem"]


def rows(nightjar, data):
    return [*vectors(nightjar), *scale(nightjar, data), *floors()]


def vectors(nightjar):
    """The made-up night of Benchmarks/Staging/fixture.py."""
    lines = [line.split(",") for line in (HERE / "Staging" / "vectors.csv").read_text().split()]
    of = lambda kind: [line[1:] for line in lines if line[0] == kind]
    staged, motion = of("staged"), of("motion")
    ours = {line["t_s"]: line for line in stages(nightjar, of("heart"), of("count"))}
    told = [(ours[line[0]], line[1:]) for line in staged if line[0] in ours and ours[line[0]]["p_light"]]
    alone = [(ours[line[0]], line[1]) for line in motion
             if line[0] in ours and ours[line[0]]["p_wake"] and not ours[line[0]]["p_light"]]
    reference = "Benchmarks/Staging, Python"
    return [
        furthest("stage probabilities", "made-up night", reference, [float(a[c]) for a, _ in told for c in COLUMNS],
                 [float(value) for _, b in told for value in b], 1e-4),
        furthest("wake probability, motion alone", "made-up night", reference, [float(a["p_wake"]) for a, _ in alone],
                 [float(b) for _, b in alone], 1e-4)]


def scale(nightjar, data):
    """The same night with its counts scaled."""
    same = total = 0
    for person in PEOPLE:
        with open(data / "walch" / f"{person}_epochs.csv") as file:
            counts = [(line["t_sec"], float(line["count_feature"])) for line in csv.DictReader(file)]
        with open(data / "walch" / f"{person}_heartrate.csv") as file:
            heart = list(csv.reader(file))
        told = [stages(nightjar, heart, [(t, repr(v * by)) for t, v in counts]) for by in (1, 0.1, 10)]
        for line in zip(*told):
            total += 1
            same += line[0] == line[1] == line[2]
    return [row("stages, counts scaled by 0.1 and 10", f"Walch 2019, {len(PEOPLE)} people", "counts as they are",
                f"{same} of {total} rows identical", "all", same == total > 0)]


def floors():
    """What the cross-validation said: docs/validation/staging.json."""
    told = json.loads((HERE.parent / "docs" / "validation" / "staging.json").read_text())
    of = f"Walch 2019, {told['people']} people, nested by person"
    found = []
    for name, key, bound in (("AUC, sleep or wake", "sleep_wake_auc", 0.90), ("kappa, W/N/R", "kappa_3", 0.45),
                             ("kappa, W/L/D/R", "kappa_4", 0.39), ("calibration error of stages", "ece", 0.03)):
        it = told["heart_rate_tier"][key]
        ok = it["value"] <= bound if key == "ece" else it["value"] >= bound
        found.append(row(name, of, "polysomnography", f"{it['value']} ({it['low']} to {it['high']})",
                         f"at {'most' if key == 'ece' else 'least'} {bound}", ok))
    return found


def stages(nightjar, heart, counts):
    """The table of `nightjar stage`."""
    with tempfile.TemporaryDirectory() as folder:
        paths = []
        for name, header, lines in (("hr", "t_s,bpm", heart), ("motion", "t_s,count", counts)):
            paths.append(pathlib.Path(folder) / f"{name}.csv")
            paths[-1].write_text("\n".join([header, *(",".join(map(str, line)) for line in lines)]) + "\n")
        return table(nightjar, "stage", "--heart-rate", paths[0], "--motion", paths[1], "--csv")
