"""The primitives that the features are made of; each has its twin of the same name in Sources/Analysis/Staging.

Series lie on a regular grid; a missing value is NaN. Everything is float64.
"""
import numpy as np

EPOCH = 30.0


def kernel(sigma):
    """Half of a Gaussian, cut off at three standard deviations (sigma in steps)."""
    return np.exp(-0.5 * (np.arange(int(np.ceil(3 * sigma)) + 1) / sigma) ** 2)


def weighted(values, sigma):
    """Sums of the Gaussian window over what is there: of weights and of weighted values."""
    half = kernel(sigma)
    full = np.concatenate([half[:0:-1], half])
    here = np.isfinite(values)
    total = np.convolve(np.where(here, values, 0.0), full)[len(half) - 1 : len(half) - 1 + len(values)]
    weight = np.convolve(here.astype(float), full)[len(half) - 1 : len(half) - 1 + len(values)]
    return total, weight, half[0] + 2 * half[1:].sum()


def smooth(values, sigma, least=0.1):
    """Gaussian mean over what is there; NaN where less than `least` of the window's weight is."""
    total, weight, all_ = weighted(values, sigma)
    return np.where(weight >= least * all_, total / np.maximum(weight, 1e-12), np.nan)


def spread(values, sigma, least=0.1):
    """Gaussian-weighted standard deviation over what is there."""
    level = np.nanmean(values) if np.isfinite(values).any() else 0.0
    first = smooth(values - level, sigma, least)
    second = smooth((values - level) ** 2, sigma, least)
    return np.sqrt(np.maximum(second - first * first, 0.0))


def quantile(values, share):
    """Linearly interpolated quantile of what is there (numpy's default, Hyndman and Fan type 7)."""
    here = values[np.isfinite(values)]
    return np.quantile(here, share) if len(here) else np.nan


def rank(values):
    """Share of the night's values that lie below each one, ties counting half."""
    here = np.sort(values[np.isfinite(values)])
    if not len(here):
        return np.full(len(values), np.nan)
    low = np.searchsorted(here, values, "left")
    high = np.searchsorted(here, values, "right")
    return np.where(np.isfinite(values), 0.5 * (low + high) / len(here), np.nan)


def shift(values, steps):
    """The value `steps` later (earlier when negative), the edge's value beyond the edges."""
    return values[np.clip(np.arange(len(values)) + steps, 0, len(values) - 1)]


def bins(times, values, start, step, count):
    """Mean of the samples in each bin of a grid, NaN in bins without one."""
    index = np.floor((times - start) / step).astype(int)
    keep = (index >= 0) & (index < count)
    total = np.bincount(index[keep], values[keep], count)
    number = np.bincount(index[keep], minlength=count)
    return np.where(number > 0, total / np.maximum(number, 1), np.nan)


def bridge(values, longest):
    """Gaps of at most `longest` steps filled by a straight line; others stay."""
    out = values.copy()
    here = np.flatnonzero(np.isfinite(values))
    for a, b in zip(here[:-1], here[1:]):
        if 1 < b - a <= longest + 1:
            out[a + 1 : b] = values[a] + (values[b] - values[a]) * np.arange(1, b - a) / (b - a)
    return out


def distance(flags):
    """Steps to the last and to the next flagged epoch; the edges count as one step outside."""
    n = len(flags)
    back, ahead = np.empty(n), np.empty(n)
    run = 0
    for i in range(n):
        run = 0 if flags[i] else run + 1
        back[i] = run
    run = 0
    for i in range(n - 1, -1, -1):
        run = 0 if flags[i] else run + 1
        ahead[i] = run
    return back, ahead
