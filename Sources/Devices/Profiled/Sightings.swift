import Bluetooth
import DeviceProfiles
import Signals

/// The devices that were heard, with everything known of each: names and services may come in different advertisements.
struct Sightings {
    private struct Sighting {
        var subject: ProfileSubject.BluetoothSubject
        var device: FoundDevice
        var isConnectable: Bool
        var told: Instant?
        var generation: Int
    }

    /// A device whose signal strength alone changed is told again after so long, in seconds.
    private static let again = 5.0
    /// More devices than anybody has around; the one not heard for longest makes room.
    private static let limit = 1000

    let library: ProfileLibrary
    private var byAddress: [BluetoothAddress: Sighting] = [:]

    init(library: ProfileLibrary) { self.library = library }

    /// Takes an advertisement; an event when there is news, and one for a device that had to make room.
    /// - Parameters:
    ///   - heard: what was heard.
    ///   - obstacle: why the device is not to be used as one of its own; nil for nothing.
    mutating func take(_ heard: Advertisement, obstacle: String? = nil) -> [FinderEvent] {
        var events: [FinderEvent] = []
        if byAddress[heard.address] == nil, byAddress.count >= Self.limit, let lost = makeRoom() { events = [lost] }
        var sighting =
            byAddress[heard.address]
            ?? Sighting(
                subject: ProfileSubject.BluetoothSubject(address: heard.address.description),
                device: FoundDevice(id: Self.id(of: heard.address), bus: .bluetooth, seen: heard.received),
                isConnectable: heard.isConnectable, generation: -1)
        let before = sighting.subject
        sighting.isConnectable = sighting.isConnectable || heard.isConnectable
        Self.learn(heard, &sighting.subject)
        sighting.device.seen = heard.received
        sighting.device.rssi = heard.rssi ?? sighting.device.rssi
        let isNews = before != sighting.subject || sighting.told == nil || sighting.device.obstacle != obstacle
        sighting.device.obstacle = obstacle
        if isNews || sighting.generation != library.generation { match(&sighting, heard.address) }
        // Also where the clock was set back.
        let isDue =
            sighting.told.map { heard.received.seconds(since: $0) >= Self.again || heard.received < $0 } ?? true
        let isWorthTelling = !sighting.device.profiles.isEmpty || sighting.device.name != nil
        let tells = isWorthTelling && (isNews || isDue)
        if tells { sighting.told = heard.received }
        byAddress[heard.address] = sighting
        if tells { events.append(.found(sighting.device)) }
        return events
    }

    private static func learn(_ heard: Advertisement, _ subject: inout ProfileSubject.BluetoothSubject) {
        if let name = heard.name, !name.isEmpty { subject.name = name }
        for service in heard.services where subject.services.count < 64 {
            if let uuid = ProfileUUID.canonical(service.description), !subject.services.contains(uuid) {
                subject.services.append(uuid)
            }
        }
        // What profiles look at are numbers and not readings, so data replace what came before.
        for (company, data) in heard.manufacturerData { subject.manufacturerData[company] = data }
        for (service, data) in heard.serviceData {
            if let uuid = ProfileUUID.canonical(service.description) { subject.serviceData[uuid] = data }
        }
    }

    private func match(_ sighting: inout Sighting, _ address: BluetoothAddress) {
        sighting.generation = library.generation
        let profiles = library.matches(.bluetooth(sighting.subject)).filter { $0.bluetooth != nil }
        sighting.device.name = sighting.subject.name
        sighting.device.profiles = profiles.map(\.id)
        sighting.device.description = profiles.first.map {
            Self.description($0, SettingValues($0), address, name: sighting.subject.name)
        }
    }

    /// Removes the devices that were not seen for a minute, with an event for each.
    mutating func sweep(at now: Instant) -> [FinderEvent] {
        library.refresh()
        var events: [FinderEvent] = []
        for (address, sighting) in byAddress
        where now.seconds(since: sighting.device.seen) > BluetoothFinder.patience {
            byAddress[address] = nil
            if sighting.told != nil { events.append(.lost(id: sighting.device.id)) }
        }
        return events
    }

    /// Removes a device that is known by another address; an event where it was told.
    mutating func forget(_ address: BluetoothAddress) -> FinderEvent? {
        guard let sighting = byAddress.removeValue(forKey: address), sighting.told != nil else { return nil }
        return .lost(id: sighting.device.id)
    }

    private mutating func makeRoom() -> FinderEvent? {
        guard let oldest = byAddress.min(by: { $0.value.device.seen < $1.value.device.seen }) else { return nil }
        byAddress[oldest.key] = nil
        return oldest.value.told == nil ? nil : .lost(id: oldest.value.device.id)
    }

    /// `bluetooth-F1:F2:…`, or `bluetooth-public-00:22:…` for an address that the IEEE gave.
    static func id(of address: BluetoothAddress) -> String {
        (address.kind == .public ? "bluetooth-public-" : "bluetooth-") + address.description
    }

    /// The address in a device id; nil for other ids.
    static func address(of id: String) -> BluetoothAddress? {
        guard id.hasPrefix("bluetooth-") else { return nil }
        let rest = id.dropFirst(10)
        return rest.hasPrefix("public-")
            ? BluetoothAddress(String(rest.dropFirst(7)), kind: .public)
            : BluetoothAddress(String(rest), kind: .random)
    }

    static func description(
        _ profile: DeviceProfile, _ settings: SettingValues, _ address: BluetoothAddress, name: String?
    ) -> DeviceDescription {
        let digits = address.description.filter { $0 != ":" }
        var description = DeviceDescription(
            profile: profile, settings: settings, id: DeviceID(rawValue: "bluetooth-\(digits.lowercased())"),
            serial: digits, name: name)
        if let access = profile.bluetooth, !access.livesByAdverts, access.connect.bonding != .never {
            description.commands = [.pairAnew]
        }
        if DialogueRegistry.compiled.dialogue(of: profile)?.takesKey == true { description.commands.insert(.enterKey) }
        return description
    }
}
