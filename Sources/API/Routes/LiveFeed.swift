import Accounts
import Documents
package import Gateway
import Runtime
import Store

/// Passes the gateway's live events on to the clients of an event hub, encoded once and only when somebody listens, and
/// has it end and take back what is told no more.
package final class LiveFeed: Sendable {
    /// The hub.
    package let events: EventHub
    private let subscription: LiveBus.Subscription

    /// Feeds `events` from the bus of `gateway` for as long as it lives.
    package init(_ gateway: Gateway, events: EventHub = EventHub()) {
        self.events = events
        subscription = gateway.bus.subscribe { [weak gateway] event in
            switch event {
            case .wearersChanged, .withdrawn: events.review()
            default: break
            }
            guard events.isWanted, let gateway else { return }
            if case .withdrawn(_, _, let person) = event {
                events.withdraw(person)
                // What is nobody's is the first owner's, who may read with it under their own name.
                if person == nil, let owner = gateway.accounts.firstOwner {
                    events.withdraw(Person.ID(rawValue: owner.id))
                }
            }
            let (topic, data) = event.message { gateway.wearerRegistry.people }
            events.publish(topic.rawValue, for: Audience(event, gateway), data: data)
        }
        gateway.accounts.whenChanged { [weak events] in events?.review() }
    }
}
