"""Figures of the cross-validated predictions: `report.py RESULT.pkl ../../docs/validation/staging.json`."""
import json
import pickle
import sys

import numpy as np
from sklearn.metrics import cohen_kappa_score, confusion_matrix, f1_score, roc_auc_score, roc_curve

from prepare import middle

DRAWS = 500
# What the program multiplies probabilities by before the largest tells the stage (SleepStaging.swift).
WEIGHTS = {"heart": np.array([2, 1, 1.2, 1.2]), "motion": np.array([3.0, 1])}
CLASSES = ["wake", "light", "deep", "rem"]


def three(y):
    return np.where(y == 0, 0, np.where(y == 3, 2, 1))


def three_p(p):
    return np.stack([p[:, 0], p[:, 1] + p[:, 2], p[:, 3]], 1)


def ece(p, y, bins=10):
    top, right = p.max(1), p.argmax(1) == y
    b = np.clip((top * bins).astype(int), 0, bins - 1)
    return float(sum(abs(top[b == i].mean() - right[b == i].mean()) * (b == i).mean() for i in set(b)))


def class_ece(p, y, bins=10):
    total = []
    for k in range(p.shape[1]):
        b = np.clip((p[:, k] * bins).astype(int), 0, bins - 1)
        total.append(sum(abs(p[b == i, k].mean() - (y[b == i] == k).mean()) * (b == i).mean() for i in set(b)))
    return float(np.mean(total))


def reliability(p, y):
    top, right = p.max(1), p.argmax(1) == y
    edges = np.arange(0.2, 1.01, 0.1)
    return [
        dict(low=round(float(a), 1), high=round(float(a) + 0.1, 1), epochs=int(m.sum()),
             mean_probability=round(float(top[m].mean()), 4), agreement=round(float(right[m].mean()), 4))
        for a in edges[:-1] if (m := (top >= a) & (top < a + 0.1 + 1e-9 * (a > 0.85))).sum() >= 20]


def told(p):
    return (p * WEIGHTS["heart" if p.shape[1] == 4 else "motion"]).argmax(1)


def scores(ps, ys):
    p, y = np.concatenate(ps), np.concatenate(ys)
    q = told(p)
    out = {"sleep_wake_auc": roc_auc_score(y == 0, p[:, 0])}
    wake_false, sleep_true, _ = roc_curve(y > 0, 1 - p[:, 0])
    out["wake_specificity_at_93_sensitivity"] = float(1 - np.interp(0.93, sleep_true, wake_false))
    if p.shape[1] == 2:
        out |= {"kappa_2": cohen_kappa_score(y, q), "accuracy_2": (q == y).mean()}
        return out | {"ece": ece(p, y)}
    q3, y3 = three(q), three(y)
    likely = three_p(p).argmax(1)
    out |= {
        "kappa_2": cohen_kappa_score(y > 0, q > 0), "kappa_3": cohen_kappa_score(y3, q3),
        "accuracy_3": (y3 == q3).mean(), "macro_f1_3": f1_score(y3, q3, average="macro"),
        "kappa_4": cohen_kappa_score(y, q), "accuracy_4": (q == y).mean(), "macro_f1_4": f1_score(y, q, average="macro"),
        "kappa_3_most_likely": cohen_kappa_score(y3, likely), "kappa_4_most_likely": cohen_kappa_score(y, p.argmax(1)),
        "ece": ece(p, y), "classwise_ece": class_ece(p, y)}
    for name, f in zip(CLASSES, f1_score(y, q, average=None, labels=range(4))):
        out[f"f1_{name}"] = f
    return out


def intervals(ps, ys):
    rng, draws = np.random.default_rng(1), []
    for _ in range(DRAWS):
        pick = rng.integers(0, len(ps), len(ps))
        draws.append(scores([ps[i] for i in pick], [ys[i] for i in pick]))
    point = scores(ps, ys)
    return {
        k: dict(value=round(float(v), 4), low=round(float(np.quantile([d[k] for d in draws], 0.025)), 4),
                high=round(float(np.quantile([d[k] for d in draws], 0.975)), 4)) for k, v in point.items()}


