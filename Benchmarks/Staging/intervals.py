"""Half widths of 90 % intervals of stage minutes, and how often people left out lie inside, in four strata of made loss.

`intervals.py WALCH ../../docs/validation/intervals.json` adds `of_stages` to the report. People of a fold are predicted by a
model of the others. Loss takes counts and heart rate away, in one to three stretches. Minutes are told as a night page does:
kinds within what motion calls sleep.
"""
import json
import math
import sys

import numpy as np
from joblib import Parallel, delayed

from features import night_features
from fixture import Model
from model import SETTINGS, calibrated, fit, raw
from prepare import prepared
from report import WEIGHTS, told
from signals import bins, bridge, smooth
from validate import TIERS, names_of
from walch import Night, nights

STRATA = [(0, 0, "nothing"), (5, 30, "up to 30 min"), (30, 90, "30 to 90 min"), (90, 240, "more than 90 min")]
DRAWS = 4
KINDS = {1: "light sleep", 2: "deep sleep", 3: "REM sleep"}


def cut(night, minutes, rng):
    """The night without so many minutes, and which epochs they are."""
    count, n, left = night.count.copy(), len(night), int(2 * minutes)
    gone = np.zeros(n, bool)
    pieces = rng.integers(1, 4) if left > 20 else 1
    for size in np.diff(np.r_[0, np.sort(rng.integers(0, left + 1, pieces - 1)), left]).astype(int):
        at = rng.integers(0, max(1, n - size))
        gone[at:at + size] = True
    count[gone] = np.nan
    keep = ~gone[np.clip(((night.times - night.start) // 30).astype(int), 0, n - 1)]
    return Night(night.person, night.start, count, night.times[keep], night.bpm[keep], night.label), gone


def one(data, all_, test, shipped):
    names = {tier: names_of(tier, data[0][0][0][0]) for tier in TIERS}
    people = [data[i][0] for i in range(len(data)) if i not in test]
    models, out = {tier: fit(people, names[tier], TIERS[tier], SETTINGS[0]) for tier in TIERS}, []
    for i in test:
        for stratum, (low, high, _) in enumerate(STRATA):
            for draw in range(DRAWS if high else 1):
                rng = np.random.default_rng(1000 * i + 10 * stratum + draw)
                n, gone = cut(all_[i], rng.uniform(low, high), rng) if high else (all_[i], np.zeros(len(all_[i]), bool))
                f = night_features(n.count, n.times, n.bpm, n.start)
                p = calibrated(raw(models["heart"], f, names["heart"]), *shipped)
                seen = np.isfinite(smooth(f["m"], 5)) & ~gone
                staged = np.isfinite(smooth(bridge(bins(n.times, n.bpm, n.start, 30.0, len(n)), 10), 5, 0.3)) & seen
                asleep = seen & (told(raw(models["motion"], f, names["motion"])) == 1)
                kind = np.where(asleep & staged, 1 + (p[:, 1:] * WEIGHTS["heart"][1:]).argmax(1), 0)
                for k in KINDS:
                    out.append((int(test[0]), stratum, k, abs((n.label == k).sum() - (kind == k).sum()) / 2))
    return out


def half(errors):
    ordered = sorted(errors)
    return ordered[min(math.ceil(0.9 * (len(ordered) + 1)), len(ordered)) - 1]


def main(folder, target):
    all_ = nights(folder)
    data = Parallel(2)(delayed(prepared)(i, n) for i, n in enumerate(all_))
    order = np.random.default_rng(7).permutation(len(data))
    model = Model("../../Sources/System/CStaging/heart-rate.model")
    shipped = (model.slope, np.array(model.offsets))
    rows = sum(Parallel(2)(delayed(one)(data, all_, sorted(order[i::8].tolist()), shipped) for i in range(8)), [])
    table = []
    for k, name in KINDS.items():
        for stratum, (_, _, words) in enumerate(STRATA):
            own = [row for row in rows if row[1:3] == (stratum, k)]
            inside = []
            for fold in {row[0] for row in own}:
                bound = half([row[3] for row in own if row[0] != fold])
                inside += [row[3] <= bound for row in own if row[0] == fold]
            table.append({"figure": name, "lost": words, "nights": len(own),
                          "half of the width, min": half([row[3] for row in own]),
                          "inside, people left out": round(sum(inside) / len(inside), 3)})
    report = json.load(open(target))
    report["of stages"] = table
    json.dump(report, open(target, "w"), indent=1, ensure_ascii=False)
    print(json.dumps(table, indent=1))


if __name__ == "__main__":
    main(*sys.argv[1:])
