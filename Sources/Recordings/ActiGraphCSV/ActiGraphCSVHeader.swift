import Signals

/// The ten lines that ActiLife writes above an export.
struct ActiGraphCSVHeader {
    /// Wall-clock nanoseconds since 1970 of the first row.
    let start: Int64
    /// The length of an epoch in seconds; 0 for raw samples.
    let epoch: Int
    /// Samples per second of a raw export; nil where the first line does not say.
    let rate: Int?
    /// Which columns an export without a heading has.
    let mode: Int?
    /// The order of day, month and year.
    let order: ActiwareDate.Order
    /// The recorder.
    let device: DeviceIdentity
    /// What the lines say.
    let metadata: [String: String]

    /// Lines of the header.
    static let lines = 10

    /// Whether such a header begins here.
    static func recognizes(_ head: [UInt8]) -> Bool {
        let first = head.prefix(300).prefix { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }
        return String(ofLog: first[...]).contains("Data File Created By ActiGraph")
            || String(ofLog: first[...]).contains("Data Table File Created By ActiGraph")
    }

    /// Reads the lines; nil where they name no start or epoch.
    init?(_ lines: [String]) {
        guard let first = lines.first else { return nil }
        var values: [String: String] = [:]
        for line in lines.dropFirst() {
            // A spreadsheet gives each line as many separators as the table has.
            let line = line.trimmed.replacing(";", with: ",")
            let text = String(line.prefix { $0 != "," }).trimmed
            let labels = [
                "Serial Number:", "Start Time", "Start Date", "Epoch Period (hh:mm:ss)", "Cycle Period (hh:mm:ss)",
                "Download Time", "Download Date", "Current Battery Voltage:",
            ]
            for label in labels where text.hasPrefix(label) {
                values[label] = String(text.dropFirst(label.count)).trimmed
            }
        }
        let words = first.split(separator: " ").map { String($0) }
        func word(after marks: String...) -> String? {
            words.indices.first { index in
                index >= marks.count && Array(words[(index - marks.count)..<index]) == marks
            }.map { words[$0] }
        }
        let format = word(after: "date", "format")?.lowercased() ?? "m/d/yyyy"
        order = format.hasPrefix("y") ? .yearFirst : format.hasPrefix("d") ? .dayFirst : .monthFirst
        rate = word(after: "at").flatMap { Int($0) }.flatMap { (1...1000).contains($0) ? $0 : nil }
        let battery = values["Current Battery Voltage:"] ?? ""
        mode = battery.firstRange(of: "Mode = ").flatMap { Int(String(battery[$0.upperBound...]).trimmed) }
        let period = values["Epoch Period (hh:mm:ss)"] ?? values["Cycle Period (hh:mm:ss)"]
        guard let epoch = period.flatMap({ GT3XInfo.seconds($0) }), epoch >= 0, epoch <= 3600,
            let date = values["Start Date"], let time = values["Start Time"],
            let start = WallText(date: Array(date.utf8), time: Array(time.utf8))?.stamp(order)
        else { return nil }
        (self.epoch, self.start) = (epoch, start)
        let firmware = word(after: "Firmware").map { $0.hasPrefix("v") ? String($0.dropFirst()) : $0 } ?? ""
        let series = ["NEO": "GT3X+", "CLE": "wGT3X+", "MOS": "wGT3X-BT", "MRA": "ActiSleep+", "TAS": "GT9X Link"]
        let serial = values["Serial Number:"] ?? ""
        let model = series[String(serial.prefix(3))] ?? word(after: "By", "ActiGraph") ?? ""
        device = DeviceIdentity(maker: "ActiGraph", model: model, serial: serial, firmware: firmware)
        var metadata = ["export": first.trimmed, "start": "\(CivilTime(nanoseconds: start))"]
        for (label, value) in values {
            let key = label.lowercased().split { !$0.isLetter }.joined(separator: "_")
            metadata[key] = value
        }
        if let mode { metadata["mode"] = "\(mode)" }
        self.metadata = metadata
    }
}
