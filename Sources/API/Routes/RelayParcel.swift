import Documents
import Relay
import Runtime
import Signals

/// Something to send over the relay, as a request says it.
struct RelayParcel {
    private let kind: String
    private let payload: RelayPayload
    /// Seconds for which a request waits for its reply; a question about the heart is not asked for later.
    private static let patience = Duration.seconds(25)

    private let timeout: Double?
    private let expires: Double?

    /// Reads the body of `request`, which may have the fields `extra` too.
    init(_ request: HTTPRequest, extra: Set<String>) throws {
        let content = try RequestContent(
            request, fields: Set(["kind", "payload", "timeout_s", "expires_s"]).union(extra))
        kind = try content.text("kind") ?? "message"
        guard ["message", "request", "userinfo", "context"].contains(kind) else {
            throw Failure(.usage, "“kind” must be message, request, userinfo or context.")
        }
        guard let members = content.raw("payload")?.object else {
            throw HTTPProblem(relay: RelayError(.invalidParameter))
        }
        payload = members.mapValues { RelayValue($0) }
        timeout = try content.number("timeout_s")
        expires = try content.number("expires_s")
        guard (0...3600).contains(timeout ?? 0), (0...1e9).contains(expires ?? 0) else {
            throw Failure(.usage, "“timeout_s” must be 0 to 3600 seconds, “expires_s” 0 to a milliard.")
        }
    }

    private var standard: Duration {
        payload["request"]?.string == "hrv" ? RelayPhone.pullPatience : Self.patience
    }

    /// Sends it.
    func send(on session: RelaySession) async throws -> HTTPResponse {
        do {
            switch kind {
            case "request":
                let reply = try await session.sendMessage(payload, timeout: timeout.map { .seconds($0) } ?? standard)
                return .json(["sent": true, "reply": .object(reply.mapValues(\.json))])
            case "context":
                try session.updateApplicationContext(payload)
                return .json(["sent": true])
            case "userinfo":
                let transfer = session.transferUserInfo(payload, lifetime: expires.map { .seconds($0) })
                try await transfer.stored()
                return .json(["sent": true, "id": .string(transfer.id)])
            default:
                let failure = RelayFailureBox()
                session.sendMessage(payload, replyHandler: nil) { failure.set($0) }
                // The hub takes one after the other: once it answers, it has sent the message on.
                _ = try await session.ask(["what": "status"])
                try failure.check()
                return .json(["sent": true])
            }
        } catch { throw HTTPProblem(relay: error) }
    }
}
