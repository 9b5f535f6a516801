public import Runtime
import Signals
import Synchronization

/// One side's end of the link between phone and watch, with the calls and rules that watch developers know
/// (WCSession of WatchConnectivity). It finds the hub again by itself whenever that was away.
///
/// ```swift
/// let session = try RelaySession(role: .watch, path: folder + "/relay.sock")
/// session.delegate = face
/// try session.activate()
/// let reply = try await session.sendMessage(["request": "hrv"])
/// ```
public final class RelaySession: Sendable {
    /// Whether the session can be used.
    public enum ActivationState: Int, Sendable {
        case notActivated = 0
        case inactive
        case activated
    }

    /// Which side this is.
    public let role: RelayRole
    private let storage: RelaySessionStorage

    /// A session that is not activated yet.
    /// - Parameters:
    ///   - role: Which side it is.
    ///   - path: Where the hub listens; it need not be there yet.
    ///   - replyTimeout: How long a message may wait for its reply.
    /// - Throws: `Failure` when the system has no more descriptors or threads.
    public init(role: RelayRole, path: String, replyTimeout: Duration = .seconds(5)) throws {
        self.role = role
        storage = try RelaySessionStorage(role: role, path: path, replyTimeout: replyTimeout)
        try storage.start(for: self)
    }

    deinit { storage.stop() }

    /// Told about everything that arrives; held weakly. Set it before ``activate()``.
    public var delegate: (any RelaySessionDelegate)? {
        get { storage.state.withLock { $0.delegate } }
        set { storage.state.withLock { $0.delegate = newValue } }
    }

    /// Connects to the hub, now or as soon as it is there. Repeating it is harmless.
    /// - Throws: ``RelayError`` 7003 without a delegate.
    public func activate() throws(RelayError) {
        guard delegate != nil else { throw RelayError(.missingDelegate) }
        storage.change { $0.activate() }
    }

    /// Ends the session for good; open messages fail.
    public func invalidate() { storage.stop() }

    /// Whether it can be used.
    public var activationState: ActivationState { storage.state.withLock { $0.machine.activation } }

    /// Whether the other side is connected, so that messages reach it.
    public var isReachable: Bool { storage.state.withLock { $0.machine.isReachable } }

    /// The context that this side has set last.
    public var applicationContext: [String: JSONValue] { storage.state.withLock { $0.machine.applicationContext } }

    /// The context of the other side that came last.
    public var receivedApplicationContext: [String: JSONValue] {
        storage.state.withLock { $0.machine.receivedApplicationContext }
    }

    /// Sends a message, in order with others. With a reply handler exactly one of both handlers is called, on a thread
    /// of the session; without one, the error handler at most once.
    ///
    /// Errors: 7003, 7004, 7016 unusable session; 7009 over ``RelayLimits/message`` bytes; 7007 other side not
    /// connected; 7011 it left before it replied; 7012 it took too long; 7014 it answers no messages.
    public func sendMessage(
        _ message: [String: JSONValue], replyHandler: (@Sendable ([String: JSONValue]) -> Void)?,
        errorHandler: (@Sendable (RelayError) -> Void)? = nil
    ) {
        storage.send(message, reply: replyHandler, failure: errorHandler)
    }

    /// Sends a message and waits for its reply.
    /// - Throws: ``RelayError`` as ``sendMessage(_:replyHandler:errorHandler:)`` reports it.
    public func sendMessage(_ message: [String: JSONValue]) async throws(RelayError) -> [String: JSONValue] {
        let result: Result<[String: JSONValue], RelayError> = await withCheckedContinuation { continuation in
            sendMessage(
                message, replyHandler: { continuation.resume(returning: .success($0)) },
                errorHandler: { continuation.resume(returning: .failure($0)) })
        }
        return try result.get()
    }

    /// Sets this side's state. The other side gets the latest when it is or comes there; what it has already is not
    /// sent again.
    /// - Throws: ``RelayError`` 7003, 7004, 7016 for an unusable session, 7009 over ``RelayLimits/context`` bytes.
    public func updateApplicationContext(_ context: [String: JSONValue]) throws(RelayError) {
        guard delegate != nil else { throw RelayError(.missingDelegate) }
        try storage.update(context)
    }
}
