import Runtime
package import Signals
import Synchronization

/// The phone's program: gives the watch the present load as the latest context, at most every 5 s, and as a message
/// while it is reachable; shakes the wrist on overload; answers its questions.
///
/// Messages and context use the keys `cognitiveLoad`, `seq`, `t`, `state`, `confidence`, `reason`, `hr`, `synthetic`,
/// `method`; what is unknown is left out. Something that the owner must hear of comes at once as
/// `{"alert": {"message", "severity", "t"}}`, and stays in the context for as long as nobody has acknowledged it. On
/// overload comes `{"haptic": "overload", "id", "breathing": {"pattern": "4-6", "seconds": 60}, …}`, as a message that
/// wants a reply or else as a user info that expires after 120 s. Questions are `{"request": "hrv"}`, answered by
/// `{"hrv": 42.5}` in ms or `{"reason": …}`, and `{"request": "beats"}`, answered by the number of pieces that follow.
package final class RelayPhone: Sendable {
    /// What the phone knows about its wearer, asked on a thread of the session.
    package struct Sources: Sendable {
        /// The present heart rate variability in ms, or why it is unknown.
        package var variability: @Sendable () -> Estimate
        /// RR intervals in ms of the last minutes, and when the first of them ended, UTC seconds; nil without any.
        package var beats: @Sendable () -> (intervals: [Double], start: Double)?
        /// Is told a variability that the watch has measured, in ms.
        package var measured: @Sendable (Double) -> Void
        /// Whether a breathing exercise may begin now, so that one can be offered.
        package var mayBreathe: @Sendable () -> Bool

        /// Memberwise; what is not given has its default.
        package init(
            variability: @escaping @Sendable () -> Estimate,
            beats: @escaping @Sendable () -> (intervals: [Double], start: Double)? = { nil },
            measured: @escaping @Sendable (Double) -> Void = { _ in },
            mayBreathe: @escaping @Sendable () -> Bool = { true }
        ) {
            self.variability = variability
            self.beats = beats
            self.measured = measured
            self.mayBreathe = mayBreathe
        }
    }

    struct State {
        var throttle: LatestThrottle<WatchReading>
        var sequence = 0
        var timer: Task<Void, Never>?
        /// The reading that was sent last; nil before any.
        var shown: WatchReading?
        var alert: WatchAlert?
        var alarm = OverloadAlarm()
        var alarms = 0
    }

    /// How long an overload may wait for a wrist before it is of no interest any more.
    package static let alarmLifetime = Duration.seconds(120)
    /// How long the watch may take to answer a question.
    package static let pullPatience = Duration.seconds(5)

    /// The phone's session on the link.
    package let session: RelaySession
    private let answers: PhoneAnswers
    private let mayBreathe: @Sendable () -> Bool
    let state: Mutex<State>

    /// A phone that connects to the hub at `path`.
    /// - Parameters:
    ///   - path: Where the hub listens.
    ///   - interval: The shortest time between two contexts.
    ///   - sources: What the phone knows about its wearer.
    /// - Throws: `Failure` when the system has no more descriptors or threads.
    package init(path: String, interval: Duration = .seconds(5), sources: Sources) throws {
        session = try RelaySession(role: .phone, path: path)
        answers = PhoneAnswers(sources: sources)
        mayBreathe = sources.mayBreathe
        state = Mutex(State(throttle: LatestThrottle(interval: interval)))
        session.delegate = answers
        answers.phone.withLock { $0.phone = self }
        session.activate()
    }

    /// Shows a reading on the watch, now or when the interval has passed; a newer one takes its place. An overload is
    /// told at once.
    package func show(_ reading: WatchReading) {
        let (ready, alarm) = state.withLock { state in
            let alarm = state.alarm.isRaised(by: reading.alarmingState, now: reading.time)
            if alarm { state.alarms += 1 }
            let ready = state.throttle.offer(reading, now: .now)
            if ready == nil, state.timer == nil, let due = state.throttle.due {
                state.timer = Task { [weak self] in
                    do { try await Task.sleep(until: due, clock: .continuous) } catch { return }
                    self?.showHeld()
                }
            }
            return (ready, alarm ? state.alarms : nil)
        }
        if let ready { send(ready) }
        if let alarm { shake(reading, number: alarm) }
    }

    /// Takes back what was shown of the heart, for a wearer who refuses it: `reading` takes its place at once, and what
    /// still waits for the watch, the beats and the alarms, is not delivered.
    package func withdraw(for reading: WatchReading) {
        state.withLock { state in
            state.timer?.cancel()
            state.timer = nil
            state.throttle = LatestThrottle(interval: state.throttle.interval)
            state.alarm = OverloadAlarm()
        }
        for transfer in session.outstandingUserInfoTransfers { session.cancelTransfer(id: transfer.id) }
        send(reading)
    }

    /// Whether it tells of something that the wearer must hear of.
    package var showsAlert: Bool { state.withLock { $0.alert != nil } }

    /// Forgets what it has shown: the watch is another person's from now on.
    package func forget() {
        state.withLock { state in
            state.timer?.cancel()
            state = State(throttle: LatestThrottle(interval: state.throttle.interval))
        }
    }

    /// Tells the watch at once of something that its wearer must hear of; nil when that is over.
    package func show(alert: WatchAlert?, now: Instant) {
        let shown = state.withLock { state in
            state.alert = alert
            return state.shown
        }
        send(shown ?? WatchReading(time: now))
        guard let alert, session.isReachable else { return }
        session.sendMessage(["alert": .dictionary(alert.members)], replyHandler: nil)
    }

    /// Asks the watch for the variability that it measures.
    /// - Returns: Milliseconds; nil when the watch has none.
    /// - Throws: ``RelayError``, 7012 when it does not answer within five seconds.
    package func pullVariability() async throws(RelayError) -> Double? {
        try await session.sendMessage(["request": "hrv"], timeout: Self.pullPatience)["hrv"]?.number
    }

    /// Leaves the link.
    package func stop() {
        state.withLock { state in
            state.timer?.cancel()
            state.timer = nil
        }
        session.invalidate()
    }

    deinit { stop() }

    /// Another watch, or the first one, is there: it is shown what was shown last.
    func showAgain() {
        if let shown = state.withLock({ $0.shown }) { send(shown) }
    }

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
        if let alert { context["alert"] = .dictionary(alert.members) }
        // Without a watch, or while another program plays the phone, nothing is shown; it is when one is there.
        try? session.updateApplicationContext(context)
        guard reading.cognitiveLoad != nil, session.isReachable else { return }
        session.sendMessage(reading.context(sequence: sequence), replyHandler: nil)
    }

    /// Vibrates the watch, at once or within two minutes.
    private func shake(_ reading: WatchReading, number: Int) {
        var event = reading.context(sequence: number)
        event["haptic"] = "overload"
        event["id"] = .string("overload-\(Int(reading.time.secondsSince1970))-\(number)")
        if mayBreathe() { event["breathing"] = ["pattern": "4-6", "seconds": 60] }
        let (session, late) = (session, event)
        session.sendMessage(event, timeout: Self.pullPatience, replyHandler: { _ in }) { error in
            let waits: [RelayError.Code] = [.notReachable, .messageReplyTimedOut, .messageReplyFailed, .deliveryFailed]
            guard waits.contains(error.code) else { return }
            session.transferUserInfo(late, lifetime: Self.alarmLifetime)
        }
    }
}
