import Bluetooth
import Documents
import Gateway
import Runtime
import Signals
import Store

/// The heart rate that is given on over Bluetooth.
enum HeartRateShareRoutes {
    static func add(to router: inout Router, gateway: Gateway) {
        router.on(.heartRateShare) { await HeartRateShareDocument(of: $1.caller.person, gateway) }
        router.on(.shareHeartRate) { asked, request in
            let person = request.caller.person
            if asked.isOn {
                try await gateway.heartRateSharing.begin(try asked.device ?? usual(for: person, gateway), by: person)
            } else {
                try await gateway.heartRateSharing.end(by: person)
            }
            return await HeartRateShareDocument(of: person, gateway)
        }
    }

    /// The device that speaks for a person's heart, or the only one that tells it.
    private static func usual(for person: Person.ID?, _ gateway: Gateway) throws(Failure) -> String {
        let hearts = gateway.devices.entries.filter { entry in
            entry.device != nil && gateway.wearerRegistry.decides(person, for: entry.wearer?.id)
                && entry.streams.contains { $0.channel == .heartRate || $0.channel == .rrInterval }
        }
        guard let entry = hearts.first(where: { $0.preferred.contains(.heart) }) ?? hearts.first,
            hearts.count == 1 || entry.preferred.contains(.heart)
        else {
            throw Failure(
                .conflict,
                hearts.isEmpty
                    ? "You wear nothing that tells a heart rate." : "Say of which device: several tell a heart rate.")
        }
        return entry.id
    }
}

extension HeartRateShareDocument {
    /// How it stands for a person.
    init(of person: Person.ID?, _ gateway: Gateway) async {
        let status = await gateway.heartRateSharing.status(for: person)
        self.init()
        (isOn, device, problem) = (status.device != nil, status.device?.rawValue, status.problem)
        guard let offer = status.offer else { return }
        (adapter, connected, listeners) = (offer.adapter, offer.centrals, offer.listeners)
        (sent, dropped) = (offer.sent, offer.dropped)
    }
}
