/// A WebSocket that is told why it may not be, by the code of its closing.
final class RefusedSession: WebSocketSession {
    private let code: UInt16
    private let reason: String

    init(_ code: UInt16, _ reason: String) {
        self.code = code
        self.reason = reason
    }

    /// The refusal of a request, or nil when it is from somebody.
    static func of(_ request: HTTPRequest) -> RefusedSession? {
        guard request.caller == .nobody else { return nil }
        let hasToken = request.query["token"] != nil || request.headers["Authorization"] != nil
        return hasToken
            ? RefusedSession(4003, "The token is not valid any more; log in again.")
            : RefusedSession(4001, "A token is needed: ?token= with that of a login.")
    }

    func opened(_ socket: WebSocket) { socket.close(code, reason) }
    func received(_ message: [UInt8], isText: Bool) {}
    func tick() {}
    func closed() {}
}
