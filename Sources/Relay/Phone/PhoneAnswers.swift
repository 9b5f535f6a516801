import Signals
import Synchronization

/// The phone's answers to the watch.
final class PhoneAnswers: RelaySessionDelegate {
    struct Owner { weak var phone: RelayPhone? }

    let phone = Mutex(Owner())
    private let sources: RelayPhone.Sources

    init(sources: RelayPhone.Sources) { self.sources = sources }

    func session(
        _ session: RelaySession, activationDidCompleteWith activationState: RelaySession.ActivationState,
        error: RelayError?
    ) { phone.withLock { $0.phone }?.showAgain() }

    func sessionWatchStateDidChange(_ session: RelaySession) { phone.withLock { $0.phone }?.showAgain() }

    /// The wearer changed watches: activates the session for the new one.
    func sessionDidDeactivate(_ session: RelaySession) { session.activate() }

    func session(_ session: RelaySession, didReceiveMessage message: RelayPayload) { take(message) }
    func session(_ session: RelaySession, didReceiveUserInfo userInfo: RelayPayload) { take(userInfo) }
    func session(_ session: RelaySession, didReceiveApplicationContext context: RelayPayload) { take(context) }

    func session(
        _ session: RelaySession, didReceiveMessage message: RelayPayload,
        replyHandler: @escaping @Sendable (RelayPayload) -> Void
    ) {
        switch message["request"]?.string {
        case "hrv":
            let estimate = sources.variability()
            let reason = RelayValue.string(estimate.reason ?? "It is unknown.")
            replyHandler(estimate.value.map { ["hrv": .number($0)] } ?? ["reason": reason])
        case "beats":
            guard let run = sources.beats(), !run.intervals.isEmpty else {
                let reason = sources.variability().reason ?? "No heart beat has come yet."
                return replyHandler(["chunks": 0, "reason": .string(reason)])
            }
            let pieces = BeatChunks.payloads(
                intervals: run.intervals, start: run.start, id: "beats-\(Int(run.start))")
            for piece in pieces { session.transferUserInfo(piece, lifetime: .seconds(3600)) }
            replyHandler(["chunks": .number(Double(pieces.count)), "beats": .number(Double(run.intervals.count))])
        case nil where message["hrv"] != nil:
            take(message)
            replyHandler(["ok": true])
        default: replyHandler(["error": "The requests are hrv and beats."])
        }
    }

    private func take(_ message: RelayPayload) {
        if let milliseconds = message["hrv"]?.number { sources.measured(milliseconds) }
    }
}
