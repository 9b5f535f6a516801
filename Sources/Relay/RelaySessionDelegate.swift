public import Runtime

/// What a program is told about its side of the link. All calls come one after the other on a thread of the session;
/// a call that takes long delays the next.
public protocol RelaySessionDelegate: AnyObject, Sendable {
    /// The session was activated; messages can be sent when it ``RelaySession/isReachable``.
    func sessionDidActivate(_ session: RelaySession)
    /// Another program took this side of the link. ``RelaySession/activate()`` takes it back.
    func sessionDidBecomeInactive(_ session: RelaySession)
    /// The other side came or left; read ``RelaySession/isReachable``.
    func sessionReachabilityDidChange(_ session: RelaySession)
    /// A message that wants no reply.
    func session(_ session: RelaySession, didReceiveMessage message: [String: JSONValue])
    /// A message that wants a reply. Call `reply` once, now or later, from any thread; further calls do nothing.
    func session(
        _ session: RelaySession, didReceiveMessage message: [String: JSONValue],
        reply: @escaping @Sendable ([String: JSONValue]) -> Void)
    /// Whether this program answers messages that want a reply; if not, their senders get error 7014 at once.
    var answersMessages: Bool { get }
    /// The other side has set another context.
    func session(_ session: RelaySession, didReceiveApplicationContext context: [String: JSONValue])
}

extension RelaySessionDelegate {
    /// Does nothing.
    public func sessionDidActivate(_ session: RelaySession) {}
    /// Does nothing.
    public func sessionDidBecomeInactive(_ session: RelaySession) {}
    /// Does nothing.
    public func sessionReachabilityDidChange(_ session: RelaySession) {}
    /// Does nothing.
    public func session(_ session: RelaySession, didReceiveMessage message: [String: JSONValue]) {}
    /// Does nothing.
    public func session(
        _ session: RelaySession, didReceiveMessage message: [String: JSONValue],
        reply: @escaping @Sendable ([String: JSONValue]) -> Void
    ) {}
    /// It does not.
    public var answersMessages: Bool { false }
    /// Does nothing.
    public func session(_ session: RelaySession, didReceiveApplicationContext context: [String: JSONValue]) {}
}
