/// Writes GENEActiv recordings: a header of 59 lines and pages of 300 samples.
package struct GENEActivWriter {
    /// Header lines that are not the usual ones, by key.
    package var header: [String: String] = [:]
    /// What ends a line.
    package var lineEnd = "\r\n"
    private var pages: [String] = []

    /// An empty recording.
    package init() {}

    private static let keys = [
        "Device Identity", "Device Unique Serial Code:012345", "Device Type:GENEActiv           ", "Device Model:1.1",
        "Device Firmware Version:Ver4.08a", "Calibration Date:2012-04-03 11:08:52:000", "", "Device Capabilities",
        "Accelerometer Range:-8 to 8", "Measurement Frequency:50 Hz", "Start Time:2025-01-11 11:17:28:000",
        "Time Zone:GMT +01:00", "Config Time:2025-01-11 11:13:59:762", "x gain:25000", "x offset:500", "y gain:25000",
        "y offset:0", "z gain:-25000", "z offset:250", "Volts:300", "Lux:600", "Number of Pages:", "",
    ]

    /// Adds a page whose first sample is at `time`, as in `2025-01-11 11:17:33:000`.
    package mutating func page(
        _ time: String, sequence: Int? = nil, samples: [(x: Int, y: Int, z: Int, light: Int, button: Bool)]
    ) {
        let digits = samples.map { sample in
            let rest = sample.light << 2 | (sample.button ? 2 : 0)
            return [sample.x, sample.y, sample.z, rest].map { value in
                let text = String(value & 0xFFF, radix: 16, uppercase: true)
                return String(repeating: "0", count: 3 - text.count) + text
            }.joined()
        }.joined()
        pages.append(
            [
                "Recorded Data", "Device Unique Serial Code:012345", "Sequence Number:\(sequence ?? pages.count)",
                "Page Time:\(time)", "Unassigned:", "Temperature:21.5", "Battery voltage:4.1493",
                "Device Status:Recording", "Measurement Frequency:50.0", digits,
            ].map { $0 + lineEnd }.joined())
    }

    /// Adds a page of 300 equal samples.
    package mutating func page(_ time: String, x: Int = 0) {
        page(time, samples: Array(repeating: (x, 250, -250, 10, false), count: 300))
    }

    /// The file.
    package var bytes: [UInt8] { Array(text.utf8) }

    /// The file as text.
    package var text: String {
        let lines = Self.keys.map { line in
            let key = line.split(separator: ":").first.map(String.init) ?? ""
            if let value = header[key] { return "\(key):\(value)" }
            return key == "Number of Pages" ? "\(key):\(pages.count)" : line
        }
        return lines.map { $0 + lineEnd }.joined() + pages.joined()
    }
}
