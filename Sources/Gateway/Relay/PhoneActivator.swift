import Relay
import Synchronization

/// Starts the phone's program again when another one took its place and has gone.
final class PhoneActivator: Sendable {
    private let session = Mutex<Weak>(Weak())
    private struct Weak { weak var session: RelaySession? }

    func activate() { session.withLock { $0.session }?.activate() }
    func set(on new: RelaySession) { session.withLock { $0.session = new } }
}
