"""Wearables whose frames are put together: over several characteristics, and over several values of one."""

from .judge import scenario
from .sessions import always, others


@scenario("straps", seconds=120)
async def headband_streams(judge, ether):
    """A Muse headband: its four electrodes are one stream, joined by their numbers over a roll-over; it is told to stop"""
    gateway, worn = await others(
        judge, ether, {"muse": "interaxon.muse"}, {("muse", "eeg"): 1000, ("muse", "acceleration"): 100})
    muse = worn["muse"]
    rows = gateway.samples(muse.address, "eeg")
    assert all(len(row) == 4 for row in rows), rows[:3]
    scale = 125 / 256
    for row in rows:
        # Electrodes of one moment differ by their place alone.
        steps = [round(value / scale) for value in row]
        assert [step - steps[0] for step in steps] == [0, 100, 200, 300], row
    always(gateway.samples(muse.address, "acceleration"), [(100 / 16_384, -200 / 16_384, 1)], "acceleration of the Muse")
    told = [value[1:-1] for name, value in muse.written if name == "control"]
    assert told[:4] == [b"h", b"p21", b"s", b"d"] and told[-1] == b"h" and not muse.running, told
    assert muse.number < 65_530, "the numbers did not roll over"


@scenario("straps", seconds=120, long=True)
async def ring_answers(judge, ether):
    """An O2Ring: replies that span values come whole, each asked for"""
    gateway, worn = await others(judge, ether, {"o2ring": "wellue.o2ring"}, {("o2ring", "oxygen_saturation"): 4})
    ring = worn["o2ring"]
    always(gateway.samples(ring.address, "oxygen_saturation"), [(97,), (98,)], "saturation of the ring")
    always(gateway.samples(ring.address, "heart_rate"), [(66,)], "pulse of the ring")


@scenario("straps", seconds=120, long=True)
async def makers_oximeter_streams(judge, ether):
    """A BerryMed oximeter: five bytes at a time out of values that are cut anywhere, none missing"""
    gateway, worn = await others(judge, ether, {"berrymed": "berrymed.bm1000"}, {("berrymed", "ppg"): 300})
    berry = worn["berrymed"]
    always(gateway.samples(berry.address, "heart_rate"), [(130,)], "pulse of the oximeter")
    pulse = [int(row[0]) for row in gateway.samples(berry.address, "ppg")]
    assert all((after - before) % 100 == 1 for before, after in zip(pulse, pulse[1:])), "a sample of the wave is missing"


@scenario("straps", seconds=120, long=True)
async def thermometer_measures(judge, ether):
    """A thermometer of the standard service: Fahrenheit with a time, by indications that are confirmed"""
    gateway, worn = await others(
        judge, ether, {"thermometer": "sig.health-thermometer"}, {("thermometer", "temperature"): 3})
    always(gateway.samples(worn["thermometer"].address, "temperature"), [(36.5,)], "temperature")
