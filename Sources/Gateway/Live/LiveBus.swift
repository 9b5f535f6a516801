import Synchronization

/// Delivers every live event to its subscribers: pages, terminals, the relay.
///
/// Publishing calls the subscribers in turn on the publisher's thread, so a subscriber only passes the event on.
package final class LiveBus: Sendable {
    /// A subscription; it ends when it is released or cancelled.
    package final class Subscription: Sendable {
        private let cancelled: @Sendable () -> Void

        init(cancelled: @escaping @Sendable () -> Void) { self.cancelled = cancelled }

        deinit { cancelled() }
    }

    private struct State {
        var next = 0
        var subscribers: [(id: Int, receive: @Sendable (LiveEvent) -> Void)] = []
    }

    private let state = Mutex(State())

    /// A bus without subscribers.
    package init() {}

    /// Calls `receive` with every event until the subscription is let go of.
    package func subscribe(_ receive: @escaping @Sendable (LiveEvent) -> Void) -> Subscription {
        let id = state.withLock { state in
            state.next += 1
            state.subscribers.append((state.next, receive))
            return state.next
        }
        return Subscription { [weak self] in
            self?.state.withLock { state in state.subscribers.removeAll { $0.id == id } }
        }
    }

    /// Hands `event` to all subscribers.
    package func publish(_ event: LiveEvent) {
        for subscriber in state.withLock({ $0.subscribers }) { subscriber.receive(event) }
    }
}
