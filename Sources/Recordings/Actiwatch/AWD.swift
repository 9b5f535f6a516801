import Signals

/// Actiwatch .AWD files (Cambridge Neurotechnology, Mini Mitter, Philips): seven lines of header and one line per epoch.
public enum AWD: RecordingFormat {
    /// `awd`.
    public static let name = "awd"
    /// For a person.
    public static let title = "Actiwatch .AWD"

    private static let rowLimit = 50_000_000

    /// Whether seven lines of such a header stand at the beginning; no other format has a date, a time and the code of an
    /// epoch there.
    public static func recognizes(head: [UInt8], fileName: String) -> Bool { AWDHeader(head) != nil }

    /// Decodes the whole file into `sink`: counts, marks, and the second sensor of the models that have one.
    /// - Throws: `Failure` when the header cannot be read or no epoch follows; errors of `sink`; `CancellationError`.
    public static func decode(
        _ file: RecordingFile, options: DecodeOptions, into sink: inout some RecordingSink
    ) throws -> RecordingSummary {
        guard let header = AWDHeader(try file.head(4096)) else {
            throw Failure(
                .failed,
                "\(file.name) is no Actiwatch file that can be read: its first seven lines are not name, date, time, epoch, age, "
                    + "serial number and sex.")
        }
        var table = try rows(file, header, options)
        guard table.rows.count > 0 else {
            throw Failure(.failed, "\(file.name) has the header of an Actiwatch file and no readable epoch after it.")
        }
        let wall = RecorderClock(zone: options.zone, firstStamp: header.start)
        let cut = EpochSegments(table.rows, epoch: header.epoch, wall: wall)
        table.losses += cut.losses
        let rate = 1e9 / Double(header.epoch)
        func channel(_ channel: Channel, _ axis: String, _ unit: SignalUnit) -> RecordedChannel {
            RecordedChannel(channel, axes: [axis], unit: unit, nominalRate: rate, observedRate: rate)
        }
        var channels = [(channel(.counts, "activity", .count), 0)]
        if table.hasSecond {
            let second = header.secondSensor
            channels.append((channel(second.channel, "value", second.unit), 1))
        }
        let recording = RecordingHeader(
            format: name, device: header.device,
            channels: channels.map(\.0) + [RecordedChannel(.marker, axes: ["value"], unit: .one)],
            zone: options.zone.name,
            metadata: header.metadata)
        try sink.begin(recording)
        let batches = EpochBatches(device: header.device.deviceID, epoch: header.epoch)
        for (channel, column) in channels where options.wants(channel.channel) {
            try batches.send(channel, columns: [column], of: table.rows, segments: cut.segments, into: &sink)
        }
        if options.wants(.marker) { try batches.sendMarks(column: 2, of: table.rows, wall: wall, into: &sink) }
        options.progress?(1)
        return RecordingSummary(
            header: recording, samples: table.rows.count, segments: cut.segments, losses: table.losses)
    }

    /// The epochs: activity, second sensor, marker. A line that cannot be read still takes its epoch's time.
    private static func rows(
        _ file: RecordingFile, _ header: AWDHeader, _ options: DecodeOptions
    ) throws -> (rows: EpochRows, hasSecond: Bool, losses: [Loss]) {
        var reader = try LineReader(file)
        for _ in 0..<AWDHeader.lines { _ = try reader.next() }
        let first = reader.consumed
        var rows = EpochRows(columns: 3)
        var (epoch, hasSecond, damaged, firstDamage, blank) = (Int64(0), false, 0, 0, Int64(0))
        while let line = try reader.next(), rows.count < rowLimit {
            let text = line.bytes.filter { $0 != UInt8(ascii: "\r") && $0 != 0x1A }
            guard line.isCut || !text.allSatisfy({ $0 == UInt8(ascii: " ") }) else {
                blank += 1
                continue
            }
            // Blank lines at the end are none of the recording's; before another epoch each was one.
            if blank > 0 {
                if damaged == 0 { firstDamage = Int(epoch) + AWDHeader.lines + 1 }
                damaged += Int(blank)
                epoch += blank
                blank = 0
            }
            if !line.isCut, !text.contains(0), let row = AWDRow(text[...]) {
                let (passed, isTooLong) = epoch.multipliedReportingOverflow(by: header.epoch)
                let (stamp, isTooLate) = header.start.addingReportingOverflow(passed)
                guard !isTooLong, !isTooLate else { break }
                rows.append(stamp: stamp, [row.activity, row.second ?? .nan, row.isMarked ? 1 : 0])
                hasSecond = hasSecond || row.second != nil
            } else {
                if damaged == 0 { firstDamage = Int(epoch) + AWDHeader.lines + 1 }
                // Bytes without line ends were as many epochs as fit into them.
                let length = line.bytes.count + 1
                let before = Double(reader.consumed - length - first)
                let usual = epoch > 0 ? max(2, before / Double(epoch)) : 5
                let isForeign = line.isCut || text.contains(0)
                let lost = isForeign ? max(1, Int64((Double(length) / usual).rounded())) : 1
                damaged += Int(lost)
                epoch += lost - 1
            }
            epoch += 1
            if epoch & 0xFFF == 0 { options.progress?(Double(reader.consumed) / Double(max(1, file.size))) }
        }
        var losses: [Loss] = []
        if damaged > 0 {
            losses.append(
                Loss(
                    .damaged, count: Double(damaged), unit: .samples, channel: .counts,
                    detail:
                        "\(damaged) lines cannot be read, the first is line \(firstDamage); each takes the time of an epoch"
                ))
        }
        if reader.isBrokenOff {
            losses.append(
                Loss(
                    .truncated, count: 1, unit: .blocks,
                    detail: "the file ends inside a line: the copy broke off, and what followed is missing"))
        }
        return (rows, hasSecond, losses)
    }
}

/// One epoch: `count`, `count , value`, with ` M` behind where the button was pressed.
struct AWDRow {
    /// Counts of the epoch.
    let activity: Float
    /// What the model's second sensor measured; nil where there is none.
    let second: Float?
    /// Whether the wearer pressed the button.
    let isMarked: Bool

    /// Reads a line; nil when its count is no number.
    init?(_ line: ArraySlice<UInt8>) {
        var line = line
        while line.last == UInt8(ascii: " ") { line.removeLast() }
        isMarked = line.last == UInt8(ascii: "M") || line.last == UInt8(ascii: "m")
        if isMarked { line.removeLast() }
        let comma = line.firstIndex { $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: ";") }
        func number(_ part: ArraySlice<UInt8>) -> Float? { part.withUnsafeBufferPointer { CondorField.number($0) } }
        guard let activity = number(line[..<(comma ?? line.endIndex)]), activity >= 0 else { return nil }
        self.activity = activity
        second = comma.flatMap { number(line[($0 + 1)...]) }.flatMap { $0.isNaN ? nil : $0 }
    }
}
