import Signals

/// Which monitors were heard, and what each has said of its maker.
struct AntSightings {
    private struct Sighting {
        var device: FoundDevice
        var told: Instant
        var firstToggle: Bool
        var turnsPages = false
    }

    /// A monitor about which nothing is new is told again after so long, in seconds.
    private static let again = 5.0
    /// Without a message for so long it is lost, in seconds.
    private static let patience = 60.0
    /// Sensors that are remembered at most, so that forged numbers cannot fill the memory.
    private static let limit = 1000

    private var bySensor: [AntIdentifier: Sighting] = [:]

    /// Notes a message; returns an event when the sensor is new or something about it changed.
    mutating func take(_ sensor: AntIdentifier, _ payload: [UInt8], rssi: Int?, at now: Instant) -> FinderEvent? {
        guard payload.count == 8 else { return nil }
        let toggle = payload[0] & 0x80 != 0
        guard var sighting = bySensor[sensor] else {
            guard bySensor.count < Self.limit else { return nil }
            let description = AntSession.description(sensor, identity: nil)
            let device = FoundDevice(
                id: sensor.id, bus: .ant, name: description.name, profiles: [sensor.kind.rawValue],
                description: description, rssi: rssi, seen: now)
            bySensor[sensor] = Sighting(device: device, told: now, firstToggle: toggle)
            return .found(device)
        }
        sighting.device.seen = now
        sighting.device.rssi = rssi ?? sighting.device.rssi
        sighting.turnsPages = sighting.turnsPages || toggle != sighting.firstToggle
        var isNews = false
        if let id = Self.maker(sensor.kind, payload, turnsPages: sighting.turnsPages), let maker = AntMaker.name(id) {
            let identity = DeviceIdentity(maker: maker, model: "", serial: "")
            let description = AntSession.description(sensor, identity: identity)
            isNews = description != sighting.device.description
            sighting.device.description = description
            sighting.device.name = description.name
        }
        let isDue = isNews || now.seconds(since: sighting.told) >= Self.again || now < sighting.told
        if isDue { sighting.told = now }
        bySensor[sensor] = sighting
        return isDue ? .found(sighting.device) : nil
    }

    private static func maker(_ kind: AntKind, _ payload: [UInt8], turnsPages: Bool) -> UInt16? {
        switch kind {
        case .heartRate:
            guard turnsPages, case .maker(let id, _)? = try? AntHeartRatePage(payload).content else { return nil }
            return UInt16(id)
        case .footPod:
            guard case .maker(_, let id, _)? = try? AntFootPodPage(payload) else { return nil }
            return id
        }
    }

    /// Removes the sensors that were silent for a minute, with an event for each.
    mutating func sweep(at now: Instant) -> [FinderEvent] {
        let lost = bySensor.filter { now.seconds(since: $0.value.device.seen) > Self.patience }.keys.sorted()
        for sensor in lost { bySensor[sensor] = nil }
        return lost.map { .lost(id: $0.id) }
    }
}
