import Relay
import Synchronization

/// An error that a handler is told of while somebody waits for something else.
final class RelayFailureBox: Sendable {
    private let error = Mutex<RelayError?>(nil)

    func set(_ new: RelayError) { error.withLock { $0 = new } }

    func check() throws(RelayError) {
        if let error = error.withLock({ $0 }) { throw error }
    }
}
