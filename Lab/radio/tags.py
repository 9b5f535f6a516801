"""A RuuviTag: says everything in its advertisements and takes no connection."""

import asyncio
import struct

from bumble import ll
from bumble.controller import Controller
from bumble.core import AdvertisingData
from bumble.hci import Address

RUUVI_COMPANY = 0x0499


class Ruuvi:
    """Temperature, humidity, pressure and acceleration in data format 5, a new measurement every 1.285 s.

    The first frame is the maker's own test vector; what follows differs in temperature and sequence number.
    """

    name = "Ruuvi 884F"
    every = 1.285
    first = 205  # sequence number of the vector
    connections = 0

    def __init__(self, air, address):
        self.air, self.address = air, address
        self.controller = self.task = None
        self.measurements = 0

    def temperature(self, number):
        """Of measurement `number` of all, in 0.005 degrees."""
        return 4860 + number % 10

    def frame(self, number):
        body = struct.pack(
            ">BhHHhhhHBH", 5, self.temperature(number), 0x5394, 0xC37C, 4, -4, 1036, 0xAC36, 0x42,
            (self.first + number) % 65536)
        return body + bytes.fromhex("CBB8334C884F")

    async def power_on(self):
        address = Address(self.address, Address.RANDOM_DEVICE_ADDRESS)
        self.controller = Controller(self.name, link=self.air, public_address="C0:DE:" + self.address[6:])
        self.air.beacons.add(str(address))
        self.task = asyncio.create_task(self.stream(address))

    async def power_off(self):
        if self.controller is not None:
            self.task.cancel()
            controller, self.controller = self.controller, None
            self.air.remove_controller(controller)

    async def stream(self, address):
        while True:
            data = struct.pack("<H", RUUVI_COMPANY) + self.frame(self.measurements)
            parts = [(AdvertisingData.FLAGS, b"\x06"), (AdvertisingData.MANUFACTURER_SPECIFIC_DATA, data)]
            self.measurements += 1
            for _ in range(3):  # the same measurement several times, as a tag does
                self.controller.send_advertising_pdu(
                    ll.AdvInd(advertiser_address=address, data=bytes(AdvertisingData(parts))))
                await asyncio.sleep(self.every / 3)
