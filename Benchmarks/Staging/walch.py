"""The people of Walch 2019 as nights on a regular grid."""
import glob
import os

import numpy as np

CLASS = {0: 0, 1: 1, 2: 1, 3: 2, 4: 2, 5: 3}  # wake, light, deep, REM


class Night:
    def __init__(self, person, start, count, times, bpm, label):
        self.person, self.start, self.count = person, start, count
        self.times, self.bpm, self.label = times, bpm, label

    def __len__(self):
        return len(self.count)


def nights(folder):
    out = []
    for path in sorted(glob.glob(os.path.join(folder, "*_epochs.csv"))):
        person = os.path.basename(path).split("_")[0]
        rows = np.genfromtxt(path, delimiter=",", skip_header=1)
        heart = np.genfromtxt(os.path.join(folder, f"{person}_heartrate.csv"), delimiter=",")
        heart = heart[np.argsort(heart[:, 0], kind="stable")]
        start = rows[0, 0]
        index = np.round((rows[:, 0] - start) / 30).astype(int)
        n = index[-1] + 1
        count, label = np.full(n, np.nan), np.full(n, -1)
        count[index] = rows[:, 2]
        label[index] = [CLASS.get(int(s), -1) for s in rows[:, 1]]
        keep = (heart[:, 0] >= start) & (heart[:, 0] < start + 30 * n)
        out.append(Night(person, start, count, heart[keep, 0], heart[keep, 1], label))
    return out
