import Signals

/// The first seven lines of an .AWD file: name, date, time, epoch, age, serial number, sex.
struct AWDHeader {
    /// Lines of the header.
    static let lines = 7
    /// The name or code of the wearer in the file.
    let identity: String
    /// Wall-clock nanoseconds since 1970 of the first epoch.
    let start: Int64
    /// The epoch length in nanoseconds.
    let epoch: Int64
    /// The recorder's serial number, whose first letter names its model.
    let serial: String
    private let age: String
    private let sex: String

    /// Codes of the length of an epoch, in seconds.
    private static let epochs = ["1": 15, "2": 30, "4": 60, "8": 120, "20": 300, "81": 2, "C1": 5, "C2": 10]
    /// Months as the software writes them in English, German, French, Spanish, Italian and Dutch.
    private static let months = [
        ["jan", "ene", "gen"], ["feb", "fev", "fév"], ["mar", "mär", "mrz", "mrt"], ["apr", "avr", "abr"],
        ["may", "mai", "mag", "mei"], ["jun", "jui", "giu"], ["jul", "lug"], ["aug", "aoû", "aou", "ago"],
        ["sep", "set"], ["oct", "okt", "ott"], ["nov"], ["dec", "dez", "déc", "dic"],
    ]

    /// Reads the header at the beginning of `head`; nil when it is none.
    init?(_ head: [UInt8]) {
        let ends: (UInt8) -> Bool =
            head.contains(UInt8(ascii: "\n")) ? { $0 == UInt8(ascii: "\n") } : { $0 == UInt8(ascii: "\r") }
        let lines = head.split(maxSplits: Self.lines, omittingEmptySubsequences: false, whereSeparator: ends).map {
            String(ofLog: $0.last == UInt8(ascii: "\r") ? $0.dropLast() : $0).trimmed
        }
        guard lines.count > Self.lines, lines[..<Self.lines].allSatisfy({ $0.utf8.count <= 200 }),
            let date = Self.date(lines[1]), let second = Self.time(lines[2]),
            let seconds = Self.epochs[lines[3].uppercased()],
            let time = CivilTime(date, hour: second / 3600, minute: second / 60 % 60, second: second % 60)
        else { return nil }
        identity = lines[0]
        start = time.nanoseconds
        epoch = Int64(seconds) * 1_000_000_000
        (age, serial, sex) = (lines[4], lines[5], lines[6])
    }

    /// `dd-Mon-yyyy`, or `dd-Mon-yy` of this century where `isShort`.
    static func date(_ text: String, isShort: Bool = false) -> CivilDate? {
        let parts = text.split(separator: "-").map { $0.lowercased() }
        guard parts.count == 3, let day = UInt(parts[0]), let written = UInt(parts[2]), day <= 31 else { return nil }
        let year = isShort && written < 100 ? written + 2000 : written
        guard (1900..<2100).contains(year) else { return nil }
        // June and July share their first letters in French: juin, juillet.
        let name = parts[1].hasPrefix("juil") ? "jul" : String(parts[1].prefix(3))
        guard let month = months.firstIndex(where: { $0.contains(name) }) else { return nil }
        return CivilDate(year: Int(year), month: month + 1, day: Int(day))
    }

    /// `hh:mm`, `hh:mm:ss`, with or without AM or PM, as a second of the day.
    private static func time(_ text: String) -> Int? {
        var text = text.uppercased()
        let half = text.hasSuffix("AM") ? 0 : text.hasSuffix("PM") ? 12 : nil
        if half != nil { text = String(text.dropLast(2)).trimmed }
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        let numbers = parts.compactMap { $0.count <= 2 ? UInt($0) : nil }.map { Int($0) }
        guard (2...3).contains(parts.count), numbers.count == parts.count, numbers.dropFirst().allSatisfy({ $0 < 60 })
        else {
            return nil
        }
        var hour = numbers[0]
        if let half {
            guard (1...12).contains(hour) else { return nil }
            hour = hour % 12 + half
        }
        guard hour < 24 else { return nil }
        return hour * 3600 + numbers[1] * 60 + (numbers.count == 3 ? numbers[2] : 0)
    }

    /// The recorder, from the header.
    var device: DeviceIdentity {
        let models: [Character: String] = [
            "V": "Actiwatch 4", "D": "Actiwatch 7", "L": "Actiwatch L", "P": "Actiwatch Plus L", "S": "Actiwatch S",
            "T": "Actiwatch T", "I": "Actiwatch Insomnia", "M": "Actiwatch Mini",
        ]
        let model = serial.uppercased().first.flatMap { models[$0] } ?? "Actiwatch"
        return DeviceIdentity(maker: "Cambridge Neurotechnology", model: model, serial: serial)
    }

    /// The sensor behind the second number of an epoch.
    var secondSensor: (channel: Channel, unit: SignalUnit) {
        switch serial.uppercased().first {
        case "T": (.temperature, .celsius)
        case "S": (Channel(rawValue: "sound_level"), .count)
        case "I": (Channel(rawValue: "pressure_switch"), .count)
        default: (.light, .lux)
        }
    }

    /// The remaining header fields.
    var metadata: [String: String] {
        [
            "identity": identity, "age": age, "sex": sex, "start": "\(CivilTime(nanoseconds: start))",
            "epoch_seconds": "\(Double(epoch) / 1e9)",
        ]
    }
}
