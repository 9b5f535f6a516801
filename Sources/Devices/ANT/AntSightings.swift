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
    /// More monitors than anybody has around.
    private static let limit = 1000
    /// What monitors go by where other devices have a profile.
    static let profile = "ant.heart-rate"

    private var byNumber: [UInt32: Sighting] = [:]

    /// The name under which a monitor is found.
    static func id(_ number: UInt32) -> String { "ant-\(number)" }

    /// The number in such a name.
    static func number(in id: String) -> UInt32? {
        guard id.hasPrefix("ant-"), let number = UInt32(id.dropFirst(4)), number > 0, number <= 0xFFFFF else {
            return nil
        }
        return number
    }

    /// Takes a message; an event when there is news.
    mutating func take(_ sender: AntSender, _ payload: [UInt8], rssi: Int?, at now: Instant) -> FinderEvent? {
        guard let page = try? AntHeartRatePage(payload) else { return nil }
        guard var sighting = byNumber[sender.number] else {
            guard byNumber.count < Self.limit else { return nil }
            let description = AntSession.description(number: sender.number, identity: nil)
            let device = FoundDevice(
                id: Self.id(sender.number), bus: .ant, name: description.name, profiles: [Self.profile],
                description: description, rssi: rssi, seen: now)
            byNumber[sender.number] = Sighting(device: device, told: now, firstToggle: page.toggle)
            return .found(device)
        }
        sighting.device.seen = now
        sighting.device.rssi = rssi ?? sighting.device.rssi
        sighting.turnsPages = sighting.turnsPages || page.toggle != sighting.firstToggle
        var isNews = false
        if sighting.turnsPages, case .maker(let id, _) = page.content, let maker = AntMaker.name(id) {
            let identity = DeviceIdentity(maker: maker, model: "", serial: "")
            let description = AntSession.description(number: sender.number, identity: identity)
            isNews = description != sighting.device.description
            sighting.device.description = description
            sighting.device.name = description.name
        }
        let isDue = isNews || now.seconds(since: sighting.told) >= Self.again || now < sighting.told
        if isDue { sighting.told = now }
        byNumber[sender.number] = sighting
        return isDue ? .found(sighting.device) : nil
    }

    /// Who was not heard for a minute.
    mutating func sweep(at now: Instant) -> [FinderEvent] {
        let lost = byNumber.filter { now.seconds(since: $0.value.device.seen) > Self.patience }.keys.sorted()
        for number in lost { byNumber[number] = nil }
        return lost.map { .lost(id: Self.id($0)) }
    }
}
