import Glibc
import Signals

/// One link: its socket, what is said over it, and who waits for what. Belongs to the radio's thread.
final class RadioLink {
    /// The phase of a link.
    enum Phase {
        case connecting(CheckedContinuation<Int32, Never>)
        /// Connected; services are being discovered.
        case discovering(CheckedContinuation<Result<GATTDatabase, LinkLoss>, Never>?)
        case ready
    }

    /// How long a pairing may take, of which each step may take 30 s (Core Specification 5.4, vol 3 part H, 3.4).
    static let pairingTime = Duration.seconds(40)

    let token: UInt64
    let address: BluetoothAddress
    let adapter: UInt16
    let options: GATTLinkOptions
    let socket: LinkSocket
    let receive: @Sendable (GATTLinkEvent) -> Void
    /// Whether its adapter was the first choice, and not one that is tried because another one failed.
    let isFirst: Bool

    var phase: Phase
    var session: GATTSession?
    var requests: [GATTRequestID: CheckedContinuation<GATTReply, any Error>] = [:]
    /// PDUs that wait for room in the socket, in order.
    var outgoing: [[UInt8]] = []
    /// Whether the loop was told to wait for room too; nil while it does not watch the socket.
    var watchesRoom: Bool?
    /// Until when the link is to be encrypted; nil when it is not being encrypted.
    var pairingDeadline: Duration?
    /// The pairing through bluetoothd that is under way, or was.
    var pairing: Task<Void, Never>?
    /// When something last came over it.
    var lastHeard = Duration.zero
    /// What the kernel said about the end, before the socket noticed.
    var end: LinkEnd?
    /// What the socket failed with, while the rest is read that it still has.
    var error: Int32?

    init(
        token: UInt64, address: BluetoothAddress, adapter: UInt16, options: GATTLinkOptions, socket: LinkSocket,
        phase: Phase, isFirst: Bool, receive: @escaping @Sendable (GATTLinkEvent) -> Void
    ) {
        self.token = token
        self.address = address
        self.adapter = adapter
        self.options = options
        self.socket = socket
        self.phase = phase
        self.receive = receive
        self.isFirst = isFirst
    }

    /// When the session or pairing next needs attention; nil when neither does.
    var deadline: Duration? { [session?.deadline, pairingDeadline].compactMap(\.self).min() }

    /// Whether the link is made.
    var isUp: Bool { if case .connecting = phase { false } else { true } }

    /// Whether the link is made and cannot be used yet.
    var isSettingUp: Bool {
        if case .discovering = phase { return true }
        return pairingDeadline != nil
    }

    /// Whether the socket is to say when it takes something.
    var awaitsRoom: Bool {
        if case .connecting = phase { return true }
        return !outgoing.isEmpty || pairingDeadline != nil
    }
}

/// Why a link was lost.
struct LinkLoss: Error, Hashable, Sendable {
    /// Whether another attempt can succeed.
    enum Kind: Hashable, Sendable {
        /// Another attempt may succeed.
        case passing
        /// Trying again changes nothing before a person does something.
        case lasting
    }

    var kind: Kind
    /// For a person to read; a sentence without its end.
    var reason: String
}
