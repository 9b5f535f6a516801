"""Test vectors from a made-up night: `fixture.py ../../Sources/System/CStaging vectors.csv`.

Inputs and what the Python features and the shipped model files say of them, without lightgbm.
"""
import struct
import sys

import numpy as np

from features import matrix, night_features
from model import calibrated


class Model:
    """Reads what model.file_bytes wrote."""

    def __init__(self, path):
        self.bytes, self.at = open(path, "rb").read(), 4
        classes, count = self.take("<BB")
        self.slope, *self.offsets = self.take(f"<{1 + classes}d")
        self.names = [self.text() for _ in range(count)]
        self.trees = [self.tree() for _ in range(self.take("<H")[0])]

    def take(self, form):
        values = struct.unpack_from(form, self.bytes, self.at)
        self.at += struct.calcsize(form)
        return values

    def text(self):
        (n,) = self.take("<B")
        self.at += n
        return self.bytes[self.at - n : self.at].decode()

    def tree(self):
        (n,) = self.take("<B")
        return [self.take("<Bbbf") for _ in range(n)], self.take(f"<{n + 1}f")

    def predict(self, columns):
        x = matrix(columns, self.names)
        score = np.zeros((len(x), len(self.offsets)))
        for k, (splits, leaves) in enumerate(self.trees):
            for i, row in enumerate(x):
                at = 0 if splits else ~0
                while at >= 0:
                    feature, left, right, threshold = splits[at]
                    at = left if row[feature] <= threshold else right
                score[i, k % len(self.offsets)] += leaves[~at]
        p = np.exp(score - score.max(1, keepdims=True))
        return calibrated(p / p.sum(1, keepdims=True), self.slope, np.array(self.offsets))


def night(n=360, seed=3):
    rng = np.random.default_rng(seed)
    asleep = np.arange(n) > 40
    asleep[200:210] = False
    count = np.where(asleep, rng.random(n) < 0.06, rng.random(n) < 0.7) * rng.integers(1, 400, n).astype(float)
    count[120:125] = np.nan
    count[300:360] = np.nan
    times = np.sort(rng.uniform(0, 30 * n, 3 * n)).round(2)
    slow = 58 + 6 * np.cos(times / 3000) + np.where(np.interp(times, np.arange(n) * 30, asleep) > 0.5, 0, 14)
    bpm = np.round(slow + rng.normal(0, 2, len(times)))
    keep = (times < 130 * 30) | (times > 180 * 30)
    return count, times[keep], bpm[keep]


def main(models, target):
    count, times, bpm = night()
    columns = night_features(count, times, bpm, 0.0)
    heart, motion = (Model(f"{models}/{name}.model").predict(columns) for name in ("heart-rate", "motion"))
    with open(target, "w") as out:
        for row in zip(times, bpm):
            out.write("heart,%.2f,%d\n" % row)
        for k, value in enumerate(count):
            out.write(f"count,{30 * k},{'' if np.isnan(value) else int(value)}\n")
        for k in range(len(count)):
            out.write(f"staged,{30 * k}," + ",".join("%.6f" % v for v in heart[k]) + "\n")
            out.write(f"motion,{30 * k},%.6f\n" % motion[k, 0])


if __name__ == "__main__":
    main(*sys.argv[1:])
