"""The air: adapters of the kernel and peripherals that hear each other."""

import asyncio

from bumble.controller import Controller
from bumble.hci import (
    HCI_COMMAND_STATUS_PENDING, HCI_Command_Complete_Event, HCI_Command_Status_Event, HCI_ErrorCode,
    HCI_GenericReturnParameters, HCI_LE_Advertising_Report_Event, HCI_LE_Connection_Complete_Event,
    HCI_LE_Enhanced_Connection_Complete_Event, HCI_LE_Extended_Advertising_Report_Event, HCI_LE_EXTENDED_CREATE_CONNECTION_COMMAND,
    HCI_LE_SET_EXTENDED_SCAN_ENABLE_COMMAND, HCI_LE_SET_EXTENDED_SCAN_PARAMETERS_COMMAND,
    HCI_Read_RSSI_ReturnParameters, HCI_Reset_Command, HCI_SyncCommand, Address,
    LeFeatureMask, Role,
)
from bumble.host import Host
from bumble.link import LocalLink
from bumble.transport import open_transport
from bumble.transport.common import AsyncPipeSink


class Air(LocalLink):
    """Delivers what controllers send; a sender is known by the address its connection uses.

    bumble 0.0.236 takes the sender's random address, so what a kernel sends from its public one would be lost.
    """

    def __init__(self):
        super().__init__()
        self.scan_responses = {}  # by address
        self.beacons = set()  # addresses that take no connection

    def send_acl_data(self, sender_controller, destination_address, transport, data):
        receiver = self.find_le_controller(destination_address)
        if receiver is None:
            return
        connection = sender_controller.le_connections.get(destination_address)
        source = connection.self_address if connection else sender_controller.random_address
        asyncio.get_running_loop().call_soon(receiver.on_link_acl_data, source, transport, data)

    def forget(self, controller, connection):
        """The link of a controller that forgot it: the other end learns of it by the supervision timeout."""
        controller.le_connections.pop(connection.peer_address, None)
        other = next((one for one in self.controllers if one is not controller
                      and connection.self_address in one.le_connections), None)
        if other is not None:
            other.on_le_disconnected(other.le_connections[connection.self_address],
                                     HCI_ErrorCode.CONNECTION_TIMEOUT_ERROR)

    def lose(self, controller):
        """Ends a peripheral's links as distance does: both ends learn of it by the supervision timeout."""
        for connection in list(controller.le_connections.values()):
            other = self.find_le_controller(connection.peer_address)
            if other is not None:
                for theirs in list(other.le_connections.values()):
                    if theirs.peer_address == connection.self_address:
                        other.on_le_disconnected(theirs, HCI_ErrorCode.CONNECTION_TIMEOUT_ERROR)
            controller.on_le_disconnected(connection, HCI_ErrorCode.CONNECTION_TIMEOUT_ERROR)


