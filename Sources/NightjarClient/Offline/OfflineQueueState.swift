#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The rules of the offline queue, without a clock, a file or a connection.
///
/// Oldest first, one at a time. A try that fails in passing is followed by another 30 s later, three in all; then the
/// request is kept and shown. One that the gateway refuses is kept and shown at once.
struct OfflineQueueState: Sendable, Codable, Equatable {
    /// Tries after which a request is no longer sent by itself.
    static let tries = 3
    /// Seconds between two tries of the same request.
    static let delay = 30.0
    /// Seconds between two checks of the queue.
    static let interval = 60.0

    var requests: [QueuedRequest] = []

    /// What to do next.
    enum Action: Equatable {
        /// Send this request.
        case send(QueuedRequest)
        /// Wait for this many seconds.
        case wait(Double)
        /// There is nothing that would be sent by itself.
        case rest
    }

    /// The next action at `now`, while `account` is signed in.
    func next(at now: Date, as account: String?) -> Action {
        var shortest: Double?
        for request in requests where request.state == .waiting && request.isSendable(as: account) {
            guard let last = request.lastTried else { return .send(request) }
            // A clock that was set back must not stop the queue.
            let passed = now.timeIntervalSince(last)
            let left = Self.delay - passed
            if left <= 0 || passed < 0 { return .send(request) }
            shortest = min(shortest ?? left, left)
        }
        return shortest.map { .wait($0) } ?? .rest
    }

    /// Removes a request that succeeded.
    mutating func succeeded(_ id: UUID) { requests.removeAll { $0.id == id } }

    /// Notes that a request failed.
    mutating func failed(_ id: UUID, _ error: APIError, at now: Date) {
        guard let index = requests.firstIndex(where: { $0.id == id }) else { return }
        requests[index].tries += 1
        requests[index].lastTried = now
        requests[index].problem = error.message
        if error.isFinal {
            requests[index].state = .refused
        } else if requests[index].tries >= Self.tries {
            requests[index].state = .unreached
        }
    }

    /// Makes what nobody was signed in for the request of `account`, who asks for it.
    mutating func adopt(_ id: UUID, by account: String?) {
        guard let index = requests.firstIndex(where: { $0.id == id && $0.account == "" }) else { return }
        requests[index].account = account
    }

    /// Gives what was not reached, or with an id that request whatever became of it, three more tries at once.
    mutating func renew(_ id: UUID? = nil) {
        for index in requests.indices {
            let request = requests[index]
            guard id.map({ $0 == request.id }) ?? (request.state != .refused) else { continue }
            requests[index].state = .waiting
            requests[index].tries = 0
            requests[index].lastTried = nil
        }
    }
}
