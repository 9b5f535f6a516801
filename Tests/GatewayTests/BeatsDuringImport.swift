import Signals
import Store
import Synchronization

@testable import Gateway

/// Counts what is published while a file is decoded.
final class BeatsDuringImport: Sendable {
    private let state = Mutex((count: 0, isImporting: false))
    private let subscription = Mutex<LiveBus.Subscription?>(nil)

    init(_ bus: LiveBus) {
        let subscription = bus.subscribe { [weak self] event in
            self?.state.withLock { state in
                if case .importing(let status) = event { state.isImporting = status.stage == .decoding }
                if case .nights = event, state.isImporting { state.count += 1 }
            }
        }
        self.subscription.withLock { $0 = subscription }
    }

    var count: Int { state.withLock { $0.count } }
}
