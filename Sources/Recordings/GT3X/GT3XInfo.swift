import Signals

/// `info.txt` of an ActiGraph recording: `Key: value` in each line.
struct GT3XInfo {
    /// Values by key in lower case.
    private(set) var values: [String: String] = [:]
    /// Keys that are kept at most; a file has about 25.
    private static let limit = 200

    /// Reads the text, which may begin with a byte order mark.
    init(_ bytes: [UInt8]) {
        for line in String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline) {
            // Only the first colon ends the key: times have colons of their own.
            guard values.count < Self.limit, let colon = line.firstIndex(of: ":") else { continue }
            let key = String(line[..<colon]).trimmed.lowercased()
            if !key.isEmpty, values[key] == nil { values[key] = String(line[line.index(after: colon)...]).trimmed }
        }
    }

    /// The serial number; its first three letters name the series.
    var serial: String { values["serial number"] ?? "" }
    /// The firmware's version, such as `1.9.2`.
    var firmware: String { values["firmware"] ?? "" }
    /// Samples per second, 1 ... 1024; nil when the file does not say.
    var sampleRate: Int? { values["sample rate"].flatMap { Int($0) }.flatMap { (1...1024).contains($0) ? $0 : nil } }

    /// A number, whose point is a comma where the computer's language has it so.
    func number(_ key: String) -> Double? {
        guard let text = values[key], let number = Double(text.replacing(",", with: ".")), number.isFinite else {
            return nil
        }
        return number
    }

    /// Wall-clock nanoseconds since 1970 of a time in .NET ticks; nil for none, which is written as 0.
    func time(_ key: String) -> Int64? {
        values[key].flatMap { Int64($0) }.flatMap(NETTicks.stamp)
    }

    /// Seconds east of UTC of the clock that set the recorder's, as in `-04:00:00`.
    var zoneOffset: Int? { values["timezone"].flatMap { Self.seconds($0) } }

    /// `[-]HH:MM[:SS]` in seconds, at most 26 hours; nil for anything else.
    static func seconds(_ text: String) -> Int? {
        let isNegative = text.hasPrefix("-")
        let parts = text.drop { $0 == "-" || $0 == "+" }.split(separator: ":", omittingEmptySubsequences: false)
        guard (2...3).contains(parts.count), parts.allSatisfy({ (1...2).contains($0.count) }) else { return nil }
        let numbers = parts.compactMap { UInt($0).map { Int($0) } }
        guard numbers.count == parts.count, numbers.dropFirst().allSatisfy({ $0 < 60 }) else { return nil }
        let seconds = numbers[0] * 3600 + numbers[1] * 60 + (numbers.count == 3 ? numbers[2] : 0)
        return seconds <= 93_600 ? (isNegative ? -seconds : seconds) : nil
    }

    /// Whether it is a CentrePoint Insight Watch, whose stamps are UTC; its zone is only that of where it was set up.
    var isCentrePoint: Bool {
        serial.hasPrefix("CPW") || values["device type"]?.lowercased().hasPrefix("insight") == true
    }

    /// The recorder. Old files call their model nothing; the series says it.
    var device: DeviceIdentity {
        let series = ["NEO": "GT3X+", "CLE": "wGT3X+", "MOS": "wGT3X-BT", "MRA": "ActiSleep+", "TAS": "GT9X Link"]
        let model = values["device type"].flatMap { $0.isEmpty ? nil : $0 } ?? series[String(serial.prefix(3))] ?? ""
        return DeviceIdentity(maker: "ActiGraph", model: model, serial: serial, firmware: firmware)
    }

    /// Everything else by its key with underscores; times in .NET ticks also as wall-clock text.
    var metadata: [String: String] {
        var metadata: [String: String] = [:]
        for (key, value) in values where !["serial number", "device type", "firmware"].contains(key) {
            let name = key.replacing(" ", with: "_")
            metadata[name] = value
            guard let ticks = Int64(value), ticks > 1 << 56, let time = NETTicks.civilTime(ticks) else {
                continue
            }
            metadata["\(name)_local"] = "\(time)"
        }
        return metadata
    }
}
