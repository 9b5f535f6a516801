"""Whether the confidence of a night means something: nights with ever more holes in their heart rate, out of fold.

`holes.py WALCH ../../docs/validation/staging.json` adds `reliability_nights_with_holes` to the report. Confidence is what
the program says: completeness x share with heart rate x mean probability of the stages told. Agreement is the share of
scored epochs whose one of four stages was told, and rightly. The calibration is that of the shipped model.
"""
import json
import sys

import numpy as np
from joblib import Parallel, delayed

from features import night_features
from fixture import Model
from model import SETTINGS, calibrated, fit, raw
from prepare import prepared
from report import told
from signals import bins, bridge, smooth
from validate import TIERS, names_of
from walch import Night, nights

SHARES = [0, 0.2, 0.4, 0.6, 0.8]


def holed(night, share, rng):
    """Half an hour's blocks of heart rate taken away."""
    block = np.floor((night.times - night.start) / 1800).astype(int)
    gone = rng.random(len(night) // 60 + 2) < share
    keep = ~gone[np.clip(block, 0, len(gone) - 1)]
    return Night(night.person, night.start, night.count, night.times[keep], night.bpm[keep], night.label)


def one(data, all_, test, shipped):
    names = names_of("heart", data[0][0][0][0])
    people = [data[i][0] for i in range(len(data)) if i not in test]
    model, out = fit(people, names, TIERS["heart"], SETTINGS[0]), []
    for i in test:
        for k, share in enumerate(SHARES):
            n = holed(all_[i], share, np.random.default_rng(1000 * k + i))
            if len(n.times) < 100:
                continue
            p = calibrated(raw(model, night_features(n.count, n.times, n.bpm, n.start), names), *shipped)
            epoch = bridge(bins(n.times, n.bpm, n.start, 30.0, len(n)), 10)
            staged = np.isfinite(smooth(epoch, 5, 0.3))
            stage, scored = told(p), n.label >= 0
            sure = p[np.arange(len(p)), stage][staged].mean() if staged.any() else 0
            out.append((share, staged.mean() * sure, ((stage == n.label) & staged)[scored].mean()))
    return out


def main(folder, target):
    all_ = nights(folder)
    data = Parallel(2)(delayed(prepared)(i, n) for i, n in enumerate(all_))
    order = np.random.default_rng(7).permutation(len(data))
    model = Model("../../Sources/System/CStaging/heart-rate.model")
    shipped = (model.slope, np.array(model.offsets))
    found = np.array(sum(Parallel(2)(delayed(one)(data, all_, sorted(order[i::8].tolist()), shipped) for i in range(8)), []))
    report = json.load(open(target))
    edges = np.arange(0, 0.91, 0.1)
    report["reliability_nights_with_holes"] = [
        dict(low=round(float(a), 1), high=round(float(a) + 0.1, 1), nights=int(m.sum()),
             confidence=round(float(found[m, 1].mean()), 4), agreement=round(float(found[m, 2].mean()), 4))
        for a in edges if (m := (found[:, 1] >= a) & (found[:, 1] < a + 0.1)).sum() >= 3]
    report["nights_with_holes_correlation"] = round(float(np.corrcoef(found[:, 1], found[:, 2])[0, 1]), 3)
    json.dump(report, open(target, "w"), indent=1)
    print(json.dumps(report["reliability_nights_with_holes"]), report["nights_with_holes_correlation"])


if __name__ == "__main__":
    main(*sys.argv[1:])