def measures(stage, known):
    """TST, SOL from the first epoch, WASO between the first and the last sleep, SE, REM and deep; minutes, percent."""
    asleep = np.flatnonzero((stage > 0) & known)
    if not len(asleep):
        return [0.0, known.sum() / 2, 0.0, 0.0, 0.0, 0.0]
    first, last = asleep[0], asleep[-1]
    waso = ((stage[first:last] == 0) & known[first:last]).sum() / 2
    tst = len(asleep) / 2
    return [tst, first / 2, waso, 100 * tst / (known.sum() / 2), ((stage == 3) & known).sum() / 2, ((stage == 2) & known).sum() / 2]


def agreement(pairs):
    rng, out = np.random.default_rng(2), {}
    d = np.array([np.subtract(a, b) for a, b in pairs])
    for k, name in enumerate(["tst_min", "sol_min", "waso_min", "se_percent", "rem_min", "deep_min"]):
        x = d[:, k]
        boot = [x[rng.integers(0, len(x), len(x))].mean() for _ in range(DRAWS)]
        out[name] = dict(
            bias=round(x.mean(), 2), bias_low=round(np.quantile(boot, 0.025), 2), bias_high=round(np.quantile(boot, 0.975), 2),
            sd=round(x.std(ddof=1), 2), limit_low=round(x.mean() - 1.96 * x.std(ddof=1), 2),
            limit_high=round(x.mean() + 1.96 * x.std(ddof=1), 2), mean_absolute=round(np.abs(x).mean(), 2))
    return out


def nested_decision(r, n):
    """The same figures with the weights of the decision chosen for each person on the others."""
    labels = [r["labels"][i]["walch"] for i in range(n)]
    grid = [np.array([w, 1, s, s]) for w in (1, 1.5, 2, 2.5) for s in (1, 1.2, 1.4)]
    off = np.array([[np.subtract(measures((r["heart"]["walch", i] * g).argmax(1), labels[i] >= 0),
                                 measures(labels[i], labels[i] >= 0)) for i in range(n)] for g in grid])
    pairs, q, y = [], [], []
    for i in range(n):
        bias = np.abs(np.delete(off, i, 1).mean(1))
        g = grid[int(np.argmin(bias[:, 0] + (bias[:, 4] + bias[:, 5]) / 2))]
        stage = (r["heart"]["walch", i] * g).argmax(1)
        known = labels[i] >= 0
        pairs.append((measures(stage, known), measures(labels[i], known)))
        q.append(stage[known]), y.append(labels[i][known])
    q, y = np.concatenate(q), np.concatenate(y)
    return agreement(pairs) | {
        "kappa_3": round(float(cohen_kappa_score(three(y), three(q))), 4), "kappa_4": round(float(cohen_kappa_score(y, q)), 4)}


