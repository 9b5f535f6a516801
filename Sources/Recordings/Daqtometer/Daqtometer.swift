import Signals

/// Daqtix Daqtometer .csv: a description of groups of channels, and a line per bin with a date, a time and their values.
public enum Daqtometer: RecordingFormat {
    /// The short name, `daqtometer`.
    public static let name = "daqtometer"
    /// The name shown to people.
    public static let title = "Daqtix Daqtometer .csv"
    /// True: the file holds epochs, not samples.
    public static let keepsEpochs = true

    private static let headLimit = 100
    private static let rowLimit = 50_000_000

    /// Whether the first lines are a start and an end, and what is behind them names store rate and binning.
    public static func recognizes(head: [UInt8], fileName: String) -> Bool {
        let text = String(ofLog: head.prefix(1024))
        return text.trimmed.hasPrefix("Start:") && text.contains("Store rate:") && text.contains("Binning mode:")
    }

    /// Decodes the whole file into `sink`: activity and light.
    /// - Throws: `Failure` without a channel or a row; errors of `sink`; `CancellationError`.
    public static func decode(
        _ file: RecordingFile, options: DecodeOptions, into sink: inout some RecordingSink
    ) throws -> RecordingSummary {
        var reader = try LineReader(file)
        var metadata: [String: String] = [:]
        var labels: [String: [String]] = [:]
        var number = 0
        while number < headLimit {
            var ahead = reader
            guard let next = try ahead.next() else { break }
            let line = String(ofLog: next.bytes).trimmed
            if WallText(Array(line.utf8.prefix(19)))?.stamp(.yearFirst) != nil, line.utf8.count >= 19 { break }
            number += 1
            reader = ahead
            guard let colon = line.firstIndex(of: ":") else { continue }
            let label = String(line[..<colon]).trimmed.lowercased()
            let values = line[line.index(after: colon)...].split(separator: ",", omittingEmptySubsequences: false)
                .map { String($0).trimmed }
            labels[label] = values
            metadata[label] = values.filter { !$0.isEmpty }.joined(separator: ", ")
        }
        let names = (labels["name"] ?? []).drop { $0.isEmpty }.filter { !$0.isEmpty }
        guard let activity = names.firstIndex(where: { $0.lowercased().hasPrefix("acc") }), names.count < 64 else {
            throw Failure(
                .failed, "\(file.name) names no channel of acceleration (“Name:”) in its first \(number) lines.")
        }
        var channels = [
            (channel: RecordedChannel(.counts, axes: ["daqtometer"], unit: .count), places: [activity])
        ]
        if let light = names.firstIndex(where: { $0.lowercased().hasPrefix("light") }) {
            // The recorder's own steps; their unit is told nowhere.
            let channel = RecordedChannel(Channel(rawValue: "light_raw"), axes: ["value"], unit: .count)
            channels.append((channel, [light]))
        }
        let rate = labels["store rate"]?.first { !$0.isEmpty }.flatMap { Int64($0) }
        var rows = EpochRows(columns: names.count)
        rows.reserve(min(rowLimit, file.size / 26))
        var line = DelimitedLine(separator: UInt8(ascii: ","))
        var day = ISODay()
        var values = [Float](repeating: .nan, count: names.count)
        let losses = try reader.eachRow(
            behind: number, separator: UInt8(ascii: ","), limit: rowLimit, of: file, progress: options.progress
        ) { bytes in
            guard line.split(bytes), line.fields.count == names.count + 1,
                let stamp = day.stamp(UnsafeBufferPointer(rebasing: bytes[line.fields[0]]))
            else { return false }
            for index in names.indices {
                guard let value = line.number(index + 1, bytes) else { return false }
                values[index] = value
            }
            values.withUnsafeBufferPointer { rows.append(stamp: stamp, $0) }
            return true
        }
        let serial = labels["serial number"]?.first { !$0.isEmpty } ?? ""
        var table = EpochTable(
            rows: rows, channels: channels,
            device: DeviceIdentity(maker: "Daqtix", model: "Daqtometer", serial: serial), metadata: metadata,
            losses: losses,
            epoch: rate.flatMap { (1...3600).contains($0) ? $0 * 1_000_000_000 : nil })
        // “Start: 2000-01-27 19:00:00 GMT”
        if metadata["start"]?.hasSuffix("GMT") == true || metadata["start"]?.hasSuffix("UTC") == true {
            table.zoneOffset = 0
        }
        return try table.handOn(as: name, file, options, into: &sink)
    }
}