class AdapterController(Controller):
    """Answers to a scan are the peripheral's own; bumble 0.0.236 repeats the advertisement in them, and takes every
    advertiser for one that can be connected to."""

    slots = 8  # links at once
    hangs = False  # answers nothing and sends nothing
    revives = True  # whether a reset helps it
    resets = 0
    intervals = ()  # asked for with the last new link, in units of 1.25 ms
    scanned = None  # the kind of scan that runs, and since when
    airtime = None  # seconds of each kind of scan, by its number
    strengths = {}  # in dBm, by address, of what is not as near as the rest

    def on_advertising_pdu(self, pdu):
        """Who takes no connection gets none, also one that was asked for; bumble 0.0.236 makes it."""
        pending = self.pending_le_connection
        if pending is None or str(pdu.advertiser_address) not in self.link.beacons:
            return super().on_advertising_pdu(pdu)
        self.pending_le_connection = None
        try:
            super().on_advertising_pdu(pdu)
        finally:
            self.pending_le_connection = pending

    def on_packet(self, packet):
        """A controller that hangs comes to itself by nothing but a reset, as after its power was off."""
        if self.hangs:
            reset = bytes([1]) + HCI_Reset_Command().op_code.to_bytes(2, "little")
            if not self.revives or not bytes(packet).startswith(reset):
                return
            self.hangs = self.le_scan_enable = False
            self.pending_le_connection = None
            self.resets += 1
            self.note_scan(None)
            for connection in list(self.le_connections.values()):
                self.link.forget(self, connection)
        super().on_packet(packet)

    def note_scan(self, kind):
        """Keeps for how long the kernel had it scan actively (1) and passively (0)."""
        now = asyncio.get_running_loop().time()
        self.airtime = self.airtime or {0: 0.0, 1: 0.0}
        if self.scanned:
            before, since = self.scanned
            self.airtime[before] += now - since
        self.scanned = None if kind is None else (kind, now)

    def on_hci_le_set_scan_enable_command(self, command):
        answer = super().on_hci_le_set_scan_enable_command(command)
        self.note_scan(self.le_scan_type if self.le_scan_enable else None)
        return answer

    def on_hci_le_set_extended_scan_parameters_command(self, command):
        """bumble 0.0.236 does not take the kind of scan from it."""
        self.le_scan_type = command.scan_types[0]
        return super().on_hci_le_set_extended_scan_parameters_command(command)

    def on_hci_le_set_extended_scan_enable_command(self, command):
        answer = super().on_hci_le_set_extended_scan_enable_command(command)
        self.note_scan(self.le_scan_type if self.le_scan_enable else None)
        return answer

    def on_hci_le_extended_create_connection_command(self, command):
        self.intervals = (command.connection_interval_mins[0], command.connection_interval_maxs[0])
        return super().on_hci_le_extended_create_connection_command(command)

    def on_hci_le_create_connection_cancel_command(self, command):
        """A new link that is no longer wanted is reported as such; bumble 0.0.236 goes on making it."""
        pending, self.pending_le_connection = self.pending_le_connection, None
        if pending is not None:
            self.send_hci_packet(HCI_LE_Connection_Complete_Event(
                status=HCI_ErrorCode.UNKNOWN_CONNECTION_IDENTIFIER_ERROR, connection_handle=0, role=Role.CENTRAL,
                peer_address_type=pending.peer_address_type, peer_address=pending.peer_address, connection_interval=0,
                peripheral_latency=0, supervision_timeout=0, central_clock_accuracy=0))
        return super().on_hci_le_create_connection_cancel_command(command)

    def on_hci_le_create_connection_command(self, command):
        """A controller without a free slot says so when the peer is heard: bumble's has room for any number."""
        self.intervals = (command.connection_interval_min, command.connection_interval_max)
        if len(self.le_connections) < self.slots:
            return super().on_hci_le_create_connection_command(command)
        self.send_hci_packet(HCI_Command_Status_Event(
            status=HCI_COMMAND_STATUS_PENDING, num_hci_command_packets=1, command_opcode=command.op_code))
        self.send_hci_packet(HCI_LE_Connection_Complete_Event(
            status=HCI_ErrorCode.CONNECTION_LIMIT_EXCEEDED_ERROR, connection_handle=0, role=Role.CENTRAL,
            peer_address_type=command.peer_address_type, peer_address=command.peer_address, connection_interval=0,
            peripheral_latency=0, supervision_timeout=0, central_clock_accuracy=0))

    def on_hci_read_rssi_command(self, command):
        """The signal strength of a link, which bumble 0.0.236 does not know."""
        return HCI_Read_RSSI_ReturnParameters(status=HCI_ErrorCode.SUCCESS, handle=command.handle, rssi=-50)

    def on_hci_read_transmit_power_level_command(self, command):
        """That of our side, which the kernel asks for with the signal strength: 0 dBm."""
        self.send_hci_packet(HCI_Command_Complete_Event(
            num_hci_command_packets=1, command_opcode=command.op_code,
            return_parameters=HCI_GenericReturnParameters(data=b"\0" + command.parameters[:2] + b"\0")))

    def on_hci_command(self, command):
        """Refuses a command, as a controller does that does not know it; bumble leaves some without an answer."""
        refused = super().on_hci_command(command)
        if isinstance(command, HCI_SyncCommand):
            return refused
        self.send_hci_packet(HCI_Command_Status_Event(
            status=refused.status, num_hci_command_packets=1, command_opcode=command.op_code))

    def send_hci_packet(self, packet):
        if self.hangs:
            return
        if isinstance(packet, HCI_LE_Connection_Complete_Event) and self.le_event_mask & 1 << 9:
            # Who asks for the longer event gets that one and not both (Core Specification 5.4, vol 4 part E, 7.7.65.10).
            packet = HCI_LE_Enhanced_Connection_Complete_Event(
                status=packet.status, connection_handle=packet.connection_handle, role=packet.role,
                peer_address_type=packet.peer_address_type, peer_address=packet.peer_address,
                local_resolvable_private_address=Address.ANY, peer_resolvable_private_address=Address.ANY,
                connection_interval=packet.connection_interval, peripheral_latency=packet.peripheral_latency,
                supervision_timeout=packet.supervision_timeout, central_clock_accuracy=packet.central_clock_accuracy)
        if isinstance(packet, HCI_LE_Advertising_Report_Event):
            kinds = HCI_LE_Advertising_Report_Event.EventType
            kind, alone = kinds.SCAN_RSP, kinds.ADV_NONCONN_IND
        elif isinstance(packet, HCI_LE_Extended_Advertising_Report_Event):
            kind, alone = HCI_LE_Extended_Advertising_Report_Event.EventType.SCAN_RESPONSE, 0
        else:
            return super().send_hci_packet(packet)
        report = packet.reports[0]
        report.rssi = self.strengths.get(str(report.address).split("/")[0], report.rssi)
        if str(report.address) in self.link.beacons:
            if report.event_type == kind:
                return
            report.event_type = alone
            packet = type(packet)([report])
        elif report.event_type == kind:
            answer = self.link.scan_responses.get(str(report.address))
            if self.le_scan_type == 0 or answer is None:
                return
            report.data = answer
            packet = type(packet)([report])
        super().send_hci_packet(packet)


