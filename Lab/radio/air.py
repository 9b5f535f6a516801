"""The air: adapters of the kernel and peripherals that hear each other."""

import asyncio

from bumble.controller import Controller
from bumble.hci import (
    HCI_COMMAND_STATUS_PENDING, HCI_Command_Complete_Event, HCI_Command_Status_Event, HCI_ErrorCode,
    HCI_GenericReturnParameters, HCI_LE_Advertising_Report_Event, HCI_LE_Connection_Complete_Event,
    HCI_LE_Extended_Advertising_Report_Event, HCI_Read_RSSI_ReturnParameters, HCI_SyncCommand, LeFeatureMask, Role,
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

    def on_hci_le_create_connection_command(self, command):
        """A controller without a free slot says so when the peer is heard: bumble's has room for any number."""
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
        if isinstance(packet, HCI_LE_Advertising_Report_Event):
            kinds = HCI_LE_Advertising_Report_Event.EventType
            kind, alone = kinds.SCAN_RSP, kinds.ADV_NONCONN_IND
        elif isinstance(packet, HCI_LE_Extended_Advertising_Report_Event):
            kind, alone = HCI_LE_Extended_Advertising_Report_Event.EventType.SCAN_RESPONSE, 0
        else:
            return super().send_hci_packet(packet)
        report = packet.reports[0]
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

    def __init__(self, air, address="00:11:22:33:44:55", slots=8):
        self.air = air
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
        # With either of these the kernel waits for another event of a new link than bumble 0.0.236 sends: for 4 s, in
        # which it sends no other command, and then it never takes the link down by itself.
        self.controller.le_features &= ~(LeFeatureMask.LL_PRIVACY | LeFeatureMask.LE_EXTENDED_ADVERTISING)
        # One fragment for a value, as adapters with data length extension have.
        self.controller.le_acl_data_packet_length = 251

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
