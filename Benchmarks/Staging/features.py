"""Features of a night for the heart-rate tier. The twin is Sources/Analysis/Staging/StagingFeatures."""
import numpy as np

from signals import EPOCH, bins, bridge, distance, quantile, rank, shift, smooth, spread

MISSING = -99.0


def motion_level(count):
    """Counts of any scale and kind to a level: floor off, scale off, compressed.

    On a grid of the largest count, counts that were scaled are the same to the last bit, and so is all that follows.
    """
    top = np.nanmax(count) if np.isfinite(count).any() else 0.0
    count = np.rint(count / top * 2.0**32) / 2.0**32 if top > 0 else count
    still = quantile(count, 0.2)
    floor = still + 3 * (still - quantile(count, 0.05))
    above = np.maximum(count - floor, 0.0)
    some = smooth(above, 1.5, 0.3)
    scale = np.nanmean(some) if np.isfinite(some).any() else 0.0
    if not scale > 0:
        return np.where(np.isfinite(some), 0.0, np.nan)
    return np.log1p(10.0 * some / scale)


def motion_features(count):
    level = motion_level(count)
    f = {"m": level}
    for sigma in (2, 5, 10, 20, 40):
        f[f"m{sigma}"] = smooth(level, sigma)
    for k in (-20, -10, -5, -2, 2, 5, 10, 20):
        f[f"m@{k}"] = shift(f["m2"], k)
    f["msd10"] = spread(level, 10)
    f["mrank"] = rank(f["m5"])
    f["mrank20"] = rank(f["m20"])
    for name, bound in (("still", 0.5), ("big", 3.0)):
        back, ahead = distance(level > bound)
        f[name + "-"], f[name + "+"] = np.log1p(back), np.log1p(ahead)
        f[name + "0"] = np.minimum(f[name + "-"], f[name + "+"])
        f[name + "share"] = smooth(np.where(np.isfinite(level), (level > bound) * 1.0, np.nan), 20)
    return f


def heart_features(times, bpm, start, count):
    good = np.isfinite(bpm) & (bpm >= 25) & (bpm <= 230)
    times, bpm = times[good], bpm[good]
    fine = bridge(bins(times, bpm, start, 10.0, 3 * count), 6)
    epoch = bridge(bins(times, bpm, start, EPOCH, count), 10)
    middle = quantile(epoch, 0.5)
    width = max(quantile(epoch, 0.75) - quantile(epoch, 0.25), 2.0)
    z = (epoch - middle) / width
    low = quantile(smooth(epoch, 10), 0.05)
    f = {"h": z, "hlow": epoch - low}
    for sigma in (2, 5, 10, 20, 40):
        f[f"h{sigma}"] = smooth(z, sigma)
    f["dog4"] = f["h2"] - f["h20"]
    f["dog8"] = f["h5"] - f["h20"]
    f["dog40"] = f["h10"] - smooth(z, 80)
    f["dog20"] = f["h5"] - f["h40"]
    for k in (-40, -20, -10, -5, 5, 10, 20, 40):
        f[f"h@{k}"] = shift(f["h5"], k) - f["h5"]
    f["hrank5"] = rank(f["h5"])
    f["hrank20"] = rank(f["h20"])
    for sigma in (3, 6, 12, 24, 48):
        s = np.log(spread(epoch, sigma) + 0.1)
        f[f"s{sigma}"] = s
        f[f"sn{sigma}"] = s - quantile(s, 0.5)
    f["srank12"] = rank(f["s12"])
    f["srank24"] = rank(f["s24"])
    for k in (-20, -10, 10, 20):
        f[f"s@{k}"] = shift(f["s6"], k) - f["s6"]
    step = np.concatenate([np.diff(fine), [np.nan]])
    for sigma in (9, 18, 45, 90):
        r = np.log(np.sqrt(smooth(step * step, sigma)) + 0.1)[1::3]
        f[f"r{sigma}"] = r
        f[f"rn{sigma}"] = r - quantile(r, 0.5)
    f["rrank45"] = rank(f["r45"])
    detrended = fine - smooth(fine, 12)
    for sigma in (18, 45):
        r = np.log(np.sqrt(smooth(detrended ** 2, sigma)) + 0.1)[1::3]
        f[f"d{sigma}"] = r - quantile(r, 0.5)
    f["width"] = np.full(count, np.log(width))
    jump = np.log1p(np.maximum(smooth(epoch, 1) - smooth(epoch, 8), 0))
    f["surge"] = smooth(jump, 4)
    f["surge20"] = smooth(jump, 20)
    return f, epoch


def clock_features(n, origin):
    t = (np.arange(n) - origin) * EPOCH / 3600.0
    return {"t": np.clip(t, -1, 9), "c1": np.cos(2 * np.pi * t / 1.6), "s1": np.sin(2 * np.pi * t / 1.6)}


def night_features(count, times, bpm, start, origin=0):
    """Columns by name, all of the night's length; NaN where a value cannot be known."""
    f = motion_features(count)
    h, epoch = heart_features(times, bpm, start, len(count))
    f.update(h)
    f.update(clock_features(len(count), origin))
    return f


def matrix(columns, names):
    x = np.stack([columns[k] for k in names], 1).astype(np.float32)
    return np.where(np.isfinite(x), x, np.float32(MISSING))
