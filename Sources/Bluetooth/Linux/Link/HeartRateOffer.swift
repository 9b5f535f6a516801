import Signals

/// What others hear of a heart rate that is given on.
package struct HeartRateOfferStatus: Hashable, Sendable {
    /// The kernel's name of the adapter.
    package var adapter: String
    /// How many are connected.
    package var centrals: Int
    /// How many of these have asked for the heart rate.
    package var listeners: Int
    /// Values that went out, counted for each listener.
    package var sent: Int
    /// Values that a listener did not take in time, and will never get.
    package var dropped: Int

    /// Memberwise.
    package init(adapter: String, centrals: Int = 0, listeners: Int = 0, sent: Int = 0, dropped: Int = 0) {
        (self.adapter, self.centrals, self.listeners) = (adapter, centrals, listeners)
        (self.sent, self.dropped) = (sent, dropped)
    }
}

/// A radio that can be a heart-rate strap itself.
package protocol HeartRateOffering: Sendable {
    /// Advertises a strap and takes connections until the task is cancelled.
    /// - Parameter name: What others see.
    /// - Throws: `CancellationError`; `Failure` when no adapter can advertise or the one that did is gone, with what to do.
    func offerHeartRate(named name: String) async throws
    /// Sends a value of the Heart Rate Measurement to everybody who has asked for it; at most 20 bytes.
    func send(heartRate value: [UInt8]) async
    /// Tells the charge in percent; nil when it is not known.
    func send(battery percent: UInt8?) async
    /// How it goes; nil while nothing is offered.
    func heartRateOffer() async -> HeartRateOfferStatus?
}

/// Everything of an offer that is under way. Belongs to the radio's thread.
final class HeartRateOffer {
    /// One that has connected to us.
    final class Central {
        let socket: LinkSocket
        var session: CentralSession
        /// Answers that wait for room in the socket, in order.
        var outgoing: [[UInt8]] = []
        /// Since when it wants no value sent; nil while it wants one.
        var idleSince: Duration?

        init(_ socket: LinkSocket, _ session: CentralSession) {
            self.socket = socket
            self.session = session
        }
    }

    /// How many may be connected: a controller has few links, and our own devices need them.
    static let capacity = 3
    /// How long one may be connected that wants nothing sent.
    static let patience = Duration.seconds(30)
    /// Between two lines in the log of who is connected.
    static let logPause = Duration.seconds(60)

    let adapter: UInt16
    /// The token of the listening socket.
    let token: UInt64
    let listener: LinkSocket
    /// The number of the advertisement at the kernel.
    let instance: UInt8
    let advertisement: [UInt8]
    let response: [UInt8]
    /// What the next central will find.
    var server: GATTServer
    var centrals: [UInt64: Central] = [:]
    var sent = 0
    var dropped = 0
    var end: CheckedContinuation<Void, any Error>?
    /// When it was last logged how many are connected.
    var lastLog: Duration?
    /// Why it ended; nil while it goes on.
    var ending: (any Error)?

    init(adapter: UInt16, token: UInt64, listener: LinkSocket, instance: UInt8, name: String) {
        self.adapter = adapter
        self.token = token
        self.listener = listener
        self.instance = instance
        server = GATTServer(strapNamed: name)
        // The services, and the name where there is room: 31 bytes each, of which the kernel takes three for its flags.
        advertisement = [5, 0x03, 0x0D, 0x18, 0x0F, 0x18, 3, 0x19, 0x41, 0x03]
        var short = name
        while short.utf8.count > 29 { short.removeLast() }
        response = [UInt8(short.utf8.count + 1), short == name ? 0x09 : 0x08] + Array(short.utf8)
    }

    /// Whether one more may connect.
    var hasRoom: Bool { centrals.count < Self.capacity }

    /// When somebody who wants nothing is to go.
    var deadline: Duration? { centrals.values.compactMap(\.idleSince).min().map { $0 + Self.patience } }

    /// Who is to go, as they have wanted nothing for long.
    func idle(at now: Duration) -> [UInt64] {
        for central in centrals.values {
            let session = central.session
            let wants = session.wants(GATTServer.heartRateMeasurement) || session.wants(GATTServer.batteryLevel)
            central.idleSince = wants ? nil : central.idleSince ?? now
        }
        return centrals.filter { $0.value.idleSince.map { now >= $0 + Self.patience } ?? false }.map(\.key)
    }

    var status: HeartRateOfferStatus {
        let listeners = centrals.values.count { $0.session.wants(GATTServer.heartRateMeasurement) }
        return HeartRateOfferStatus(
            adapter: "hci\(adapter)", centrals: centrals.count, listeners: listeners, sent: sent, dropped: dropped)
    }
}
