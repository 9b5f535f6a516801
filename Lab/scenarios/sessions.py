"""Wearables in the whole program: found, adopted, streaming into the store, interrupted, resumed."""

import asyncio
import datetime
import statistics
import time
import zoneinfo

from radio.polar import lying

from .gateway import Gateway
from .judge import LONG, scenario, until
from .samples import near

DATA = "/root/lab-home"
TURNS = 10 if LONG else 3


def equal(found, wanted, what):
    """Fails where a stream in the store is not what was sent, sample for sample from the first one on."""
    assert found, f"{what}: nothing is in the store"
    for index, one in enumerate(found):
        assert index < len(wanted), f"{what}: {len(found)} in the store, {len(wanted)} sent"
        assert near(one, wanted[index]), f"{what}: sample {index} is {one}, sent was {wanted[index]}"


def always(found, wanted, what):
    """Fails where a stream in the store has another sample than the ones that are sent."""
    assert found, f"{what}: nothing is in the store"
    odd = [one for one in found if not any(near(one, each) for each in wanted)]
    assert not odd, f"{what}: {odd[:3]} is in the store, sent were {wanted}"


@scenario("straps", seconds=150)
async def strap_comes_home(judge, ether):
    """A strap is found, used after consent, and its beats are in the store; nothing is recorded before"""
    gateway = await Gateway.open(DATA, "--no-usb")
    strap = await ether.wear("strap")
    entry = await until(lambda: gateway.device(strap.address), 30, "the strap among the devices found")
    assert entry["consent"] == "none", entry["consent"]
    assert strap.connections == 0, "connected without consent"
    adopted = time.monotonic()
    await gateway.adopt(strap.address)
    await gateway.streaming(strap.address)
    first = await until(lambda: gateway.heard("hr", since=adopted), 20, "a heart rate on the live stream")
    judge.note(seconds_from_consent=round(first[0][0] - adopted, 2))
    await until(lambda: gateway.count(strap.address, "beats") >= 8, 30, "eight beats in the store", every=0.5)
    await gateway.end()
    beats = gateway.beats(strap.address)
    judge.note(beats=len(beats))
    sent = [round(interval * 1000 / 1024, 6) for interval in strap.intervals]
    found = [round(rr, 6) for _, rr in beats]
    start = sent.index(found[0])
    assert found == sent[start:start + len(found)], (found, sent)


@scenario("straps", seconds=240)
async def reading_soon(judge, ether):
    """From a strap's first advertisement to its heart rate on the live stream: under 5 s, median"""
    gateway = await Gateway.open(DATA, "--no-usb")
    strap = await ether.wear("strap")
    await gateway.adopt(strap.address)
    await gateway.streaming(strap.address)
    took = []
    for _ in range(TURNS):
        await strap.power_off()
        await asyncio.sleep(3)
        # Its own start-up is not counted: from the moment at which it advertises.
        await strap.power_on()
        begun = time.monotonic()
        first = await until(lambda: gateway.heard("hr", since=begun), 30, "a heart rate after switching on")
        took.append(round(first[0][0] - begun, 2))
    judge.note(seconds=took, median=statistics.median(took))
    await gateway.end()
    assert statistics.median(took) < 5, took


@scenario("straps", seconds=200)
async def link_back(judge, ether):
    """When a strap drops the link, values stream again within 30 s and the gap is in the store with its cause"""
    gateway = await Gateway.open(DATA, "--no-usb")
    strap = await ether.wear("strap")
    await gateway.adopt(strap.address)
    await gateway.streaming(strap.address)
    await until(lambda: gateway.heard("hr"), 20, "a heart rate")
    took = []
    for _ in range(TURNS):
        dropped, connections = time.monotonic(), strap.connections
        await strap.drop()
        await until(lambda: strap.connections > connections, 30, "a new link")
        after = await until(lambda: gateway.heard("hr", since=dropped + 0.5), 30, "a heart rate after the drop")
        took.append(round(after[0][0] - dropped, 2))
        await asyncio.sleep(1)
    judge.note(seconds=took, median=statistics.median(took))
    await until(lambda: len(gateway.losses()) >= TURNS, 10, "a loss for each drop", every=0.5)
    losses = gateway.losses()
    judge.note(losses=[(cause, detail) for _, cause, _, _, _, _, _, detail in losses][:6])
    await gateway.end()
    assert statistics.median(took) < 30
    assert len(losses) >= TURNS and all(cause for _, cause, *_ in losses), losses
    duplicates = gateway.rows("SELECT count(*) - count(DISTINCT source || ':' || time) FROM beat")[0][0]
    assert duplicates == 0


