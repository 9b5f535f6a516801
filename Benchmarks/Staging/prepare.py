"""Features of each person's night, of its varied copies for fitting, and of the test variants."""
import numpy as np

from features import night_features
from kinds import cut, extended, kind, varied
from walch import Night

KINDS = ["raw", "coarse", "zeros", "enmo", "blurred"]
COPIES = 2


def columns(night):
    return night_features(night.count, night.times, night.bpm, night.start), night.label


def middle(n):
    return n // 4, n - n // 5


def prepared(place, night):
    rng = np.random.default_rng(100 + place)
    copies = [columns(night)] + [columns(varied(night, rng)) for _ in range(COPIES)]
    variants = {"walch": copies[0]}
    for name in KINDS:
        count = kind(night.count, name, np.random.default_rng(5))
        variants[name] = columns(Night(night.person, night.start, count, night.times, night.bpm, night.label))
    variants["middle"] = columns(cut(night, *middle(len(night))))
    evening = extended(night, 120, np.random.default_rng(place + 1))
    f, label = columns(evening)
    variants["evening"] = (f, np.concatenate([np.full(120, -1), label[120:]]))
    return copies, variants
