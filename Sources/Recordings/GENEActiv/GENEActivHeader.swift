import Signals

/// The lines before the first page: `Key:value`.
struct GENEActivHeader {
    /// The calibration of one axis.
    struct Axis: Hashable {
        var gain: Double
        var offset: Double
    }

    /// Header values by key, as written.
    let values: [String: String]
    /// Lines that were read, without that which begins the first page.
    let lines: Int
    /// The calibration of x, y and z.
    let axes: [Axis]
    /// Lux per count of the light sensor.
    let luxPerCount: Double
    /// The configured rate, in samples per second.
    let rate: Double

    private static let limit = 400
    /// The first line of every page.
    static let pageStart = Array("Recorded Data".utf8)

    /// Reads up to the first page.
    /// - Throws: `Failure` for another product, and without what samples are made from.
    init(_ reader: inout LineReader, name: String) throws {
        var values: [String: String] = [:]
        var lines = 0
        while lines < Self.limit, let line = try reader.next(), !line.bytes.starts(with: Self.pageStart) {
            lines += 1
            guard let colon = line.bytes.firstIndex(of: UInt8(ascii: ":")) else { continue }
            let key = String(ofLog: line.bytes[..<colon]).trimmed
            if values[key] == nil { values[key] = String(ofLog: line.bytes[(colon + 1)...]).trimmed }
        }
        let type = values["Device Type"] ?? ""
        guard type == "GENEActiv" else {
            throw Failure(
                .failed,
                type.isEmpty
                    ? "\(name) is no GENEActiv recording that can be read: its header names no device type."
                    : "\(name) is a recording of “\(type)”, another product in the layout of the GENEActiv, whose numbers mean "
                        + "something else: export it with that product's own software.")
        }
        func number(_ key: String) -> Double? {
            values[key].flatMap { Double($0.replacing(",", with: ".")) }.flatMap { abs($0) < 1e9 ? $0 : nil }
        }
        let axes = ["x", "y", "z"].compactMap { axis -> Axis? in
            guard let gain = number("\(axis) gain"), let offset = number("\(axis) offset"), gain != 0 else {
                return nil
            }
            return Axis(gain: gain, offset: offset)
        }
        let hertz = values["Measurement Frequency"].flatMap { Self.frequency($0) }
        guard axes.count == 3, let hertz else {
            throw Failure(
                .failed,
                "\(name) has no usable calibration or no measurement frequency in the \(lines) lines of its header, which has 59: "
                    + "copy it from the recorder again.")
        }
        rate = hertz
        (self.values, self.lines, self.axes) = (values, lines, axes)
        let volts = number("Volts") ?? 0
        luxPerCount = volts > 0 ? (number("Lux") ?? 0) / volts : 0
    }

    /// A rate such as `85.7 Hz` or `85.7`, in 0.5 ... 1000; nil for anything else.
    static func frequency(_ text: String) -> Double? {
        let digits = text.prefix { "0123456789.,".contains($0) }.replacing(",", with: ".")
        return Double(digits).flatMap { (0.5...1000).contains($0) ? $0 : nil }
    }

    /// Pages that the header promises; nil when it does not say.
    var pageCount: Int? { values["Number of Pages"].flatMap { Int($0) }.flatMap { $0 >= 0 ? $0 : nil } }
    /// Wall-clock nanoseconds since 1970 of the configuration and of the start; nil when the recorder lost its clock.
    var configured: Int64? { values["Config Time"].flatMap { Self.time(Array($0.utf8)[...]) } }
    /// See ``configured``.
    var start: Int64? { values["Start Time"].flatMap { Self.time(Array($0.utf8)[...]) } }

    /// Seconds east of UTC of the recorder's clock, as in `GMT +01:00`.
    var zoneOffset: Int? {
        values["Time Zone"].flatMap { GT3XInfo.seconds($0.replacing("GMT", with: "").trimmed) }
    }

    /// `YYYY-MM-DD HH:MM:SS:mmm` of the years 1990 ... 2099 as wall-clock nanoseconds since 1970; nil for anything
    /// else.
    static func time(_ text: ArraySlice<UInt8>) -> Int64? {
        var numbers = InlineArray<7, Int>(repeating: 0)
        var place = 0
        var digits = 0
        for byte in text {
            if byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") {
                guard digits < 4 else { return nil }
                numbers[place] = numbers[place] * 10 + Int(byte - UInt8(ascii: "0"))
                digits += 1
            } else {
                guard digits > 0, place < 6 else { return nil }
                place += 1
                digits = 0
            }
        }
        guard place >= 5, digits > 0, (1990..<2100).contains(numbers[0]), numbers[6] < 1000 else { return nil }
        let date = CivilDate(year: numbers[0], month: numbers[1], day: numbers[2])
        return CivilTime(
            date, hour: numbers[3], minute: numbers[4], second: numbers[5], nanosecond: numbers[6] * 1_000_000)?
            .nanoseconds
    }

    /// g per count, by axis.
    var factor: SIMD4<Float> { lanes { 100 / $0.gain } }
    /// g to be added, by axis.
    var shift: SIMD4<Float> { lanes { -$0.offset / $0.gain } }

    private func lanes(_ value: (Axis) -> Double) -> SIMD4<Float> {
        SIMD4(Float(value(axes[0])), Float(value(axes[1])), Float(value(axes[2])), 0)
    }

    /// The header in the form common to all formats.
    func recordingHeader(zone: String) -> RecordingHeader {
        let range = values["Accelerometer Range"]?.split(separator: " ").last.flatMap { Double($0) }
        var metadata: [String: String] = [:]
        for (key, value) in values where !value.isEmpty {
            metadata[key.lowercased().replacing(" ", with: "_")] = value
        }
        return RecordingHeader(
            format: GENEActiv.name,
            device: DeviceIdentity(
                maker: "Activinsights",
                model: ["GENEActiv", values["Device Model"] ?? ""].joined(separator: " ").trimmed,
                serial: values["Device Unique Serial Code"] ?? "", firmware: values["Device Firmware Version"] ?? ""),
            channels: [
                RecordedChannel(
                    .acceleration, axes: ["x", "y", "z"], unit: .standardGravity, nominalRate: rate, range: range),
                RecordedChannel(.light, axes: ["value"], unit: .lux, nominalRate: rate),
                RecordedChannel(.temperature, axes: ["value"], unit: .celsius),
                RecordedChannel(.battery, axes: ["value"], unit: .volts),
                RecordedChannel(.marker, axes: ["value"], unit: .one),
            ], zone: zone, metadata: metadata)
    }
}