@scenario("straps", seconds=150)
async def silent_link(judge, ether):
    """A strap that says nothing on an open link is given up and connected anew; the gap has its cause"""
    gateway = await Gateway.open(DATA, "--no-usb")
    strap = await ether.wear("strap")
    await gateway.adopt(strap.address)
    await gateway.streaming(strap.address)
    await until(lambda: gateway.heard("hr"), 20, "a heart rate")
    begun = time.monotonic()
    await fall_silent(gateway, strap)
    judge.note(seconds_until_given_up=round(time.monotonic() - begun, 1))
    await until(lambda: gateway.heard("hr", since=time.monotonic() - 0.5), 30, "a heart rate on the new link")
    await until(lambda: gateway.losses(), 10, "the loss in the store", every=0.5)
    losses = gateway.losses()
    await gateway.end()
    assert [cause for _, cause, *_ in losses] == ["silent"], losses


async def fall_silent(gateway, strap):
    """Says nothing on the open link until it is given up and another made."""
    links, strap.silent = strap.connections, True

    async def story():
        entry = await gateway.device(strap.address)
        return entry["stage"], entry["steps"][-6:], f"{strap.connections} links", time.time()

    try:
        await until(lambda: strap.connections > links, 40, "a new link after silence")
    except AssertionError as problem:
        raise AssertionError(f"{problem}: {await story()}") from None
    strap.silent = False


