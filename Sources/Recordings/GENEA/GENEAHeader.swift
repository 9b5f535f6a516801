import Signals

/// The lines before the pages: `Label:value`, up to an empty one.
struct GENEAHeader {
    /// Values by label in lower case, with underscores.
    private(set) var values: [String: String] = [:]
    /// Bytes up to the first page.
    let size: Int
    /// Added to the negated or plain word of each axis.
    private(set) var offsets: (Float, Float, Float) = (0, 0, 0)
    /// What a word is multiplied by to be g.
    private(set) var scales: (Float, Float, Float) = (1 / 340, 1 / 340, 1 / 340)

    private static let limit = 1 << 16

    /// - Throws: `Failure` where the lines do not end.
    init(_ file: RecordingFile) throws {
        let head = try file.head(Self.limit)
        let end = Array("\r\n\r\n".utf8)
        guard GENEA.recognizes(head: head, fileName: ""),
            let place = head.indices.first(where: { head[$0] == end[0] && head[$0...].starts(with: end) })
        else {
            throw Failure(.failed, "\(file.name) is no GENEA recording: its description has no end.")
        }
        size = place + end.count
        for line in String(ofLog: head[..<place]).split(whereSeparator: \.isNewline).prefix(200) {
            guard let colon = line.firstIndex(of: ":") else { continue }
            let label = line[..<colon].lowercased().replacing("-", with: "_")
            if values[label] == nil { values[label] = String(line[line.index(after: colon)...]).trimmed }
        }
        if let numbers = numbers("accel_offsets") { offsets = numbers }
        if let gains = numbers("accel_gains") {
            scales = (gains.0 / 8192 / 340, gains.1 / 8192 / 340, gains.2 / 8192 / 340)
        }
    }

    private func numbers(_ label: String) -> (Float, Float, Float)? {
        let parts = (values[label] ?? "").split(separator: " ").compactMap { Float($0) }
        guard parts.count == 3, parts.allSatisfy({ abs($0) <= 65536 }) else { return nil }
        return (parts[0], parts[1], parts[2])
    }

    /// Samples per second, as in `80Hz`; nil where the file does not say.
    var rate: Double? {
        let digits = (values["sample_rate"] ?? "").prefix { $0.isNumber || $0 == "." }
        return Double(digits).flatMap { (1...1000).contains($0) ? $0 : nil }
    }

    /// The recorder.
    var device: DeviceIdentity {
        DeviceIdentity(
            maker: "Unilever Discover", model: "GENEA", serial: values["serial_number"] ?? "",
            firmware: values["firmware_version"] ?? "")
    }
}
