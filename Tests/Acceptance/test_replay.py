"""Recordings of real bodies, played as if they were worn now: what is live is what the file holds."""

import sqlite3
import statistics
import time

import numpy
import pytest
from listener import Listener


def intervals_of(path):
    """Times and intervals in seconds and milliseconds of an Empatica IBI.csv or a list of seconds."""
    if path.suffix == ".csv":
        rows = [line.split(",") for line in path.read_text().splitlines()[1:]]
        return numpy.array([[float(t), float(rr) * 1000] for t, rr in rows if rr])
    rr = numpy.array([float(line) for line in path.read_text().split()])
    return numpy.stack([numpy.cumsum(rr), rr * 1000], axis=1)


def sendable(beats):
    """What a heart rate notification can say: 16 bits of 1/1024 s."""
    units = numpy.rint(beats[:, 1] * 1.024)
    return beats[(units > 0) & (units <= 65535)]


@pytest.fixture(params=["cogload/stress_predict/S05", "cogload/stress_predict/S19", "rr/nsr2db/nsr020_rr_secs.txt"])
def recording(request, recordings):
    return recordings / request.param


@pytest.fixture
def truth(recording):
    return sendable(intervals_of(recording / "IBI.csv" if recording.is_dir() else recording))


def beats_of(listener):
    return numpy.array([beat[:2] for event in listener.of("hr") for beat in event["rr"]])


def place(heard, truth):
    """The index in the file of the first heard beat, by the first eight intervals."""
    want = numpy.rint(heard[:8, 1] * 1.024)
    have = numpy.rint(truth[:, 1] * 1.024)
    for index in range(len(have) - len(heard) + 1):
        if (have[index:index + 8] == want).all() and (numpy.rint(heard[:, 1] * 1.024) == have[
                index:index + len(heard)]).all():
            return index
    raise AssertionError(f"the file has no such intervals: {heard[:8, 1]}")


def test_sixty_times_faster_is_live_with_the_persons_own_beats(own_gateway, recording, truth):
    running = own_gateway(demo=False, options=["--replay", recording, "--speed", 60])
    listener = Listener(running)
    listener.until(lambda heard: len(beats_of(heard)) > 200 and len(heard.of("load")) > 8, 60)
    heard = beats_of(listener)
    file = truth[place(heard, truth):][:len(heard)]

    # Every interval, in order, as far as a notification can say it.
    numpy.testing.assert_allclose(heard[:, 1], file[:, 1], atol=1000 / 1024 / 2 + 1e-6)
    # In time, too: a beat is placed by its intervals and by when its notification came.
    drift = (heard[:, 0] - heard[0, 0]) - (file[:, 0] - file[0, 0])
    assert numpy.abs(drift).max() < 1.5

    rates = [event for event in listener.of("hr") if event["bpm"] is not None]
    assert len(rates) > 100
    wrong = []
    for event in rates:
        window = heard[(heard[:, 0] > event["t_s"] - 30) & (heard[:, 0] <= event["t_s"] + 1e-3)]
        if len(window) >= 20 and event["t_s"] - heard[0, 0] > 31:
            wrong.append(abs(event["bpm"] - 60000 / statistics.median(window[:, 1])))
    assert wrong and statistics.median(wrong) < 0.5 and numpy.quantile(wrong, 0.95) < 5

    loads = listener.of("load")
    assert any(reading["p"] is not None for reading in loads)
    for reading in loads:
        assert reading["load"] is not None or reading["reasons"], reading
    if recording.is_dir():
        assert len(listener.of("motion")) > 60
    else:
        assert listener.of("motion") == []


def test_the_device_says_that_it_is_a_replay_and_no_synthetic_wearer(own_gateway, recording):
    running = own_gateway(demo=False, options=["--replay", recording, "--speed", 60])
    device, = running.get("/api/v1/devices")["devices"]
    assert device["kind"] == "replay" and device["synthetic"] is False
    assert "replay" in device["id"] and device["serial"].startswith("replay-")
    deadline = time.monotonic() + 20
    while running.get("/api/v1/devices")["devices"][0]["link"]["state"] != "streaming":
        assert time.monotonic() < deadline
        time.sleep(0.1)


def test_as_fast_as_it_goes_every_beat_reaches_the_store_once(own_gateway, recordings):
    folder = recordings / "cogload/stress_predict/S05"
    truth = sendable(intervals_of(folder / "IBI.csv"))
    running = own_gateway(demo=False, options=["--replay", folder, "--speed", 0])
    deadline = time.monotonic() + 60
    while (device := running.get("/api/v1/devices")["devices"][0])["link"]["state"] != "gone":
        assert time.monotonic() < deadline, device
        time.sleep(0.2)
    running.stop()
    with sqlite3.connect(f"file:{running.data}/store.sqlite?mode=ro", uri=True) as store:
        kept = numpy.array(store.execute("SELECT time / 1e9, rr FROM beat ORDER BY time").fetchall())
        late = store.execute("SELECT coalesce(sum(count), 0) FROM loss WHERE cause IN ('late', 'overflow')").fetchone()
        loads, = store.execute("SELECT count(*) FROM reading").fetchone()
        samples, = store.execute(
            """SELECT (SELECT coalesce(sum(samples), 0) FROM raw_block b WHERE b.stream = s.id)
                    + (SELECT coalesce(sum(samples), 0) FROM raw_batch b WHERE b.stream = s.id)
               FROM stream s WHERE channel = 'acceleration'""").fetchone()
    assert len(kept) == len(truth)
    numpy.testing.assert_allclose(kept[:, 1], truth[:, 1], atol=1000 / 1024 / 2 + 1e-6)
    assert late == (0,), "the speed of a replay must not lose anything"
    seconds = truth[-1, 0] - truth[0, 0]
    # A reading each 10 s, but for stretches in which the wristband found no beats.
    assert loads > seconds / 10 * 0.75
    assert samples > seconds * 32 * 0.9
