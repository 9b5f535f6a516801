"""The wearables of the lab by name, and the table of who is who."""

from .bands import AxLE, Colmi
from .headbands import Muse
from .oximeters import BerryMed, O2Ring, Thermometer
from .polar import H10, Verity
from .sensors import Movesense, Thingy
from .straps import ActivityBand, Closed, FootPod, Oximeter, Strap
from .tags import Ruuvi
from .watches import Bangle, InfiniTime

KINDS = {
    "strap": (Strap, "F1:00:00:00:00:01"),
    "strap2": (Strap, "F1:00:00:00:00:02"),
    "h10": (H10, "F1:00:00:00:00:10"),
    "verity": (Verity, "F1:00:00:00:00:11"),
    "infinitime": (InfiniTime, "F1:00:00:00:00:20"),
    "bangle": (Bangle, "F1:00:00:00:00:21"),
    "movesense": (Movesense, "F1:00:00:00:00:30"),
    "thingy": (Thingy, "F1:00:00:00:00:31"),
    "axle": (AxLE, "F1:00:00:AB:CD:EF"),
    "colmi": (Colmi, "F1:00:00:00:00:41"),
    "oximeter": (Oximeter, "F1:00:00:00:00:50"),
    "footpod": (FootPod, "F1:00:00:00:00:51"),
    "activity": (ActivityBand, "F1:00:00:00:00:52"),
    "closed": (Closed, "F1:00:00:00:00:53"),
    "muse": (Muse, "F1:00:00:00:00:60"),
    "o2ring": (O2Ring, "F1:00:00:00:00:61"),
    "berrymed": (BerryMed, "F1:00:00:00:00:62"),
    "thermometer": (Thermometer, "F1:00:00:00:00:63"),
    "ruuvi": (Ruuvi, "CB:B8:33:4C:88:4F"),
}


def wearable(name, air):
    kind, address = KINDS[name]
    return kind(air, address)
