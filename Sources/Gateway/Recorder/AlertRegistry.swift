import Runtime
package import Signals
package import Store
import Synchronization

/// The alerts: stored, published on the bus at once, and passed to every notifier (desktop, webhook).
///
/// The same trouble is told once: while an alert of the same kind, device and recording lasts, it is not raised again
/// for twelve hours, over restarts too.
package final class AlertRegistry: Sendable {
    private struct Key: Hashable {
        var kind: Alert.Kind
        var device: DeviceID?
        var recording: NightRecording.ID?
    }

    /// A trouble that lasts is told again after so long, in seconds.
    private static let patience = 43_200.0

    private let store: Store
    private let bus: LiveBus
    private let clock: any HostClock
    private let dispatchers: [AlertDispatcher]
    private let report: @Sendable (String) -> Void
    private let lasting = Mutex<[Key: Lasting]>([:])

    /// A trouble that lasts.
    private struct Lasting {
        var alert: Alert
        /// While the alert is being kept, which has no number before: tells it from a later one of the same trouble.
        var raising: UInt64?
    }
    private let raised = Atomic<UInt64>(0)

    init(
        store: Store, bus: LiveBus, clock: any HostClock, notifiers: [any AlertNotifier],
        report: @escaping @Sendable (String) -> Void
    ) throws(Failure) {
        self.store = store
        self.bus = bus
        self.clock = clock
        self.report = report
        dispatchers = notifiers.map { AlertDispatcher($0, store: store, clock: clock, report: report) }
        let known = try store.alerts(onlyOpen: false, limit: 100).filter { $0.resolved == nil }
        lasting.withLock { lasting in
            for alert in known.reversed() {
                lasting[Key(kind: alert.kind, device: alert.device, recording: alert.recording)] = Lasting(alert: alert)
            }
        }
    }

    /// Alerts that nobody has acknowledged, newest first; at most 100.
    /// - Throws: `Failure` when the store cannot be read.
    package func open() throws(Failure) -> [Alert] { try store.alerts(onlyOpen: true, limit: 100) }

    /// The newest alerts, newest first.
    /// - Throws: `Failure` when the store cannot be read.
    package func recent(_ limit: Int = 100) throws(Failure) -> [Alert] {
        try store.alerts(onlyOpen: false, limit: limit)
    }

    /// Says that somebody has seen an alert.
    /// - Throws: `Failure` with code `notFound` when there is none of that number.
    @discardableResult
    package func acknowledge(_ id: Alert.ID) throws(Failure) -> Alert {
        let alert = try store.acknowledge(id, at: clock.now)
        lasting.withLock { lasting in
            for (key, known) in lasting where known.alert.id == id { lasting[key]?.alert = alert }
        }
        bus.publish(.alert(alert))
        return alert
    }

    /// Says that somebody has seen all alerts.
    /// - Throws: `Failure` when the store cannot be changed.
    package func acknowledgeAll() throws(Failure) {
        for alert in try open() { try acknowledge(alert.id) }
    }

    /// Raises an alert, unless the same trouble is told already.
    func raise(
        _ severity: Alert.Severity, _ kind: Alert.Kind, device: DeviceID? = nil, recording: NightRecording.ID? = nil,
        _ message: String, nextStep: String? = nil
    ) {
        let key = Key(kind: kind, device: device, recording: recording)
        var alert = Alert(
            time: clock.now, severity: severity, kind: kind, device: device, recording: recording,
            message: message.harmless(), nextStep: nextStep?.harmless())
        let raising = raised.add(1, ordering: .relaxed).newValue
        let isNews = lasting.withLock { [alert] lasting in
            // Once the clock was set back, how long ago that was is not known: better told twice.
            if let known = lasting[key]?.alert, (0..<Self.patience).contains(alert.time.seconds(since: known.time)) {
                return false
            }
            lasting[key] = Lasting(alert: alert, raising: raising)
            return true
        }
        guard isNews else { return }
        do {
            alert = try store.add(alert)
        } catch {
            // A disk that is full is one of the reasons for alerts: it is told all the same.
            report("An alert could not be kept: \(error.message)")
        }
        let lasts = lasting.withLock { [alert] lasting in
            guard lasting[key]?.raising == raising else { return false }
            lasting[key] = Lasting(alert: alert)
            return true
        }
        bus.publish(.alert(alert))
        for dispatcher in dispatchers { dispatcher.add(alert) }
        // Its cause has ended while it was being kept.
        if !lasts { end(alert) }
    }

    /// Resolves an alert, as its cause has ended.
    func resolve(_ kind: Alert.Kind, device: DeviceID? = nil, recording: NightRecording.ID? = nil) {
        let key = Key(kind: kind, device: device, recording: recording)
        // One that is still being kept is resolved by whoever raises it.
        guard let known = lasting.withLock({ $0.removeValue(forKey: key) }), known.raising == nil else { return }
        end(known.alert)
    }

    private func end(_ alert: Alert) {
        var alert = alert
        alert.resolved = clock.now
        do {
            alert = try store.resolve(alert.id, at: clock.now)
        } catch {
            report("The end of an alert could not be kept: \(error.message)")
        }
        bus.publish(.alert(alert))
    }

    /// Passes alerts to the notifiers until the task is cancelled; one that waits does not delay the others.
    func run() async {
        await withDiscardingTaskGroup { group in
            for dispatcher in dispatchers { group.addTask { await dispatcher.run() } }
        }
    }
}
