public import Signals

/// Everything that is said over one bearer: our client and our server in one, without input or output. Its owner feeds
/// it what arrives and does what ``nextAction()`` says until that gives nil:
///
/// ```swift
/// session.receive(pdu, stamped: kernelTime, at: uptime)
/// while let action = session.nextAction() { perform(action) }
/// ```
///
/// `uptime` is the time on any clock that never jumps; `stamped` is when the bytes arrived, on the UTC time line.
public struct GATTSession: Sendable {
    /// A session over a fresh bearer. It begins by itself: unit exchange, discovery, ``GATTAction/ready(_:memory:)``.
    /// - Parameters:
    ///   - askedUnit: The transmission unit to ask for, 23 ... 517 bytes.
    ///   - memory: What the last session with this peer left.
    ///   - server: What we offer.
    public init(askedUnit: Int, memory: GATTMemory? = nil, server: GATTServer, at uptime: Duration) {}

    /// The transmission unit in force, 23 ... 517 bytes.
    public var transmissionUnit: Int { 23 }
    /// When ``tick(at:)`` is to be called at the latest; nil when nothing is waited for.
    public var deadline: Duration? { nil }

    /// Takes one protocol data unit from the bearer.
    public mutating func receive(_ pdu: RawSpan, stamped: Instant, at uptime: Duration) {}
    /// Takes note of the time: an answer that is 30 seconds late ends the bearer.
    public mutating func tick(at uptime: Duration) {}
    /// What to do next; nil when there is nothing more to do for now.
    public mutating func nextAction() -> GATTAction? { nil }

    /// Asks something of the peer.
    /// - Parameter mayRaiseSecurity: Whether a refusal for lack of security leads to ``GATTAction/raiseSecurity(_:)``
    ///   and one repetition.
    public mutating func submit(_ request: GATTRequest, mayRaiseSecurity: Bool = true, at uptime: Duration)
        -> GATTRequestID
    { GATTRequestID(rawValue: 0) }
    /// Takes a request back: it completes with ``GATTFailure/cancelled`` at once; the answer to what was sent already
    /// is awaited and ignored.
    public mutating func cancel(_ id: GATTRequestID, at uptime: Duration) {}
    /// The link is as secure as was demanded.
    public mutating func securityRaised(at uptime: Duration) {}
    /// The link could not be made as secure as was demanded, for a reason that ends a sentence.
    public mutating func securityRefused(_ reason: String, at uptime: Duration) {}
    /// The bearer is down: completes what is left with ``GATTFailure/disconnected(reason:)``.
    public mutating func disconnected(_ reason: String) {}
}
