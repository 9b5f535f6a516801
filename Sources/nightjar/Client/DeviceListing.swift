/// The devices that a gateway knows or sees, as its list of devices has them.
struct DeviceListing: Decodable {
    /// A device in the list.
    struct Device: Decodable {
        struct Link: Decodable {
            var state: String
            var reason: String?
        }
        struct Stream: Decodable {
            var channel: String
            var unit: String
            var rate: Double?
            var isAllowed: Bool
            var isRefused: Bool?

            enum CodingKeys: String, CodingKey {
                case channel, unit
                case rate = "rate_hz"
                case isAllowed = "allowed"
                case isRefused = "refused"
            }
        }
        struct Wearer: Decodable {
            var name: String
        }
        struct Step: Decodable {
            var time: Double
            var stage: String
            var reason: String?

            enum CodingKeys: String, CodingKey {
                case stage, reason
                case time = "t_s"
            }
        }
        struct Losses: Decodable {
            var count: Int
        }

        var id: String
        var device: String?
        var name: String
        var maker: String?
        var model: String?
        var firmware: String?
        var kind: String?
        var synthetic: Bool
        var bus: String?
        var consent: String
        var near: Bool
        var obstacle: String?
        var files: [String]?
        var profiles: [String]
        var profile: String?
        var stage: String
        var reason: String?
        var nextStep: String?
        var steps: [Step]
        var streams: [Stream]
        var preferred: [String]
        var wearer: Wearer?
        var rssi: Int?
        var battery: Int?
        var batteryNote: String?
        var wear: String
        var link: Link?
        var losses: Losses

        enum CodingKeys: String, CodingKey {
            case id, device, name, maker, model, firmware, kind, synthetic, bus, consent, near, obstacle, files
            case profiles
            case profile, stage, reason, steps, streams, preferred, wearer, wear, link
            case nextStep = "next_step"
            case rssi = "rssi_dbm"
            case battery = "battery_percent"
            case batteryNote = "battery_note"
            case losses = "losses_today"
        }

        /// Its charge, or what it says in words; nil when it has told neither.
        var batteryWords: String? {
            battery.map { "\($0) %" } ?? batteryNote.flatMap { $0.hasPrefix("It has not") ? nil : $0 }
        }

        /// Whether it is adopted or given, not only seen.
        var isKnown: Bool { consent != "none" }
    }

    /// A bus and whether it can be used.
    struct Bus: Decodable {
        var bus: String
        var obstacle: String?
    }

    var devices: [Device]
    var buses: [Bus]

    /// The one device that `word` names: its id, the name of its samples, or its name where only one has it.
    func find(_ word: String) -> Device? {
        if let device = devices.first(where: { $0.id == word || $0.device == word }) { return device }
        let named = devices.filter { $0.name.lowercased() == word.lowercased() }
        return named.count == 1 ? named[0] : nil
    }
}
