import Accounts
import Gateway
import Runtime
import Signals
import Store

/// What an answer was made from, beside what is settled: live series of a device, in a span of time.
struct Stretch: Hashable, Sendable {
    var device: DeviceID
    var span: Range<Instant>
}

/// Tells when what answers are made from has changed.
struct AnswerBasis: Sendable {
    /// Commits to the store so far.
    var commits: @Sendable () -> UInt64
    /// The last commit with anything but live series.
    var lastChange: @Sendable () -> UInt64
    /// The last commit with live series of a stretch.
    var lastAppend: @Sendable (Stretch) -> UInt64
    /// A counter that grows when wearers or accounts change.
    var people: @Sendable () -> UInt64
    /// The time; a clock that only goes forward.
    var now: @Sendable () -> ContinuousClock.Instant = { .now }
    /// Where answers are made, which reads the store.
    var threads = ThreadExecutor(threads: 2)
}

extension AnswerBasis {
    /// The counters and the clock of a gateway.
    init(_ gateway: Gateway) {
        let (store, wearerRegistry, accounts) = (gateway.store, gateway.wearerRegistry, gateway.accounts)
        self.init(
            commits: { store.commits }, lastChange: { store.lastChange },
            lastAppend: { store.lastChange(of: $0.device, in: $0.span) },
            people: { wearerRegistry.revision &+ accounts.revision }, threads: store.diskThreads)
    }
}
