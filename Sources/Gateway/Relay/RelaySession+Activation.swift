import Relay
import Signals

extension RelaySession {
    /// Waits until the session is activated, at most two seconds.
    /// - Throws: `Failure` when the relay does not answer; `CancellationError`.
    func untilActivated() async throws {
        for _ in 0..<200 where activationState != .activated {
            if activationState == .inactive { activate() }
            try await Task.sleep(for: .milliseconds(10))
        }
        guard activationState == .activated else { throw Failure(.failed, RelayError(.notActivated).description) }
    }
}