def main(path, target):
    r = pickle.load(open(path, "rb"))
    n = len(r["people"])
    out = {
        "title": "Sleep stages from heart rate and motion",
        "data": "Walch 2019 (PhysioNet, doi 10.13026/hmhs-py35, ODC-By 1.0), polysomnography per 30 s", "people": n,
        "method": "nested cross-validation by person: 8 outer folds; 3 inner ones choose the setting and calibrate",
        "interval": f"95 %, bootstrap by person, {DRAWS} draws",
        "command": "cd Benchmarks/Staging && pip install -r requirements.txt && python validate.py DATA/walch result.pkl && "
        "python report.py result.pkl ../../docs/validation/staging.json && "
        "python holes.py DATA/walch ../../docs/validation/staging.json (half an hour on one core)"}

    def taken(tier, variant):
        ps, ys = [], []
        for i in range(n):
            y = r["labels"][i][variant]
            v = y >= 0
            ps.append(r[tier][variant, i][v])
            ys.append(y[v] if tier == "heart" else np.minimum(y[v], 1))
        return ps, ys

    ps, ys = taken("heart", "walch")
    out["epochs"] = int(sum(map(len, ys)))
    out["heart_rate_tier"] = intervals(ps, ys)
    out["confusion_4"] = confusion_matrix(np.concatenate(ys), told(np.concatenate(ps))).tolist()
    out["per_person_kappa_4"] = [round(float(cohen_kappa_score(y, told(p))), 3) for p, y in zip(ps, ys)]
    out["motion_tier"] = intervals(*taken("motion", "walch"))
    y = np.concatenate(ys)
    out["baselines"] = {
        "always_asleep": dict(accuracy_2=round(float((y > 0).mean()), 4), kappa_2=0, kappa_3=0, kappa_4=0, sleep_wake_auc=0.5),
        "always_light": dict(accuracy_4=round(float((y == 1).mean()), 4), kappa_4=0)}
    out["kinds"] = {
        v: {k: round(float(x), 4) for k, x in scores(*taken("heart", v)).items()
            if k in ("sleep_wake_auc", "kappa_3", "kappa_4", "ece")}
        for v in ("walch", "raw", "coarse", "zeros", "enmo", "blurred", "middle", "evening")}
    same = []
    for i in range(n):
        whole = r["heart"]["walch", i]
        a, b = middle(len(whole))
        same.append((told(whole[a:b]) == told(r["heart"]["middle", i])).mean())
    out["middle_alone_agrees"] = round(float(np.mean(same)), 4)
    out["reliability_epochs"] = reliability(np.concatenate(ps), y)
    sure = np.array([p.max(1).mean() for p in ps])
    right = np.array([(p.argmax(1) == q).mean() for p, q in zip(ps, ys)])
    order = np.array_split(np.argsort(sure), 3)
    out["reliability_nights"] = [
        dict(nights=len(o), confidence=round(float(sure[o].mean()), 4), agreement=round(float(right[o].mean()), 4)) for o in order]
    # On whole nights alike the confidence hardly differs: the interval says how little a correlation can show there.
    rng = np.random.default_rng(1)
    drawn = [np.corrcoef(sure[pick], right[pick])[0, 1] for pick in rng.integers(0, n, (DRAWS, n))]
    out["nights_confidence_correlation"] = dict(
        value=round(float(np.corrcoef(sure, right)[0, 1]), 3), low=round(float(np.quantile(drawn, 0.025)), 3),
        high=round(float(np.quantile(drawn, 0.975)), 3))
    out["nights_confidence_range"] = (
        f"{sure.min():.2f} to {sure.max():.2f} over {n} whole nights of healthy sleepers, standard deviation "
        f"{sure.std(ddof=1):.3f}: so even, that it cannot tell the better of them; the table of nights with holes is the "
        "one that shows what it means")
    out["nights_confidence_error"] = round(float(np.abs(sure - right).mean()), 4)
    for tier in ("heart", "motion"):
        pairs, longer = [], []
        for i in range(n):
            label, p = r["labels"][i]["walch"], told(r[tier]["walch", i])
            pair = (measures(p, label >= 0), measures(label, label >= 0))
            pairs.append(pair)
            longer += [pair] if len(label) >= 480 else []
        out[f"nights_{tier}"] = agreement(pairs) | {"nights": n}
        out[f"nights_{tier}_from_4h"] = agreement(longer) | {"nights": len(longer)}
    out["decision_nested"] = nested_decision(r, n)
    always = [(measures(np.ones(len(r["labels"][i]["walch"]), int), r["labels"][i]["walch"] >= 0),
               measures(r["labels"][i]["walch"], r["labels"][i]["walch"] >= 0)) for i in range(n)]
    out["nights_always_asleep"] = agreement(always) | {"nights": n}
    out["anchors"] = [
        "Walch 2019, 31 people, same data: sleep/wake accuracy 90 %, wake specificity 59.6 % at 93 % sensitivity, three classes about 72 %",
        "SleepECG, trained on MESA, tested on SHHS with true RR: kappa .60 (sleep/wake), .54 (three classes)",
        "Samsung 2024, accelerometer and PPG, 586 test nights: four classes kappa .56",
        "human scorers among each other: kappa about .76"]
    json.dump(out, open(target, "w"), indent=1)
    print(json.dumps({k: out[k] for k in ("heart_rate_tier", "motion_tier", "kinds", "middle_alone_agrees", "reliability_epochs", "reliability_nights", "nights_confidence_correlation", "nights_heart", "decision_nested")}))


if __name__ == "__main__":
    main(*sys.argv[1:])
