import Documents
import Runtime

/// What turns a request into a WebSocket (RFC 6455 section 4.2).
enum WebSocketHandshake {
    private static let name = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"

    /// The value that shows that a key was understood.
    static func accept(key: String) -> String {
        Base64.standard.encode(SHA1.digest(Array((key + name).utf8)))
    }

    /// The key of a request to begin a WebSocket.
    /// - Throws: ``HTTPProblem``: 426 for a request that is none, or of another version; 400 for a key that makes no sense.
    static func key(of request: HTTPRequest) throws -> String {
        let isUpgrade = (request.headers["Upgrade"] ?? "").split(separator: ",")
            .contains { $0.trimmed().lowercased() == "websocket" }
        let isMeant = request.headers.all("Connection").joined(separator: ",").split(separator: ",")
            .contains { $0.trimmed().lowercased() == "upgrade" }
        guard isUpgrade, isMeant, request.method == .get, request.headers["Sec-WebSocket-Version"]?.trimmed() == "13"
        else { throw HTTPProblem.noWebSocket }
        let keys = request.headers.all("Sec-WebSocket-Key")
        guard keys.count == 1, let key = keys.first?.trimmed(), key.utf8.count == 24, key.hasSuffix("==") else {
            throw HTTPProblem.parameter("Sec-WebSocket-Key must be 16 bytes in Base64.")
        }
        return key
    }
}

extension String {
    /// The text without spaces and tabs at its ends.
    func trimmed() -> String { self[...].trimmed() }
}

extension HTTPProblem {
    /// 426: the route is a WebSocket and the request asks for no upgrade.
    fileprivate static let noWebSocket = HTTPProblem(
        status: 426, kind: "upgrade-required", title: "A WebSocket",
        detail: "This address is a WebSocket of version 13; connect with a WebSocket client.",
        headers: HTTPHeaders([
            ("Upgrade", "websocket"), ("Connection", "Upgrade"), ("Sec-WebSocket-Version", "13"),
        ]))
}
