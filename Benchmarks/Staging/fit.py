"""Fits on all people and writes what the program embeds: `fit.py WALCH ../../Sources/System/CStaging`."""
import sys

import numpy as np
from joblib import Parallel, delayed

from model import file_bytes, fit
from prepare import prepared
from validate import TIERS, inner, names_of
from walch import nights


def main(data, folder):
    people = [p for p in Parallel(2)(delayed(prepared)(i, n) for i, n in enumerate(nights(data)))]
    for tier, name in (("heart", "heart-rate"), ("motion", "motion")):
        setting, slope, offsets = inner(people, list(range(len(people))), tier, parts=5)
        names = names_of(tier, people[0][0][0][0])
        model = fit([p[0] for p in people], names, TIERS[tier], setting)
        contents = file_bytes(model, names, slope, offsets)
        open(f"{folder}/{name}.model", "wb").write(contents)
        print(name, len(names), "features", len(contents), "bytes", setting, np.round([slope, *offsets], 3))


if __name__ == "__main__":
    main(*sys.argv[1:])
