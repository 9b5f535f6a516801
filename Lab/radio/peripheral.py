"""What every virtual wearable has: an attribute table, an advertisement, a stream, and ways to misbehave."""

import asyncio
import secrets
import struct

from bumble import att
from bumble.core import AdvertisingData, UUID
from bumble.device import Device, DeviceConfiguration, Peer
from bumble.gatt import Characteristic, CharacteristicValue, Descriptor, Service
from bumble.hci import Address, HCI_LE_Set_Random_Address_Command
from bumble.pairing import PairingConfig, PairingDelegate

from .air import peripheral_host

READ, WRITE = Characteristic.Permissions.READABLE, Characteristic.Permissions.WRITEABLE
PROTECTED = (
    Characteristic.Permissions.READ_REQUIRES_ENCRYPTION | Characteristic.Permissions.WRITE_REQUIRES_ENCRYPTION
)


def characteristic(uuid, properties, value=b"", read=None, write=None, descriptors=()):
    """A characteristic; `read()` and `write(connection, value)` make it a living one."""
    if read or write:
        value = CharacteristicValue(
            read=(lambda _: read()) if read else None, write=(lambda c, v: write(c, v)) if write else None
        )
    return Characteristic(
        uuid, Characteristic.Properties.from_string(properties.replace(" ", ",").upper()), READ | WRITE, value,
        [Descriptor(UUID(name), READ, content) for name, content in descriptors],
    )


def service(uuid, *characteristics):
    return Service(uuid, list(characteristics))


def utf8(uuid, text):
    return characteristic(uuid, "read", text.encode())


