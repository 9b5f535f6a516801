import Documents
import Relay
import Runtime
import Signals

extension RelayDelivery {
    /// Seconds for which a request waits for its reply; a question about the heart is not asked for later.
    private static let patience = Duration.seconds(25)

    private var standard: Duration {
        payload["request"]?.string == "hrv" ? RelayPhone.pullPatience : Self.patience
    }

    /// Sends it.
    /// - Throws: ``HTTPProblem``: what the relay does not take.
    func send(on session: RelaySession) async throws -> RelayReceiptDocument {
        let payload = payload.mapValues { RelayValue($0) }
        var receipt = RelayReceiptDocument()
        do {
            switch kind {
            case .request:
                let reply = try await session.sendMessage(payload, timeout: timeout.map { .seconds($0) } ?? standard)
                receipt.reply = reply.mapValues(\.json)
            case .context: try session.updateApplicationContext(payload)
            case .userinfo:
                let transfer = session.transferUserInfo(payload, lifetime: expires.map { .seconds($0) })
                try await transfer.stored()
                receipt.id = transfer.id
            case .message:
                let failure = RelayFailureBox()
                session.sendMessage(payload, replyHandler: nil) { failure.set($0) }
                // The hub takes one after the other: once it answers, it has sent the message on.
                _ = try await session.ask(["what": "status"])
                try failure.check()
            }
        } catch { throw HTTPProblem(relay: error) }
        return receipt
    }
}