class Adapter:
    """One `hciN` of the kernel, through /dev/vhci; it can be pulled out and plugged in again."""

    def __init__(self, air, address="00:11:22:33:44:55", slots=8, modern=False):
        self.air = air
        self.modern = modern  # extended advertising and link-layer privacy, as adapters of version 5 have
        self.address = address
        self.slots = slots
        self.transport = None
        self.controller = None

    async def plug(self):
        self.transport = await open_transport("vhci")
        self.controller = AdapterController(
            "adapter", host_source=self.transport.source, host_sink=self.transport.sink, link=self.air,
            public_address=self.address,
        )
        self.controller.slots = self.slots
        if self.modern:
            self.controller.supported_commands = self.controller.supported_commands | {
                HCI_LE_SET_EXTENDED_SCAN_PARAMETERS_COMMAND, HCI_LE_SET_EXTENDED_SCAN_ENABLE_COMMAND,
                HCI_LE_EXTENDED_CREATE_CONNECTION_COMMAND}
        else:
            self.controller.le_features &= ~(LeFeatureMask.LL_PRIVACY | LeFeatureMask.LE_EXTENDED_ADVERTISING)
        # One fragment for a value, as adapters with data length extension have.
        self.controller.le_acl_data_packet_length = 251

    def hears(self, peripheral, strength):
        """From now on it hears a peripheral with so many dBm."""
        self.controller.strengths = {**self.controller.strengths, peripheral.address: strength}

    def carries(self, peripheral):
        """Whether it has the link to a peripheral."""
        return any(self.air.find_le_controller(connection.peer_address) is peripheral.controller
                   for connection in self.controller.le_connections.values())

    async def pull(self):
        """The adapter is gone from one moment to the next; the peripherals notice the lost links."""
        controller, transport = self.controller, self.transport
        self.controller = self.transport = None
        for connection in list(controller.le_connections.values()):
            peer = self.air.find_le_controller(connection.peer_address)
            for theirs in list(peer.le_connections.values()) if peer else []:
                peer.on_le_disconnected(theirs, HCI_ErrorCode.CONNECTION_TIMEOUT_ERROR)
        controller.le_connections.clear()
        self.air.remove_controller(controller)
        await transport.close()


def peripheral_host(air, name, address):
    """A controller in the air and the host side of it."""
    controller = Controller(name, link=air, public_address=address)
    controller.le_acl_data_packet_length = 251
    return controller, Host(controller, AsyncPipeSink(controller))
