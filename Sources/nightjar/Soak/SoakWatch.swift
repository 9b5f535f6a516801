import NightjarClient
import Runtime
import Signals
import Synchronization

/// Follows the live events of a gateway for so long, and shows how far it is.
final class SoakWatch: Sendable {
    /// Between two tries after the gateway went away, in seconds.
    private static let retry = 5.0

    private let client: GatewayClient
    private let seconds: Double
    private let clock = WallClock()
    private let begun: Instant
    private let began: Duration
    private let state: Mutex<SoakRecord>

    init(_ client: GatewayClient, wanted: Set<String>?, seconds: Double) {
        self.client = client
        self.seconds = seconds
        (begun, began) = (clock.now, clock.elapsed)
        state = Mutex(SoakRecord(wanted: wanted, at: begun))
    }

    /// The time by the clock that nobody sets, as it was when watching began.
    var now: Instant { begun.advanced(bySeconds: (clock.elapsed - began) / .seconds(1)) }

    /// What was seen up to now.
    var record: SoakRecord { state.withLock { $0 } }

    /// Returns when the time is over.
    /// - Throws: `Failure` when no gateway answers at the beginning; `CancellationError`.
    func run() async throws {
        let bar = ProgressBar("Watching")
        defer { bar.finish() }
        let began = clock.elapsed
        let end = began + .seconds(seconds)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await self.follow(until: end) }
            group.addTask {
                while self.clock.elapsed < end {
                    bar.update((self.clock.elapsed - began) / .seconds(max(self.seconds, 1)))
                    try await Task.sleep(for: min(.seconds(1), end - self.clock.elapsed))
                }
            }
            defer { group.cancelAll() }
            try await group.next()
        }
    }

    /// Follows the live events; a gateway that is started anew is followed again.
    private func follow(until end: Duration) async throws {
        while true {
            do {
                try await client.events { event in
                    if let event = try? LiveEvent(event) {
                        let now = now
                        state.withLock { $0.take(event, at: now) }
                    }
                    return clock.elapsed < end
                }
                return
            } catch let failure as Failure {
                // One that never answered is a mistake of the command line.
                guard state.withLock({ $0.newest > $0.begun || $0.lostLines > 0 }) else { throw failure }
                state.withLock { $0.loseLine() }
                Output.note(failure.message)
            }
            try await Task.sleep(for: .seconds(Self.retry))
        }
    }
}
