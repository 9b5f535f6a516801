"""Boosted trees, their calibration, and the file that the program embeds (TreeEnsemble+Reading.swift)."""
import struct

import lightgbm as lgb
import numpy as np
from scipy.optimize import minimize

from features import MISSING, matrix

# What the inner loop chooses from.
SETTINGS = [
    dict(num_leaves=6, n_estimators=250, learning_rate=0.04, colsample_bytree=0.25, min_child_samples=160),
    dict(num_leaves=12, n_estimators=120, learning_rate=0.04, colsample_bytree=0.12, min_child_samples=300),
]
# Weight of a varied copy of a night beside the night itself.
COPY_WEIGHT = 0.5


def rows(nights, names, classes):
    """nights: per person a list of (columns, labels), the unvaried night first."""
    x, y, w = [], [], []
    for copies in nights:
        for place, (columns, label) in enumerate(copies):
            known = label >= 0
            x.append(matrix(columns, names)[known])
            y.append(np.minimum(label[known], classes - 1))
            w.append(np.full(known.sum(), COPY_WEIGHT if place else 1.0))
    return np.concatenate(x), np.concatenate(y), np.concatenate(w)


def fit(nights, names, classes, setting):
    x, y, w = rows(nights, names, classes)
    model = lgb.LGBMClassifier(
        subsample=0.6, subsample_freq=1, reg_lambda=5.0, n_jobs=1, verbose=-1, random_state=1, use_missing=False,
        deterministic=True, force_row_wise=True, objective="multiclass", num_class=classes, **setting)
    return model.fit(x, y, sample_weight=w)


def raw(model, columns, names):
    return model.booster_.predict(matrix(columns, names), num_threads=1)


def calibrated(p, slope, offsets):
    z = slope * np.log(np.maximum(p, 1e-9)) + offsets
    z = np.exp(z - z.max(1, keepdims=True))
    return z / z.sum(1, keepdims=True)


def calibrate(p, y):
    """One slope and an offset for each class, by likelihood, with a little ridge."""
    onehot = np.eye(p.shape[1])[y]

    def loss(v):
        q = calibrated(p, v[0], v[1:])
        return -np.mean(np.log(np.maximum((q * onehot).sum(1), 1e-12))) + 1e-3 * (v[1:] ** 2).sum()

    v = minimize(loss, np.r_[1.0, np.zeros(p.shape[1])], method="L-BFGS-B").x
    return v[0], v[1:]


def down(value):
    """The largest 32-bit float that is not above: the same splits for 32-bit features."""
    f = np.float32(value)
    return np.nextafter(f, np.float32(-np.inf)) if float(f) > value else f


def tree_bytes(tree):
    splits, leaves = [], []

    def walk(node):
        if "leaf_value" in node and "split_feature" not in node:
            leaves.append(node["leaf_value"])
            return ~(len(leaves) - 1)
        place = len(splits)
        splits.append(None)
        left, right = walk(node["left_child"]), walk(node["right_child"])
        splits[place] = struct.pack("<BbbI", node["split_feature"], left, right, 0)[:3] + struct.pack(
            "<f", down(node["threshold"]))
        return place

    walk(tree["tree_structure"])
    return bytes([len(splits)]) + b"".join(splits) + struct.pack(f"<{len(leaves)}f", *leaves)


def file_bytes(model, names, slope, offsets):
    dump = model.booster_.dump_model()
    trees = dump["tree_info"]
    out = b"NJS1" + bytes([len(offsets), len(names)]) + struct.pack("<d", slope)
    out += struct.pack(f"<{len(offsets)}d", *offsets)
    out += b"".join(bytes([len(n)]) + n.encode() for n in names)
    return out + struct.pack("<H", len(trees)) + b"".join(tree_bytes(t) for t in trees)


assert MISSING == -99.0
