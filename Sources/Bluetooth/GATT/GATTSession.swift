package import Signals

/// Everything that is said over one bearer: our client and our server in one, without input or output. Its owner feeds
/// it what arrives and does what ``nextAction()`` says until that gives nil:
///
/// ```swift
/// session.receive(pdu, stamped: kernelTime, at: uptime)
/// while let action = session.nextAction() { perform(action) }
/// ```
///
/// `uptime` is the time on any clock that never jumps; `stamped` is when the bytes arrived, on the UTC time line.
package struct GATTSession: Sendable {
    var client = GATTClient()
    var server: GATTServer
    var outbox = GATTOutbox()
    var preparation: GATTPreparation
    /// The step of the preparation that is under way.
    var preparing: GATTRequestID?
    /// The transmission unit that is asked for, in bytes.
    let askedUnit: Int
    /// The handle by which the peer tells that its database has changed; 0 until it is known.
    var changes: UInt16 = 0
    /// Handles that told something like that before it was known.
    var earlyChanges: Set<UInt16> = []
    /// How often the discovery was restarted because the database changed meanwhile.
    var restarts = 0
    var isClosed = false
    private var malformed = 0

    /// A session over a fresh bearer. It begins by itself: unit exchange, discovery, ``GATTAction/ready(_:memory:)``.
    /// - Parameters:
    ///   - askedUnit: The transmission unit to ask for, 23 ... 517 bytes; others are brought into that range.
    ///   - memory: What the last session with this peer left.
    ///   - server: What we offer.
    ///   - uptime: The time now.
    package init(askedUnit: Int, memory: GATTMemory? = nil, server: GATTServer, at uptime: Duration) {
        self.askedUnit = min(max(askedUnit, UnitExchange.defaultUnit), UnitExchange.largestUnit)
        self.server = server
        preparation = GATTPreparation(askedUnit: self.askedUnit, memory: memory)
        perform(preparation.begin(), at: uptime)
        settle(at: uptime)
    }

    /// The transmission unit in force, 23 ... 517 bytes.
    package var transmissionUnit: Int { client.unit }
    /// When ``tick(at:)`` is to be called at the latest; nil when nothing is waited for.
    package var deadline: Duration? { isClosed ? nil : client.deadline }
    /// Protocol data units that made no sense: malformed, or answers to no question.
    package var strayCount: Int { malformed + client.strayAnswers }

    /// Takes one protocol data unit from the bearer.
    package mutating func receive(_ pdu: RawSpan, stamped: Instant, at uptime: Duration) {
        guard !isClosed else { return }
        var cursor = ByteCursor(pdu)
        guard let byte = try? cursor.little(UInt8.self) else {
            malformed += 1
            return
        }
        switch ATTOpcode.kind(of: byte) {
        case .notification: receiveValues(pdu, opcode: byte, stamped: stamped)
        case .indication: receiveIndication(pdu, stamped: stamped, at: uptime)
        case .response:
            client.receive(pdu, at: uptime, into: &outbox)
            settle(at: uptime)
        case .request: answer(pdu, opcode: byte, stamped: stamped)
        // Nothing of ours can be changed by a command, and we indicate nothing that could be confirmed.
        case .command, .confirmation: break
        }
    }

    /// Takes note of the time: an answer that is 30 seconds late ends the bearer.
    package mutating func tick(at uptime: Duration) {
        guard !isClosed else { return }
        if client.tick(at: uptime, into: &outbox) { return close(.timeout) }
        settle(at: uptime)
    }

    /// What to do next; nil when there is nothing more to do for now.
    package mutating func nextAction() -> GATTAction? { outbox.popFirst() }

    /// The link is as secure as was demanded: the waiting request is repeated.
    package mutating func securityRaised(at uptime: Duration) {
        client.securityRaised(at: uptime, into: &outbox)
        settle(at: uptime)
    }

    /// The link could not be made as secure as was demanded, for a reason that ends a sentence.
    package mutating func securityRefused(_ reason: String, at uptime: Duration) {
        client.securityRefused(reason, at: uptime, into: &outbox)
        settle(at: uptime)
    }

    /// The bearer is down: completes what is left with ``GATTFailure/disconnected(reason:)``.
    package mutating func disconnected(_ reason: String) {
        guard !isClosed else { return }
        isClosed = true
        client.end(.disconnected(reason: reason))
        handOverCompletions()
    }

    mutating func noteMalformed() { malformed += 1 }
}
