"""Nested cross-validation by person: the inner loop chooses the setting and calibrates, the outer one judges."""
import argparse
import pickle
import warnings

import numpy as np
from joblib import Parallel, delayed

from model import SETTINGS, calibrate, calibrated, fit, raw
from prepare import prepared
from walch import nights

warnings.filterwarnings("ignore")
TIERS = {"heart": 4, "motion": 2}


def names_of(tier, columns):
    motion = [n for n in columns if n[0] == "m" or n.startswith(("still", "big"))]
    return motion + ["t"] if tier == "motion" else list(columns)


def loss(p, y):
    return -np.mean(np.log(np.maximum(p[np.arange(len(y)), y], 1e-9)))


def inner(data, people, tier, parts=3):
    """The best setting and its calibration from predictions on people left out within `people`."""
    names, classes = names_of(tier, data[0][0][0][0]), TIERS[tier]
    best = None
    for setting in SETTINGS:
        p, y = [], []
        for k in range(parts):
            model = fit([data[i][0] for i in people if i % parts != k], names, classes, setting)
            for i in people:
                if i % parts == k:
                    columns, label = data[i][1]["walch"]
                    known = label >= 0
                    p.append(raw(model, columns, names)[known])
                    y.append(np.minimum(label[known], classes - 1))
        p, y = np.concatenate(p), np.concatenate(y)
        slope, offsets = calibrate(p, y)
        value = loss(calibrated(p, slope, offsets), y)
        if best is None or value < best[0]:
            best = (value, setting, slope, offsets)
    return best[1:]


def outer(data, test, tier):
    names, classes = names_of(tier, data[0][0][0][0]), TIERS[tier]
    people = [i for i in range(len(data)) if i not in test]
    setting, slope, offsets = inner(data, people, tier)
    model = fit([data[i][0] for i in people], names, classes, setting)
    out = {}
    for i in test:
        for variant, (columns, _) in data[i][1].items():
            out[variant, i] = calibrated(raw(model, columns, names), slope, offsets)
    return out, SETTINGS.index(setting), slope


def main():
    arguments = argparse.ArgumentParser()
    arguments.add_argument("data"), arguments.add_argument("result"), arguments.add_argument("--jobs", type=int, default=2)
    a = arguments.parse_args()
    all_ = nights(a.data)
    data = Parallel(a.jobs)(delayed(prepared)(i, n) for i, n in enumerate(all_))
    order = np.random.default_rng(7).permutation(len(data))
    folds = [sorted(order[i::8].tolist()) for i in range(8)]
    result = {"people": [n.person for n in all_], "labels": [{v: l for v, (_, l) in d[1].items()} for d in data]}
    for tier in TIERS:
        result[tier] = {}
        for out, choice, slope in Parallel(a.jobs)(delayed(outer)(data, f, tier) for f in folds):
            result[tier].update(out)
            print(tier, "setting", choice, "slope", round(slope, 3), flush=True)
        pickle.dump(result, open(a.result, "wb"))


if __name__ == "__main__":
    main()
