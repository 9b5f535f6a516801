"""A central that connects to the kernel's adapter, as a bicycle computer does: bumble's whole stack."""

from bumble.core import AdvertisingData
from bumble.device import Device, DeviceConfiguration, Peer
from bumble.hci import Address

from .air import peripheral_host


class Central:
    """Looks for a strap, connects, and keeps what it is sent."""

    def __init__(self, air, address):
        controller, host = peripheral_host(air, "central", "C0:DF:" + address[6:])
        self.air, self.controller = air, controller
        self.device = Device(
            config=DeviceConfiguration(name="Computer", address=Address(address, Address.RANDOM_DEVICE_ADDRESS)), host=host)
        self.connection = None
        self.values = []  # of the measurement
        self.heard = {}  # advertised data by address

    async def begin(self):
        await self.device.power_on()
        self.device.on("advertisement", self.hear)
        await self.device.start_scanning(filter_duplicates=False)

    def hear(self, advertisement):
        self.heard[str(advertisement.address).split("/")[0]] = advertisement.data

    def services(self, address):
        """The 16-bit services that an address advertises; None when it does not advertise."""
        data = self.heard.get(address)
        if data is None:
            return None
        return [str(uuid) for uuid in data.get(AdvertisingData.COMPLETE_LIST_OF_16_BIT_SERVICE_CLASS_UUIDS) or []]

    async def connect(self, address):
        await self.device.stop_scanning()
        self.connection = await self.device.connect(Address(address, Address.PUBLIC_DEVICE_ADDRESS), timeout=60)
        peer = Peer(self.connection)
        await peer.request_mtu(185)
        await peer.discover_all()
        self.peer = peer
        return peer

    def characteristic(self, uuid):
        found = self.peer.get_characteristics_by_uuid(uuid)
        assert len(found) == 1, (uuid, found)
        return found[0]

    async def subscribe(self, uuid):
        await self.characteristic(uuid).subscribe(self.values.append)

    async def read(self, uuid):
        return bytes(await self.characteristic(uuid).read_value())

    async def leave(self):
        if self.connection:
            await self.connection.disconnect()
            self.connection = None

    async def power_off(self):
        self.air.lose(self.controller)
        self.air.remove_controller(self.controller)