class Peripheral:
    """A wearable. Subclasses give `name`, `table()`, `advertised` and `stream()`; see `wearables()` for all."""

    name = "Wearable"
    appearance = 0
    advertised = ()  # services in the advertisement, 16-bit numbers or UUID text
    manufacturer = b""  # company number and data
    largest_mtu = 247
    random_address = True

    def __init__(self, air, address):
        self.address = address
        self.air = air
        self.device = None
        self.controller = None
        self.task = None
        self.silent = False  # the stream stops, the link stays
        self.garble = None  # bytes -> bytes, on every value sent
        self.refuse_mtu = False
        self.demand_pairing = False
        self.changes_address = False  # resolvable private addresses in place of its own
        self.extra_service = False  # moves every handle behind it
        self.connections = 0
        self.written = []  # (characteristic, bytes), for the judge
        self.sent = 0  # notifications

    # What a subclass says

    def table(self):
        return []

    def settle(self, server):
        """Changes the attributes after they have their handles."""

    async def stream(self):
        """Sends until cancelled."""

    def on_connected(self, connection):
        pass

    # Power

    async def power_on(self):
        kind = Address.RANDOM_DEVICE_ADDRESS if self.random_address else Address.PUBLIC_DEVICE_ADDRESS
        address = Address(self.address, kind)
        self.controller, host = peripheral_host(self.air, self.name, "C0:DE:" + self.address[6:])
        config = DeviceConfiguration(
            name=self.name, address=address, gap_service_enabled=False, gatt_service_enabled=False,
            irk=secrets.token_bytes(16), le_privacy_enabled=self.changes_address, le_rpa_timeout=0,
        )
        self.device = Device(config=config, host=host)
        self.device.pairing_config_factory = lambda _: PairingConfig(
            sc=True, mitm=False, bonding=True, identity_address_type=PairingConfig.AddressType(int(kind)),
            delegate=PairingDelegate(PairingDelegate.IoCapability.NO_OUTPUT_NO_INPUT),
        )
        server = self.device.gatt_server
        server.max_mtu = self.largest_mtu
        services = self.table()
        if self.extra_service:
            services.insert(2, service("181C", utf8("2A8A", "moved")))
        server.add_services(services)
        self.settle(server)
        services[-1].end_group_handle = 0xFFFF  # as straps have it
        if self.demand_pairing:
            for attribute in server.attributes[services[1].end_group_handle:]:
                if attribute.type in (UUID("2902"),) or attribute in self.protected():
                    attribute.permissions |= PROTECTED
        if self.refuse_mtu:
            server.on_att_exchange_mtu_request = self.refuse
        self.device.advertising_data = self.advertisement()
        self.device.scan_response_data = bytes(
            AdvertisingData([(AdvertisingData.COMPLETE_LOCAL_NAME, self.name.encode())])
        )
        self.device.advertising_interval_min = self.device.advertising_interval_max = 250
        self.device.on("connection", self.connected)
        await self.device.power_on()
        await self.advertise()
        self.task = asyncio.create_task(self.stream())

    async def advertise(self):
        self.air.scan_responses[self.heard_as] = self.device.scan_response_data
        await self.device.start_advertising(auto_restart=True)

    @property
    def heard_as(self):
        """The address in its advertisements."""
        return str(self.device.random_address if self.random_address else self.device.public_address).split("/")[0]

    async def change_address(self):
        """Ends its links and goes on under another address that only who has its key can resolve."""
        before = self.heard_as
        await self.drop()
        await self.device.stop_advertising()
        self.device.random_address = Address.generate_private_address(self.device.irk)
        await self.device.send_sync_command(
            HCI_LE_Set_Random_Address_Command(random_address=self.device.random_address))
        assert self.heard_as != before
        await self.advertise()

    async def power_off(self):
        """From one moment to the next, as a flat battery does."""
        if self.device is None:
            return
        self.task.cancel()
        device, self.device = self.device, None
        await device.stop_advertising()
        self.air.lose(self.controller)
        self.air.remove_controller(self.controller)

    async def drop(self):
        """Ends the link from this side; the wearable goes on advertising."""
        for connection in list(self.device.connections.values()):
            await connection.disconnect()

    async def leave(self, seconds):
        """Out of reach for a while: the link is lost, nothing is advertised."""
        await self.device.stop_advertising()
        self.air.lose(self.controller)
        await asyncio.sleep(0)
        await self.device.stop_advertising()
        await asyncio.sleep(seconds)
        await self.device.start_advertising(auto_restart=True)

    # Words on the wire

    def protected(self):
        return ()

    def advertisement(self):
        parts = [(AdvertisingData.FLAGS, b"\x06")]
        short = [number for number in self.advertised if isinstance(number, int)]
        if short:
            listed = b"".join(struct.pack("<H", number) for number in short)
            parts.append((AdvertisingData.COMPLETE_LIST_OF_16_BIT_SERVICE_CLASS_UUIDS, listed))
        for text in self.advertised:
            if not isinstance(text, int):
                parts.append((AdvertisingData.COMPLETE_LIST_OF_128_BIT_SERVICE_CLASS_UUIDS, bytes(UUID(text))))
        if self.manufacturer:
            parts.append((AdvertisingData.MANUFACTURER_SPECIFIC_DATA, self.manufacturer))
        return bytes(AdvertisingData(parts))

    def generic_access(self):
        return service(
            "1800", utf8("2A00", self.name), characteristic("2A01", "read", struct.pack("<H", self.appearance)),
            characteristic("2A04", "read", struct.pack("<HHHH", 8, 40, 0, 600)),
        )

    def generic_attribute(self):
        return service("1801", characteristic("2A05", "indicate"))

    async def notify(self, target, value):
        """Sends a value to whoever subscribed, as long as it is or `garble` makes it."""
        if self.silent or self.device is None:
            return
        if self.garble:
            value = self.garble(value)
        server = self.device.gatt_server
        for connection, subscriptions in list(server.subscribers.items()):
            wanted = subscriptions.get(target.handle, b"\0\0")[0]
            if wanted & 1:
                pdu = att.ATT_Handle_Value_Notification(attribute_handle=target.handle, attribute_value=value)
                server.send_gatt_pdu(connection, bytes(pdu))
                self.sent += 1
            elif wanted & 2:
                await server.indicate_subscriber(connection, target, value, force=True)
                self.sent += 1

    def subscribed(self, target):
        if self.device is None:
            return False
        return any(wanted.get(target.handle, b"\0\0")[0] for wanted in self.device.gatt_server.subscribers.values())

    async def storm(self, target, count, size):
        """As many numbered values as fast as the link takes them."""
        for number in range(count):
            await self.notify(target, struct.pack("<I", number) + bytes(size - 4))
            if number % 16 == 15:
                await asyncio.sleep(0)

    def refuse(self, bearer, request):
        self.device.gatt_server.send_response(
            bearer, att.ATT_Error_Response(
                request_opcode_in_error=request.op_code, attribute_handle_in_error=0,
                error_code=att.ATT_REQUEST_NOT_SUPPORTED_ERROR,
            ),
        )

    def connected(self, connection):
        self.connections += 1
        self.on_connected(connection)

    async def ask_time(self, connection):
        """Reads the other side's Current Time as a watch does; None when it has none."""
        peer = Peer(connection)
        await peer.discover_service("1805")
        for found in peer.services:
            await peer.discover_characteristics(["2A2B"], found)
            for each in found.characteristics:
                return await each.read_value()
        return None
