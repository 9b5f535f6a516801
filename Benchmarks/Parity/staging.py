"""Stages of sleep: the shipped program against the script that fitted its model, and what must not change them."""

import csv
import json
import pathlib
import random
import tempfile

from compare import furthest, row, table

HERE = pathlib.Path(__file__).resolve().parents[1]
#: Whose nights show that the scale of the counts does not matter.
PEOPLE = ["1066528", "8000685"]
COLUMNS = ["p_wake", "p_light", "p_deep", "p_rem"]


def rows(nightjar, data):
    return [*vectors(nightjar), *scale(nightjar, data), own_epochs(nightjar, data), *floors()]


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
        counts, heart = night(data, person)
        told = [stages(nightjar, heart, [(t, repr(v * by)) for t, v in counts]) for by in (1, 0.1, 10)]
        for line in zip(*told):
            total += 1
            same += line[0] == line[1] == line[2]
    return [row("stages, counts scaled by 0.1 and 10", f"Walch 2019, {len(PEOPLE)} people", "counts as they are",
                f"{same} of {total} rows identical", "all", same == total > 0)]


def own_epochs(nightjar, data):
    """Acceleration made from the counts, through our own epochs, beside the counts: the real one is not published with
    the set at hand."""
    counts, heart = night(data, PEOPLE[1])
    draw = random.Random(1)
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "acceleration.csv"
        with open(path, "w") as file:
            file.write("time_s,x,y,z\n")
            for t, value in counts:
                swing = 0.002 + 0.03 * value**0.5
                for k in range(300):
                    x, y, z = (draw.gauss(0, swing) for _ in range(3))
                    file.write(f"{float(t) + k / 10:.1f},{x:.4f},{y:.4f},{1 + z:.4f}\n")
        made = table(nightjar, "epochs", path, "--seconds", 30, "--csv")
    ours = stages(nightjar, heart, [(line["time_s"], line["mad_g"]) for line in made if line["mad_g"]])
    fitted = {float(line["t_s"]): line["stage"] for line in stages(nightjar, heart, counts)}
    pairs = [(line["stage"], fitted.get(float(line["t_s"]))) for line in ours]
    same = sum(a == b for a, b in pairs) / len(pairs)
    return row("stages from acceleration through our epochs (MAD)", "Walch 2019, acceleration made from counts",
               "stages from the published counts", f"{100 * same:.1f} % of {len(pairs)} epochs equal", "at least 85 %",
               same >= 0.85)


def night(data, person):
    with open(data / "walch" / f"{person}_epochs.csv") as file:
        counts = [(line["t_sec"], float(line["count_feature"])) for line in csv.DictReader(file)]
    with open(data / "walch" / f"{person}_heartrate.csv") as file:
        return counts, list(csv.reader(file))


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
