import Runtime
import Signals
import Store
import Synchronization

/// Delivers alerts through one notifier, in order.
///
/// A patient notifier is given an alert again after a failure, at growing intervals and without end, until it was told,
/// or somebody has seen it, or its trouble is over. What was told is kept with the store, so that a gateway that begins
/// again goes on where it was.
final class AlertDispatcher: Sendable {
    /// Waits between two tries, in seconds: bounded, without end.
    static let backOff: [Double] = [5, 15, 60, 300]
    /// Alerts that may wait; beyond, the oldest are dropped.
    private static let limit = 100
    /// Seconds after which missed alerts are not delivered any more.
    private static let freshness = 3 * 86_400.0

    private struct State {
        var waiting: [Alert] = []
        var wakeup: AsyncStream<Void>.Continuation?
    }

    private let notifier: any AlertNotifier
    private let store: Store
    private let clock: any HostClock
    private let report: @Sendable (String) -> Void
    private let state = Mutex(State())

    init(
        _ notifier: any AlertNotifier, store: Store, clock: any HostClock, report: @escaping @Sendable (String) -> Void
    ) {
        self.notifier = notifier
        self.store = store
        self.clock = clock
        self.report = report
        guard notifier.isPatient else { return }
        let since = clock.now.advanced(bySeconds: -Self.freshness)
        let missed =
            Log.attempt("Alerts that were not told yet could not be read.") {
                try store.alerts(untoldBy: notifier.name, since: since, limit: Self.limit)
            } ?? []
        state.withLock { $0.waiting = missed }
    }

    /// Queues an alert; never waits.
    func add(_ alert: Alert) {
        state.withLock { state in
            state.waiting.append(alert)
            if state.waiting.count > Self.limit { state.waiting.removeFirst() }
            _ = state.wakeup?.yield()
        }
    }

    /// Sends alerts until the task is cancelled.
    func run() async {
        let (news, wakeup) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        state.withLock { $0.wakeup = wakeup }
        wakeup.yield()
        for await _ in news {
            var failures = 0
            while !Task.isCancelled, let alert = state.withLock({ $0.waiting.first }) {
                let isTold = await tell(alert, isFirst: failures == 0)
                if isTold || !notifier.isPatient || isOver(alert) {
                    failures = 0
                    state.withLock { state in
                        // More than fit may have come meanwhile.
                        if let place = state.waiting.firstIndex(of: alert) { state.waiting.remove(at: place) }
                    }
                    continue
                }
                let wait = Self.backOff[min(failures, Self.backOff.count - 1)]
                failures += 1
                try? await clock.wait(seconds: wait)
            }
        }
    }

    private func tell(_ alert: Alert, isFirst: Bool) async -> Bool {
        if notifier.isPatient, isOver(alert) { return true }
        do {
            try await notifier.deliver(alert)
        } catch {
            // The same failure again and again is said once.
            if isFirst, !Task.isCancelled {
                let reason = (error as? Failure)?.message ?? "\(error)"
                let next = notifier.isPatient ? " It is tried again." : ""
                report("An alert could not be told by the \(notifier.name): \(reason)\(next)")
            }
            return false
        }
        if notifier.isPatient, alert.id.rawValue != 0 {
            do {
                try store.note(alert.id, toldBy: notifier.name, at: clock.now)
            } catch {
                report("That an alert was told could not be kept: \(error.message)")
            }
        }
        return true
    }

    /// Whether the alert has been acknowledged or resolved.
    private func isOver(_ alert: Alert) -> Bool {
        guard alert.id.rawValue != 0, let now = try? store.alert(alert.id) else { return false }
        return now.acknowledged != nil || now.resolved != nil
    }
}