@scenario("straps", seconds=240)
async def two_at_once(judge, ether):
    """An H10, whose clock is set, and a Verity Sense at once: what is stored is what was sent, every stream is stopped"""
    gateway = await Gateway.open(DATA, "--no-usb")
    h10, verity = await ether.wear("h10"), await ether.wear("verity")
    await gateway.adopt(h10.address, "polar.h10", settings={"ecg": "on", "clock": "on"})
    await gateway.adopt(verity.address, "polar.verity-sense")
    for one in (h10, verity):
        await gateway.streaming(one.address)
    # A Polar's clock begins with 2000 on the wall, which is the gateway's.
    wall = datetime.datetime.now(zoneinfo.ZoneInfo("Europe/Berlin")).replace(tzinfo=None)
    ahead_s = h10.device_time(time.monotonic()) / 1e9 - (wall - datetime.datetime(2000, 1, 1)).total_seconds()
    judge.note(clock_set_to_s=round(ahead_s, 3), clock_of_the_other=verity.device_time(time.monotonic()) // 10**9)
    assert abs(ahead_s) < 2 and verity.device_time(time.monotonic()) / 1e9 < 7000 * 86400, ahead_s

    wanted = {(h10, "acceleration"): 400, (h10, "ecg"): 1000, (h10, "beats"): 6, (verity, "acceleration"): 400,
              (verity, "beats"): 5}

    def kept():
        return {f"{one.name[:9]} {channel}": gateway.count(one.address, channel) for one, channel in wanted}

    async def enough():
        counts = await gateway.read(kept)
        return all(count >= least for count, least in zip(counts.values(), wanted.values()))

    await until(enough, 60, lambda: f"enough of each in the store ({kept()}; frames {h10.frames}, {verity.frames})", every=1)
    judge.note(samples=kept(), frames={"h10": h10.frames, "verity": verity.frames})
    told = time.monotonic()
    await gateway.end()
    judge.note(seconds_to_stop=round(time.monotonic() - told, 1), losses=[loss[:6] for loss in gateway.losses()][:8])
    for one in (h10, verity):
        stopped = {value[1] for name, value in one.written if name == "control" and value[:1] == b"\x03"}
        started = {value[1] & 0x3F for name, value in one.written if name == "control" and value[:1] == b"\x02"}
        assert started and started <= stopped, (one.name, one.written)

    def compare():
        lies = [tuple(axis / 1000 for axis in lying(number)) for number in range(20_000)]
        equal(gateway.samples(h10.address, "acceleration"), lies, "acceleration of the H10")
        equal(gateway.samples(verity.address, "acceleration"), lies, "acceleration of the Verity Sense")
        heard = [microvolts for (microvolts,) in gateway.samples(h10.address, "ecg")]
        sent = h10.electrocardiogram(len(heard))
        assert all(abs(a - b) < 0.01 for a, b in zip(heard, sent, strict=True)), (heard[:80], sent[:80])
        for one, intervals in (
                (h10, {round(i * 1000 / 1024, 3) for i in h10.intervals}), (verity, set(range(990, 1010)))):
            odd = [rr for _, rr in gateway.beats(one.address) if round(rr, 3) not in intervals]
            assert not odd, (one.name, odd)

    await gateway.read(compare)


@scenario("straps", seconds=200, long=True)
async def clock_of_2019(judge, ether):
    """An H10 whose clock falls back to 2019 goes on being stored at the host's time"""
    gateway = await Gateway.open(DATA, "--no-usb")
    h10 = await ether.wear("h10")
    await gateway.adopt(h10.address)
    await gateway.streaming(h10.address)
    await until(lambda: h10.frames.get(2, 0) > 8, 60, "acceleration")
    h10.reset_clock()
    count = h10.frames[2]
    await until(lambda: h10.frames.get(2, 0) > count + 8, 60, "acceleration after the reset")
    await asyncio.sleep(3)
    # What is not in a block yet; the stream's own mark moves only with a block, twice a minute.
    newest = gateway.rows(
        "SELECT max(raw_batch.end) FROM raw_batch JOIN stream ON stream.id = raw_batch.stream "
        "WHERE channel = 'acceleration'")[0][0]
    oldest = gateway.rows("SELECT min(start) FROM raw_batch")[0][0]
    await gateway.end()
    assert newest and abs(newest / 1e9 - time.time()) < 60, newest
    assert oldest is None or time.time() - oldest / 1e9 < 600, oldest


async def others(judge, ether, profiles, wanted):
    """Wearables by name, each with the profile that it must get, until the store has as many of each stream as wanted."""
    gateway = await Gateway.open(DATA, "--no-usb")
    worn = {name: await ether.wear(name) for name in profiles}
    for name, profile in profiles.items():
        await gateway.adopt(worn[name].address, profile)
    for one in worn.values():
        await gateway.streaming(one.address, 60)

    def kept():
        return {(name, channel): gateway.count(worn[name].address, channel) for name, channel in wanted}

    async def enough():
        counts = await gateway.read(kept)
        return all(counts[key] >= least for key, least in wanted.items())

    await until(enough, 60, lambda: f"enough of each in the store: {kept()}", every=1)
    judge.note(samples={" ".join(key): count for key, count in kept().items()})
    await gateway.end()
    return gateway, worn


@scenario("straps", seconds=240, long=True)
async def watches_stream(judge, ether):
    """InfiniTime and a Bangle.js: what is stored is what they sent, the watch reads the time from us, the script is ended"""
    gateway, worn = await others(
        judge, ether, {"infinitime": "infinitime", "bangle": "bangle-js"},
        {("infinitime", "acceleration"): 40, ("infinitime", "heart_rate"): 4, ("infinitime", "steps"): 1,
         ("bangle", "acceleration"): 60, ("bangle", "heart_rate"): 2, ("bangle", "steps"): 2})
    watch, bangle = worn["infinitime"], worn["bangle"]
    always(gateway.samples(watch.address, "heart_rate"), [(62,)], "heart rate of InfiniTime")
    always(gateway.samples(watch.address, "acceleration"), [(x / 1024, 10 / 1024, 1020 / 1024) for x in range(40)],
           "acceleration of InfiniTime")
    always(gateway.samples(watch.address, "steps"), [(count,) for count in range(100)], "steps of InfiniTime")
    always(gateway.samples(bangle.address, "heart_rate"), [(61,)], "heart rate of the Bangle.js")
    always(gateway.samples(bangle.address, "steps"), [(3,)], "steps of the Bangle.js")
    equal(gateway.samples(bangle.address, "acceleration"),
          [tuple(axis / 8192 for axis in row) for row in bangle.pushed], "acceleration of the Bangle.js")
    assert not bangle.listens and not bangle.scripted and not bangle.reports, "the watch was not told to stop"
    assert isinstance(watch.time_read, bytes) and len(watch.time_read) == 10, watch.time_read
    year, month, day, hour, minute, second = watch.time_read[0] | watch.time_read[1] << 8, *watch.time_read[2:7]
    told = datetime.datetime(year, month, day, hour, minute, second)
    here = datetime.datetime.now(zoneinfo.ZoneInfo("Europe/Berlin")).replace(tzinfo=None)
    assert abs((told - here).total_seconds()) < 600, (told, here)


@scenario("straps", seconds=240, long=True)
async def sensors_stream(judge, ether):
    """Movesense and Thingy:52: what is stored is what they sent, each is told to stop"""
    gateway, worn = await others(
        judge, ether, {"movesense": "movesense", "thingy": "nordic.thingy-52"},
        {("movesense", "acceleration"): 200, ("movesense", "heart_rate"): 4, ("movesense", "beats"): 4,
         ("thingy", "acceleration"): 200, ("thingy", "angular_velocity"): 200, ("thingy", "magnetic_field"): 200,
         ("thingy", "steps"): 1})
    movesense, thingy = worn["movesense"], worn["thingy"]
    always(gateway.samples(movesense.address, "acceleration"), [(0.1 / 9.80665, 0.2 / 9.80665, 9.81 / 9.80665)],
           "acceleration of the Movesense")
    always(gateway.samples(movesense.address, "heart_rate"), [(61.5,)], "heart rate of the Movesense")
    always([(rr,) for _, rr in gateway.beats(movesense.address)], [(976,)], "beats of the Movesense")
    stops = [value for name, value in movesense.written if name == "command" and value[0] == 2]
    assert {stop[1] for stop in stops} >= {0x41, 0x48} and not movesense.running, movesense.written
    always(gateway.samples(thingy.address, "acceleration"), [(10 / 1024, -20 / 1024, 1)], "acceleration of the Thingy")
    always(gateway.samples(thingy.address, "angular_velocity"), [(1 / 32, 2 / 32, 3 / 32)], "turning of the Thingy")
    always(gateway.samples(thingy.address, "magnetic_field"), [(20, 0, -40)], "magnetic field of the Thingy")
    always(gateway.samples(thingy.address, "steps"), [(count,) for count in range(1000)], "steps of the Thingy")
    rates = [int.from_bytes(value[6:8], "little") for name, value in thingy.written if name == "configuration"]
    assert rates[:1] == [50] and rates[-1:] == [10], rates


@scenario("straps", seconds=240, long=True)
async def bands_stream(judge, ether):
    """AxLE, Colmi ring and oximeter: what is stored is what they sent, each is told to stop, nothing is ever erased"""
    gateway, worn = await others(
        judge, ether, {"axle": "openmovement.axle", "colmi": "colmi.ring", "oximeter": "sig.pulse-oximeter"},
        {("axle", "acceleration"): 200, ("axle", "temperature"): 4, ("colmi", "heart_rate"): 4,
         ("oximeter", "oxygen_saturation"): 4, ("oximeter", "heart_rate"): 4})
    axle, colmi, oximeter = worn["axle"], worn["colmi"], worn["oximeter"]
    equal(gateway.samples(axle.address, "acceleration"),
          [((12 + number % 25) / 4096, -30 / 4096, 4090 / 4096) for number in range(20_000)], "acceleration of the AxLE")
    # Of the stream, and of what the band had kept.
    always(gateway.samples(axle.address, "temperature"), [(30,), (31,)], "temperature of the AxLE")
    kept = gateway.samples(axle.address, "counts")
    always(kept, [(40 + number,) for number in range(60)], "epochs that the AxLE had kept")
    assert len(kept) == 180 and axle.read_index == 3, f"{len(kept)} epochs kept, index {axle.read_index}"
    assert axle.authenticated and not axle.streaming, "the AxLE was not told to stop"
    assert axle.erased == 0, f"{axle.erased} commands that erase: {axle.written}"
    always(gateway.samples(colmi.address, "heart_rate"), [(63,), (62,)], "heart rate of the Colmi ring, live and logged")
    asked = [value for name, value in colmi.written if name == "command"]
    assert colmi.live is None and asked[-1][:2] == b"\x6a\x01", asked
    assert not [value for value in asked if value[0] not in (0x01, 0x03, 0x15, 0x1E, 0x69, 0x6A)], asked
    always(gateway.samples(oximeter.address, "oxygen_saturation"), [(97,), (96,)], "saturation of the oximeter")
    always(gateway.samples(oximeter.address, "heart_rate"), [(61,)], "pulse of the oximeter")


@scenario("straps", seconds=240, long=True)
async def standard_sensors_stream(judge, ether):
    """A foot pod and an activity band of the standard services: what is stored is what they sent"""
    gateway, worn = await others(
        judge, ether, {"footpod": "sig.running-speed-cadence", "activity": "sig.physical-activity"},
        {("footpod", "speed"): 4, ("footpod", "distance"): 2, ("activity", "heart_rate"): 4,
         ("activity", "respiration_rate"): 4, ("activity", "activity_count_rate"): 4, ("activity", "steps"): 2})
    footpod, activity = worn["footpod"].address, worn["activity"].address
    always(gateway.samples(footpod, "speed"), [(1.5,), (3,)], "speed of the foot pod")
    always(gateway.samples(footpod, "cadence"), [(90,), (160,)], "cadence of the foot pod")
    always(gateway.samples(footpod, "stride_length"), [(1.1,)], "stride of the foot pod")
    always(gateway.samples(footpod, "distance"), [(turn,) for turn in range(1, 300)], "distance of the foot pod")
    always(gateway.samples(activity, "heart_rate"), [(72,)], "heart rate of the band")
    always(gateway.samples(activity, "respiration_rate"), [(14,)], "breaths of the band")
    always(gateway.samples(activity, "activity_count_rate"), [(281,)], "activity counts of the band")
    always(gateway.samples(activity, "steps"), [(turn,) for turn in range(300)], "steps of the band")
    always(gateway.samples(activity, "distance"), [(200,)], "distance of the band")


@scenario("straps", seconds=240)
async def tag_streams(judge, ether):
    """A tag that only advertises: what is stored is what it sent, each measurement once, no link is made"""
    gateway = await Gateway.open(DATA, "--no-usb")
    tag = await ether.wear("ruuvi")
    await gateway.adopt(tag.address, "ruuvi.tag")
    await gateway.streaming(tag.address)
    await until(lambda: gateway.count(tag.address, "temperature") >= 8, 40, "eight measurements in the store", every=0.5)
    entry = await gateway.device(tag.address)
    await tag.power_off()
    await gateway.end()
    stored = {channel: gateway.samples(tag.address, channel) for channel in ("temperature", "humidity", "pressure")}
    losses = [loss for loss in gateway.losses() if loss[1] == "gap"]
    judge.note(samples={channel: len(found) for channel, found in stored.items()}, sent=tag.measurements,
               lost=sum(loss[5] for loss in losses), rssi=entry["rssi_dbm"])
    sent = [(tag.temperature(number) * 0.005,) for number in range(tag.measurements)]
    # It was heard before it was taken in; from then on what is not in the store is told to be lost.
    found = stored["temperature"]
    starts = [start for start in range(len(sent)) if near(found[0], sent[start])]
    lost = sum(loss[5] for loss in losses)
    assert any(matches(found, sent[start:], lost) for start in starts), (found, sent, losses)
    always(stored["humidity"], [(53.49,)], "humidity of the tag")
    always(stored["pressure"], [(100_044,)], "pressure of the tag")
    assert entry["rssi_dbm"] == -50 and tag.connections == 0, entry


def matches(found, sent, most):
    """Whether `found` is the beginning of `sent` with no more than `most` left out, in order and none twice."""
    at = 0
    for one in found:
        while at < len(sent) and not near(one, sent[at]):
            at, most = at + 1, most - 1
        at += 1
        if at > len(sent) or most < 0:
            return False
    return True
