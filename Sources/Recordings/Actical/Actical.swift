import Signals

/// Exports of Philips Actical (.csv): a description, and epochs below a heading that spreads over several lines.
public enum Actical: RecordingFormat {
    /// The short name, `actical`.
    public static let name = "actical"
    /// The name shown to people.
    public static let title = "Actical export .csv"
    /// True: the file holds epochs, not samples.
    public static let keepsEpochs = true

    private static let headLimit = 2000
    private static let rowLimit = 20_000_000

    /// Whether the first line names the Actical.
    public static func recognizes(head: [UInt8], fileName: String) -> Bool {
        let first = head.prefix(200).prefix { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }
        return String(ofLog: first[...]).lowercased().trimmed.hasPrefix("actical")
    }

    /// Decodes the whole file into `sink`: counts and steps, energy, intensity and marks.
    /// - Throws: `Failure` without a heading or an epoch; errors of `sink`; `CancellationError`.
    public static func decode(
        _ file: RecordingFile, options: DecodeOptions, into sink: inout some RecordingSink
    ) throws -> RecordingSummary {
        var reader = try LineReader(file)
        var metadata: [String: String] = [:]
        var (number, names): (Int, [String]) = (0, [])
        while names.isEmpty, number < headLimit, let line = try reader.next() {
            number += 1
            let fields = ActiwareTable.fields(line.bytes).map { String(ofLog: $0).trimmed }
            let lower = fields.map { $0.lowercased() }
            if lower.contains("date"), lower.contains("time"), lower.contains(where: { $0.contains("activity") }) {
                names = lower
            } else if let label = fields.first, label.hasSuffix(":"), fields.count > 1, !fields[1].isEmpty,
                metadata.count < 200
            {
                metadata[String(label.dropLast()).trimmed.lowercased()] = fields[1]
            }
        }
        guard let date = names.firstIndex(of: "date"), let time = names.firstIndex(of: "time") else {
            throw Failure(
                .failed,
                "\(file.name) is no Actical export with epochs: no heading with a date, a time and an activity stands in its "
                    + "first \(number) lines.")
        }
        // Further lines of the heading have a number in no first field.
        var heads = names
        while true {
            var ahead = reader
            guard let line = try ahead.next() else { break }
            let fields = ActiwareTable.fields(line.bytes).map { String(ofLog: $0).trimmed.lowercased() }
            if let first = fields.first, Int(first) != nil { break }
            for (index, word) in fields.enumerated() where index < heads.count { heads[index] += " \(word)" }
            number += 1
            reader = ahead
            guard number < headLimit else { break }
        }
        func place(_ words: String...) -> Int? {
            heads.firstIndex { head in words.allSatisfy { head.contains($0) } }
        }
        guard let counts = place("activity", "count") ?? place("activity") else {
            throw Failure(.failed, "\(file.name) has no column of activity counts.")
        }
        var places: [Int] = [counts]
        var channels = [(channel: RecordedChannel(.counts, axes: ["actical"], unit: .count), places: [0])]
        if let steps = place("steps") {
            channels[0].channel.axes.append("steps")
            channels[0].places.append(1)
            places.append(steps)
        }
        if let energy = place("energy") {
            let channel = RecordedChannel(
                Channel(rawValue: "energy_expenditure"), axes: ["kcal_per_minute_kg"],
                unit: SignalUnit(rawValue: "kcal/min/kg"))
            channels.append((channel, [places.count]))
            places.append(energy)
        }
        if let intensity = place("intensity") {
            channels.append((RecordedChannel(.vendorState, axes: ["intensity"], unit: .one), [places.count]))
            places.append(intensity)
        }
        let marker = place("event")
        if let marker { places.append(marker) }
        var dates: [(String, [UInt8])] = []
        var values: [[Float]] = []
        var damaged = DamagedLines()
        var lines: [Int] = []
        while let line = try reader.next() {
            number += 1
            guard dates.count < rowLimit else {
                throw Failure(.failed, "\(file.name) has more than \(rowLimit) rows, which no recorder keeps.")
            }
            let fields = line.isCut ? [] : ActiwareTable.fields(line.bytes)
            if !line.isCut, fields.allSatisfy(\.isEmpty) { continue }
            let row: [Float]? =
                fields.count > max(date, time, places.max() ?? 0)
                ? places.reduce(into: Optional([Float]())) { row, place in
                    let number = fields[place].withUnsafeBufferPointer { DelimitedLine.number($0, hasComma: true) }
                    row = number.flatMap { number in row.map { $0 + [number] } }
                } : nil
            if let row, reader.isLastWhole {
                dates.append((String(ofLog: fields[date]), Array(fields[time])))
                values.append(row)
                lines.append(number)
            } else {
                damaged.add(number)
            }
            if dates.count & 0xFFF == 0 { options.progress?(Double(reader.consumed) / Double(max(1, file.size))) }
        }
        var rows = EpochRows(columns: places.count)
        let stamps = Self.stamps(dates)
        for (index, stamp) in stamps.enumerated() {
            if let stamp { rows.append(stamp: stamp, values[index]) } else { damaged.add(lines[index]) }
        }
        let device = DeviceIdentity(
            maker: "Philips Respironics", model: "Actical", serial: metadata["device serial number"] ?? "")
        var table = EpochTable(
            rows: rows, channels: channels, marker: marker.map { _ in places.count - 1 }, device: device,
            metadata: metadata, losses: damaged.losses(isBrokenOff: reader.isBrokenOff))
        return try table.handOn(as: name, file, options, into: &sink)
    }

    /// Stamps of dates such as `13-May-21` or in numbers, whose order is that in which they follow each other.
    private static func stamps(_ dates: [(String, [UInt8])]) -> [Int64?] {
        if dates.first.flatMap({ AWDHeader.date($0.0, isShort: true) }) != nil {
            return dates.map { text, time in
                guard let date = AWDHeader.date(text, isShort: true),
                    let clock = WallText(date: Array("2000-01-01".utf8), time: time)?.stamp(.yearFirst),
                    let base = WallText(Array("2000-01-01".utf8))?.stamp(.yearFirst)
                else { return nil }
                return Int64(date.daysSince1970) * 86_400_000_000_000 + clock - base
            }
        }
        let texts = dates.map { WallText(date: Array($0.0.utf8), time: $0.1) }
        guard let order = WallText.order(of: texts.compactMap { $0 }) else { return dates.map { _ in nil } }
        return texts.map { $0?.stamp(order) }
    }
}
