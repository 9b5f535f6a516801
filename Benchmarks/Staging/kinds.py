"""Other kinds of activity count made of Walch's smoothed one, and nights cut or extended; for fitting and testing."""
import numpy as np

from signals import EPOCH, kernel
from walch import Night


def unsmoothed(count, sigma=50 / EPOCH, rounds=30):
    """Richardson-Lucy: the counts whose Gaussian mean (50 s, as in Walch 2019) is the given feature."""
    half = kernel(sigma)
    full = np.concatenate([half[:0:-1], half])
    full /= full.sum()
    x = np.where(np.isfinite(count), count, 0.0)
    y = np.maximum(x, 1e-6)
    for _ in range(rounds):
        y *= np.convolve(x / np.maximum(np.convolve(y, full, "same"), 1e-9), full, "same")
    return np.where(np.isfinite(count), y, np.nan)


def blurred(x, sigma):
    half = kernel(sigma)
    full = np.concatenate([half[:0:-1], half])
    return np.convolve(np.where(np.isfinite(x), x, 0), full / full.sum(), "same") + 0 * x


def kind(count, name, rng):
    """`walch` as it is, `raw` unsmoothed, `coarse` few integers with a cap, `zeros` small ones lost, `enmo` with a
    noise floor and compressed, `blurred` smoothed once more, `random` any mixture."""
    if name == "walch":
        return count
    raw = unsmoothed(count)
    top = np.nanmean(raw) + 1e-9
    if name == "raw":
        return raw
    if name == "coarse":
        return np.minimum(np.floor(raw / top * 2), 40)
    if name == "zeros":
        return np.where(raw < 0.5 * top, 0, raw)
    if name == "enmo":
        return raw**0.7 + top**0.7 * 0.3 * np.abs(1 + 0.3 * rng.standard_normal(len(raw)))
    if name == "blurred":
        return blurred(count, 2.0)
    y = raw * np.exp(rng.uniform(0, 0.5) * rng.standard_normal(len(raw)))
    y = y ** rng.uniform(0.6, 1.2)
    top = np.nanmean(y)
    if rng.random() < 0.5:
        y = np.where(y < rng.uniform(0.02, 0.6) * top, 0, y)
    if rng.random() < 0.3:
        y = np.floor(y / top * rng.uniform(1, 10))
    if rng.random() < 0.3:
        y = np.minimum(y, rng.uniform(3, 15) * np.nanmean(y))
    if rng.random() < 0.4:
        y = y + rng.uniform(0.02, 0.5) * top * np.abs(1 + rng.uniform(0.1, 0.5) * rng.standard_normal(len(y)))
    if rng.random() < 0.5:
        y = blurred(y, rng.uniform(0.5, 2.5))
    return y


def cut(night, first, last):
    """Epochs first..<last alone."""
    a, b = night.start + 30 * first, night.start + 30 * last
    keep = (night.times >= a) & (night.times < b)
    return Night(
        night.person, a, night.count[first:last], night.times[keep], night.bpm[keep], night.label[first:last])


def extended(night, epochs, rng):
    """An evening of `epochs` before the night: up and about, unlabelled."""
    level = np.nanmean(night.count) + 1e-9
    evening = level * np.exp(rng.normal(1.2, 1.0, epochs))
    start = night.start - 30 * epochs
    times = np.arange(start, night.start, 5.0)
    top = np.quantile(night.bpm, 0.9) if len(night.bpm) else 70
    knots = times[:: max(1, len(times) // 20)]
    slow = np.interp(times, knots, rng.normal(0, 5, len(knots)))
    bpm = top + rng.uniform(0, 20) + slow + rng.normal(0, 2, len(times))
    return Night(
        night.person, start, np.concatenate([evening, night.count]), np.concatenate([times, night.times]),
        np.concatenate([bpm, night.bpm]), np.concatenate([np.zeros(epochs, int), night.label]))


def holed(night, rng):
    """Heart rate missing for minutes, thinned, or noisier."""
    times, bpm = night.times, night.bpm
    keep = np.ones(len(times), bool)
    for _ in range(rng.integers(0, 4)):
        a = rng.uniform(night.start, night.start + 30 * len(night))
        keep &= ~((times >= a) & (times < a + rng.uniform(60, 1500)))
    if rng.random() < 0.3:
        keep &= np.arange(len(times)) % rng.integers(2, 12) == 0
    count = night.count.copy()
    if rng.random() < 0.3:
        a = int(rng.integers(0, len(count)))
        count[a : a + int(rng.integers(2, 40))] = np.nan
    return Night(night.person, night.start, count, times[keep], bpm[keep], night.label)


def varied(night, rng):
    """One random variant for fitting."""
    v = Night(night.person, night.start, kind(night.count, "random", rng), night.times, night.bpm, night.label)
    u, n = rng.random(), len(v)
    if u < 0.25 and n > 420:
        first = int(rng.integers(0, n - 360))
        v = cut(v, first, int(rng.integers(first + 360, n + 1)))
    elif u < 0.5:
        v = extended(v, int(rng.integers(10, 240)), rng)
    return holed(v, rng) if rng.random() < 0.5 else v
