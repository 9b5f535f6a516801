import Runtime
import Signals
import Store
import Synchronization

/// Delivers alerts through one notifier, in order.
///
/// A patient notifier is given an alert again after a failure, at growing intervals and without end, until it was told,
/// or somebody has seen it, or its trouble is over. What was told is kept with the store, so that a gateway that begins
/// again goes on where it was.
final class AlertPost: Sendable {
    /// Waits between two tries, in seconds: bounded, without end.
    static let backOff: [Double] = [5, 15, 60, 300]
    /// Alerts that may wait; beyond, the oldest are dropped.
    private static let limit = 100
    /// Seconds after which missed alerts are not delivered any more.
    private static let freshness = 3 * 86_400.0

    private struct State {
        var waiting: [Alert] = []
        var bell: AsyncStream<Void>.Continuation?
    }

    private let outlet: any AlertOutlet
    private let store: Store
    private let clock: any HostClock
    private let report: @Sendable (String) -> Void
    private let state = Mutex(State())

    init(_ outlet: any AlertOutlet, store: Store, clock: any HostClock, report: @escaping @Sendable (String) -> Void) {
        self.outlet = outlet
        self.store = store
        self.clock = clock
        self.report = report
        guard outlet.isPatient else { return }
        let since = clock.now.advanced(bySeconds: -Self.freshness)
        let missed =
            Log.attempt("Alerts that were not told yet could not be read.") {
                try store.alerts(untoldBy: outlet.name, since: since, limit: Self.limit)
            } ?? []
        state.withLock { $0.waiting = missed }
    }

    /// Queues an alert; never waits.
    func add(_ alert: Alert) {
        state.withLock { state in
            state.waiting.append(alert)
            if state.waiting.count > Self.limit { state.waiting.removeFirst() }
            _ = state.bell?.yield()
        }
    }

    /// Sends alerts until the task is cancelled.
    func run() async {
        let (news, bell) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        state.withLock { $0.bell = bell }
        bell.yield()
        for await _ in news {
            var failures = 0
            while !Task.isCancelled, let alert = state.withLock({ $0.waiting.first }) {
                let isTold = await tell(alert, isFirst: failures == 0)
                if isTold || !outlet.isPatient || isOver(alert) {
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
        if outlet.isPatient, isOver(alert) { return true }
        do {
            try await outlet.deliver(alert)
        } catch {
            // The same failure again and again is said once.
            if isFirst, !Task.isCancelled {
                let reason = (error as? Failure)?.message ?? "\(error)"
                let next = outlet.isPatient ? " It is tried again." : ""
                report("An alert could not be told by the \(outlet.name): \(reason)\(next)")
            }
            return false
        }
        if outlet.isPatient, alert.id.rawValue != 0 {
            do {
                try store.note(alert.id, toldBy: outlet.name, at: clock.now)
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
