import Signals

/// CE Brasil Tempatilumi .txt: remarks and a description in Portuguese, and a line per epoch between semicolons.
public enum Tempatilumi: RecordingFormat {
    /// The short name, `tempatilumi`.
    public static let name = "tempatilumi"
    /// The name shown to people.
    public static let title = "Tempatilumi .txt"
    /// True: the file holds epochs, not samples.
    public static let keepsEpochs = true

    private static let headLimit = 200
    private static let rowLimit = 20_000_000

    /// Whether the heading of such a table stands near the beginning.
    public static func recognizes(head: [UInt8], fileName: String) -> Bool {
        String(ofLog: head[...]).split(whereSeparator: \.isNewline).contains { heading(String($0)) != nil }
    }

    /// Decodes the whole file into `sink`: activity, light, temperature and marks, as far as the table has them.
    /// - Throws: `Failure` without a heading or an epoch; errors of `sink`; `CancellationError`.
    public static func decode(
        _ file: RecordingFile, options: DecodeOptions, into sink: inout some RecordingSink
    ) throws -> RecordingSummary {
        var reader = try LineReader(file)
        var metadata: [String: String] = [:]
        var names: [String]?
        var (number, serial) = (0, "")
        while names == nil, number < headLimit, let line = try reader.next() {
            number += 1
            let text = String(ofLog: line.bytes)
            names = heading(text)
            guard names == nil, let colon = text.firstIndex(of: ":") else { continue }
            let label = String(text[..<colon]).trimmed.lowercased()
            let value = String(text[text.index(after: colon)...]).trimmed
            metadata[label] = value
            if label.contains("série") || label.contains("serie") { serial = value }
        }
        guard let names, let date = names.firstIndex(of: "data"), let time = names.firstIndex(of: "hora") else {
            throw Failure(
                .failed,
                "\(file.name) is no Tempatilumi file: no heading “Data; Hora; …; Atividade” stands in its first \(number) lines."
            )
        }
        var places: [Int] = []
        var channels: [(channel: RecordedChannel, places: [Int])] = []
        for (word, channel, unit, axis) in [
            ("atividade", Channel.counts, SignalUnit.count, "tempatilumi"), ("luminosidade", .light, .lux, "value"),
            ("temperatura", .temperature, .celsius, "value"),
        ] {
            guard let place = names.firstIndex(where: { $0.hasPrefix(word) }) else { continue }
            channels.append((RecordedChannel(channel, axes: [axis], unit: unit), [places.count]))
            places.append(place)
        }
        let marker = names.firstIndex { $0.hasPrefix("evento") }
        if let marker { places.append(marker) }
        var rows = EpochRows(columns: places.count)
        var line = DelimitedLine(separator: UInt8(ascii: ";"))
        var values = [Float](repeating: .nan, count: places.count)
        let losses = try reader.eachRow(
            behind: number, separator: UInt8(ascii: ";"), limit: rowLimit, of: file, progress: options.progress
        ) { bytes in
            guard line.split(bytes), line.fields.count > max(date, time, places.max() ?? 0),
                let stamp = WallText(date: bytes[line.fields[date]], time: bytes[line.fields[time]])?.stamp(.dayFirst)
            else { return false }
            for (index, place) in places.enumerated() {
                guard let value = line.number(place, bytes) else { return false }
                values[index] = value
            }
            values.withUnsafeBufferPointer { rows.append(stamp: stamp, $0) }
            return true
        }
        var table = EpochTable(
            rows: rows, channels: channels, marker: marker.map { _ in places.count - 1 },
            device: DeviceIdentity(maker: "CE Brasil", model: "Tempatilumi", serial: serial), metadata: metadata,
            losses: losses)
        return try table.handOn(as: name, file, options, into: &sink)
    }

    /// The columns' names in lower case; nil where the line is no heading with an activity.
    private static func heading(_ line: String) -> [String]? {
        let names = line.split(separator: ";").map { String($0).trimmed.lowercased() }
        return names.count >= 3 && names.contains("data") && names.contains("hora")
            && names.contains { $0.hasPrefix("atividade") } ? names : nil
    }
}
