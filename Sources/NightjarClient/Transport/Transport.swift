/// Carries requests to a gateway. The client asks nothing else of the world below it, so that a program brings the one
/// that its system has: `NightjarClientCurl` on Linux, `URLSessionTransport` where Apple's Foundation is, and a
/// scripted one in tests.
public protocol Transport: Sendable {
    /// Sends a request and returns as soon as the reply's head is there; its body comes through ``TransportReply/body``.
    /// - Throws: ``TransportError`` when there is no reply; `CancellationError` when the task is cancelled.
    func send(_ request: TransportRequest) async throws -> TransportReply
}
