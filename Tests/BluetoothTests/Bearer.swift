import Signals
import TestKit

@testable import Bluetooth

/// A session, what it said and what it handed on: the owner of a bearer for tests.
struct Bearer {
    var session: GATTSession
    /// What was sent and not yet taken.
    var sent: [[UInt8]] = []
    /// All other actions.
    var actions: [GATTAction] = []
    var uptime = Duration.zero
    static let arrival = Instant(nanoseconds: 1_700_000_000_123_456_789)

    init(asking unit: Int = 247, memory: GATTMemory? = nil, server: GATTServer = GATTServer(name: "t", zone: .utc)) {
        session = GATTSession(askedUnit: unit, memory: memory, server: server, at: .zero)
        pump()
    }

    /// A session whose peer has the services of `peer` and is discovered.
    init(discovering peer: TablePeer, asking unit: Int = 247) {
        self.init(asking: unit)
        var peer = peer
        serve(&peer)
        actions = []
    }

    mutating func pump() {
        while let action = session.nextAction() {
            if case .send(let pdu) = action { sent.append(pdu) } else { actions.append(action) }
        }
    }

    mutating func receive(_ pdu: [UInt8]) {
        session.receive(pdu.span.bytes, stamped: Self.arrival, at: uptime)
        pump()
    }

    mutating func submit(_ request: GATTRequest, mayRaiseSecurity: Bool = true) -> GATTRequestID {
        defer { pump() }
        return session.submit(request, mayRaiseSecurity: mayRaiseSecurity, at: uptime)
    }

    mutating func pass(_ seconds: Double) {
        uptime += .seconds(seconds)
        session.tick(at: uptime)
        pump()
    }

    /// What was sent since the last time.
    mutating func takeSent() -> [[UInt8]] {
        defer { sent = [] }
        return sent
    }

    /// Lets `peer` answer until it has nothing to answer.
    mutating func serve(_ peer: inout some Peer) {
        while !sent.isEmpty {
            for request in takeSent() {
                for answer in peer.answer(request) { receive(answer) }
            }
        }
    }

    /// The database, once everything is discovered.
    var database: GATTDatabase? {
        for case .ready(let database, _) in actions { return database }
        return nil
    }

    /// What is to be remembered.
    var memory: GATTMemory? {
        for case .ready(_, let memory) in actions { return memory }
        return nil
    }

    /// What a request came to; nil while it is under way.
    func result(of id: GATTRequestID) -> Result<GATTReply, GATTFailure>? {
        for case .completed(id, let result) in actions { return result }
        return nil
    }
}

/// Whoever is at the other end.
protocol Peer {
    /// What comes back for a protocol data unit.
    mutating func answer(_ pdu: [UInt8]) -> [[UInt8]]
}

/// Bytes from hexadecimal digits; spaces are for the reader.
func bytes(_ hex: String) -> [UInt8] {
    let digits = hex.compactMap(\.hexDigitValue)
    precondition(digits.count % 2 == 0)
    return stride(from: 0, to: digits.count, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
}

/// Decodes a protocol data unit.
func decode(_ pdu: [UInt8]) throws(DecodeError) -> ATTMessage { try ATTMessage(pdu.span.bytes) }
