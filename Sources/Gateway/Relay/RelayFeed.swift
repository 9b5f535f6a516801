/// Plays the phone's side of everybody's relay: every load reading of a wearer goes to that person's watch, those of a
/// reading session where no device tells one, overload shakes it, and the watch's questions are answered: heart rate
/// variability as SDNN over the last 60 s, and the beats of the last minutes.
package final class RelayFeed: Sendable {
    private let registry: RelayRegistry
    private let subscription: LiveBus.Subscription

    /// Opens the relays of `gateway`, the one of this machine's account at `relay.sock` in its folder.
    /// - Parameters:
    ///   - gateway: What is shown on the wrists.
    ///   - interval: The shortest time between two loads.
    /// - Throws: `Failure` when another program answers there.
    package init(_ gateway: Gateway, interval: Duration = .seconds(5)) throws {
        let registry = gateway.relay
        self.registry = registry
        try registry.open(gateway, interval: interval)
        subscription = gateway.bus.subscribe { event in
            for relay in registry.open { relay.take(event) }
        }
        // What was raised while the gateway opened.
        for relay in registry.open { relay.showAlert() }
    }

    /// Closes every link and removes the sockets.
    package func stop() { registry.stop() }
}
