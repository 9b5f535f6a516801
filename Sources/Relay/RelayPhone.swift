import Runtime
public import Signals
import Synchronization

/// The phone's program: gives the watch the present load as the latest context, at most every 5 s, and as a message
/// while it is reachable; answers its question for heart rate variability.
///
/// Messages and context use the keys `cognitiveLoad`, `seq`, `t`, `state`, `confidence`, `reason`, `hr`, `synthetic`;
/// something that the owner must hear of comes at once as `{"alert": {"message", "severity", "t"}}`, and stays in the
/// context for as long as nobody has acknowledged it;
/// the question is `{"request": "hrv"}` and its answer `{"hrv": 42.5}` in ms, or `{"hrv": null, "reason": …}`.
public final class RelayPhone: Sendable {
    private struct State {
        var throttle: LatestThrottle<WatchReading>
        var sequence = 0
        var timer: Task<Void, Never>?
        /// What was shown last.
        var shown: WatchReading?
        var alert: WatchAlert?
    }

    /// The phone's side of the link.
    public let session: RelaySession
    private let answers: Answers
    private let state: Mutex<State>

    /// A phone that connects to the hub at `path`.
    /// - Parameters:
    ///   - path: Where the hub listens.
    ///   - interval: The shortest time between two contexts.
    ///   - variability: The present heart rate variability in ms, or why it is unknown; asked on a thread of the session.
    /// - Throws: `Failure` when the system has no more descriptors or threads.
    public init(
        path: String, interval: Duration = .seconds(5), variability: @escaping @Sendable () -> Estimate
    ) throws {
        session = try RelaySession(role: .phone, path: path)
        answers = Answers(variability: variability)
        state = Mutex(State(throttle: LatestThrottle(interval: interval)))
        session.delegate = answers
        try session.activate()
    }

    /// Shows a reading on the watch, now or when the interval has passed; a newer one takes its place.
    public func show(_ reading: WatchReading) {
        let ready = state.withLock { state in
            let ready = state.throttle.offer(reading, now: .now)
            if ready == nil, state.timer == nil, let due = state.throttle.due {
                state.timer = Task { [weak self] in
                    do { try await Task.sleep(until: due, clock: .continuous) } catch { return }
                    self?.showHeld()
                }
            }
            return ready
        }
        if let ready { send(ready) }
    }

    /// Tells the watch at once of something that its wearer must hear of; nil when that is over.
    public func show(alert: WatchAlert?, now: Instant) {
        let shown = state.withLock { state in
            state.alert = alert
            return state.shown
        }
        send(shown ?? WatchReading(time: now))
        guard let alert, session.isReachable else { return }
        session.sendMessage(["alert": .object(alert.members)], replyHandler: nil)
    }

    /// Leaves the link.
    public func stop() {
        state.withLock { state in
            state.timer?.cancel()
            state.timer = nil
        }
        session.invalidate()
    }

    deinit { stop() }

    private func showHeld() {
        let ready = state.withLock { state in
            state.timer = nil
            return state.throttle.take(now: .now)
        }
        if let ready { send(ready) }
    }

    private func send(_ reading: WatchReading) {
        let (sequence, alert) = state.withLock { state in
            state.sequence += 1
            state.shown = reading
            return (state.sequence, state.alert)
        }
        var context = reading.context(sequence: sequence)
        if let alert { context["alert"] = .object(alert.members) }
        // An inactive session (another program took this side) shows nothing; its owner sees the state.
        try? session.updateApplicationContext(context)
        guard let load = reading.cognitiveLoad, session.isReachable else { return }
        session.sendMessage(["cognitiveLoad": .number(load)], replyHandler: nil)
    }

    private final class Answers: RelaySessionDelegate {
        let variability: @Sendable () -> Estimate
        let answersMessages = true

        init(variability: @escaping @Sendable () -> Estimate) { self.variability = variability }

        func session(
            _ session: RelaySession, didReceiveMessage message: [String: JSONValue],
            reply: @escaping @Sendable ([String: JSONValue]) -> Void
        ) {
            guard message["request"]?.string == "hrv" else {
                return reply(["error": "The only request is hrv."])
            }
            let estimate = variability()
            guard let value = estimate.value else {
                return reply(["hrv": .null, "reason": .string(estimate.reason ?? "It is unknown.")])
            }
            reply(["hrv": .number(value)])
        }
    }
}
