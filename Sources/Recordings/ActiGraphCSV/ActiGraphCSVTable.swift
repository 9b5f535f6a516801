import Signals

/// The rows of an ActiGraph export.
struct ActiGraphCSVTable {
    private let file: RecordingFile
    private let heading: TableHeading
    private let header: ActiGraphCSVHeader?
    private let names: [String]
    /// Places in a line of date and time of day, or of both in one; nil for rows without a time.
    private let date: Int?
    private let time: Int?

    private static let rowLimit = 50_000_000
    /// More than any of these recorders measures, in g.
    private static let most: Float = 20

    /// - Throws: `Failure` where neither acceleration nor counts are among the columns.
    init(_ file: RecordingFile, heading: TableHeading, header: ActiGraphCSVHeader?) throws {
        (self.file, self.heading, self.header) = (file, heading, header)
        names = heading.names.map { name in name.lowercased().filter { !$0.isWhitespace && $0 != "_" } }
        date = names.firstIndex { ["timestamp", "datatimestamp", "date", "datetime"].contains($0) }
        time = names.firstIndex { ["time", "epoch"].contains($0) }
    }

    private func places(_ words: [String]) -> [Int] { words.compactMap { names.firstIndex(of: $0) } }

    private var axes: [Int] {
        let named = places(["accelerometerx", "accelerometery", "accelerometerz"])
        return named.isEmpty ? places(["x", "y", "z"]) : named
    }

    /// Hands everything on.
    func decode(_ options: DecodeOptions, into sink: inout some RecordingSink) throws -> RecordingSummary {
        if let header, header.epoch == 0 { return try samples(header, options, into: &sink) }
        return try epochs(options, into: &sink)
    }

    /// The stamp of a line: of the wall clock, or of UTC with the offset that it says; nil where it cannot be read.
    private func stamp(
        _ line: DelimitedLine, _ bytes: UnsafeBufferPointer<UInt8>, _ day: inout ISODay
    ) -> (stamp: Int64, offset: Int?)? {
        guard let date, date < line.fields.count else { return nil }
        let field = bytes[line.fields[date]]
        if time == nil, let stamp = day.stamp(UnsafeBufferPointer(rebasing: field)) { return (stamp, nil) }
        let text: WallText?
        if let time, time != date {
            guard time < line.fields.count else { return nil }
            text = WallText(date: field, time: bytes[line.fields[time]])
        } else {
            text = WallText(field)
        }
        // Tables of an .agd have its wall clock's times with a Z behind, which other programs put there.
        let isMarked = header == nil && text?.offset == 0
        guard let text, let stamp = text.stamp(header?.order ?? .monthFirst) ?? text.stamp(.yearFirst) else {
            return nil
        }
        return isMarked ? (stamp, nil) : (stamp - Int64(text.offset ?? 0) * 1_000_000_000, text.offset)
    }

    /// Calls `body` with the number of each row and its line, split; rows that it refuses are counted.
    private func each(
        _ options: DecodeOptions, _ body: (Int, UnsafeBufferPointer<UInt8>, DelimitedLine) throws -> Bool
    ) throws -> [Loss] {
        var reader = try LineReader(file)
        for _ in 0..<heading.lines { _ = try reader.next() }
        var line = DelimitedLine(separator: heading.separator)
        var (row, told, damaged) = (0, 0, DamagedLines())
        while true {
            try reader.eachReady { bytes in
                guard line.split(bytes), !line.fields.allSatisfy(\.isEmpty) else { return false }
                if try !body(row, bytes, line) { damaged.add(heading.lines + row + 1) }
                row += 1
                return true
            }
            if reader.consumed - told > 1 << 20 {
                told = reader.consumed
                options.progress?(Double(told) / Double(max(1, file.size)))
            }
            guard let next = try reader.next() else { break }
            let isRead = try next.bytes.withUnsafeBufferPointer { bytes -> Bool? in
                guard !next.isCut, line.split(bytes) else { return false }
                if line.fields.allSatisfy(\.isEmpty) { return nil }
                return try reader.isLastWhole && body(row, bytes, line)
            }
            guard let isRead else { continue }
            if !isRead { damaged.add(heading.lines + row + 1) }
            row += 1
        }
        return damaged.losses(isBrokenOff: reader.isBrokenOff)
    }
}

extension ActiGraphCSVTable {
    private func samples(
        _ header: ActiGraphCSVHeader, _ options: DecodeOptions, into sink: inout some RecordingSink
    ) throws -> RecordingSummary {
        let axes = axes
        guard axes.count == 3 else {
            throw Failure(
                .failed,
                "\(file.name) is an export of samples without three columns of acceleration: it has "
                    + "\(MappedTable.list(heading.names)).")
        }
        guard let rate = header.rate else {
            throw Failure(.failed, "The first line of \(file.name) does not say how many samples a second has.")
        }
        let wall = RecorderClock(zone: options.zone, firstStamp: header.start)
        let channel = RecordedChannel(
            .acceleration, axes: ["x", "y", "z"], unit: .standardGravity, nominalRate: Double(rate))
        var recording = RecordingHeader(
            format: ActiGraphCSV.name, device: header.device, channels: [channel], zone: options.zone.name,
            metadata: header.metadata)
        guard let grid = Timeline(origin: wall.instant(header.start), hertz: Double(rate)) else {
            throw Failure(.failed, "\(file.name) has no rate that can be used (\(rate) Hz).")
        }
        var runs = SampleRuns(
            [SampleRuns.Column(channel: channel, places: [0, 1, 2])], width: 3, hertz: Double(rate),
            device: header.device.deviceID, options: options)
        try sink.begin(recording)
        var day = ISODay()
        var (seen, large) = (0, 0)
        let name = file.name
        let losses = try each(options) { row, bytes, line in
            guard let x = line.number(axes[0], bytes), let y = line.number(axes[1], bytes),
                let z = line.number(axes[2], bytes), !x.isNaN, !y.isNaN, !z.isNaN
            else { return false }
            if seen < 1000 {
                seen += 1
                if max(abs(x), abs(y), abs(z)) > Self.most { large += 1 }
                guard seen < 1000 || large < 500 else { throw Self.foreignUnit(name) }
            }
            var instant = grid.instant(at: row).nanoseconds
            if date != nil {
                guard let found = stamp(line, bytes, &day), found.offset == nil else { return false }
                instant = wall.instant(found.stamp).nanoseconds
            }
            let values: InlineArray<3, Float> = [x, y, z]
            try values.span.withUnsafeBufferPointer { try runs.add(instant, $0, into: &sink) }
            return true
        }
        if seen > 0, large * 2 > seen { throw Self.foreignUnit(name) }
        try runs.flush(into: &sink)
        guard runs.collector.samples > 0 else {
            throw Failure(.failed, "\(file.name) holds no readable sample below line \(heading.lines).")
        }
        options.progress?(1)
        recording.channels[0].observedRate = runs.collector.observedRate
        return RecordingSummary(
            header: recording, samples: runs.collector.samples, segments: runs.collector.segments,
            losses: losses + runs.ledger.losses)
    }

    private static func foreignUnit(_ name: String) -> Failure {
        Failure(
            .failed,
            "\(name) holds numbers that are no accelerations in g (most are larger than \(most)): export it from ActiLife as "
                + "raw data in g.")
    }

    private func epochs(
        _ options: DecodeOptions, into sink: inout some RecordingSink
    ) throws -> RecordingSummary {
        var fields: [Int] = []
        var channels: [(channel: RecordedChannel, places: [Int])] = []
        func add(_ columns: [(word: String, axis: String)], _ channel: Channel, _ unit: SignalUnit) {
            let found = columns.filter { names.contains($0.word) }
            guard !found.isEmpty else { return }
            let first = fields.count
            fields += found.compactMap { names.firstIndex(of: $0.word) }
            channels.append(
                (RecordedChannel(channel, axes: found.map(\.axis), unit: unit), Array(first..<fields.count)))
        }
        let isOld = !names.contains("axis1") && names.contains("activity")
        add(
            [
                (isOld ? "activity" : "axis1", "axis1"), ("axis2", "axis2"), ("axis3", "axis3"),
                ("vectormagnitude", "vector_magnitude"), ("steps", "steps"),
            ], .counts, .count)
        guard channels.first?.channel.axes.contains(where: { $0 != "steps" }) == true else {
            throw Failure(
                .failed,
                "\(file.name) has no column Axis1: it has \(MappedTable.list(heading.names)). Export it with the counts."
            )
        }
        add([("hr", "value")], .heartRate, .perMinute)
        add([("lux", "value")], .light, .lux)
        add(
            AGDTable.inclinometer.map { ($0.lowercased(), $0) }
                + [
                    ("inclinometeroff", "inclineOff"), ("inclinometerstanding", "inclineStanding"),
                    ("inclinometersitting", "inclineSitting"), ("inclinometerlying", "inclineLying"),
                ], Channel(rawValue: "inclinometer"), SignalUnit(rawValue: "s"))
        var rows = EpochRows(columns: fields.count)
        rows.reserve(min(Self.rowLimit, file.size / 32))
        var day = ISODay()
        var values = [Float](repeating: .nan, count: fields.count)
        var offset: Int?
        let isStamped = date != nil
        let epoch = header.map { Int64($0.epoch) * 1_000_000_000 }
        let losses = try each(options) { row, bytes, line in
            var stamp = Int64(0)
            if isStamped {
                guard let found = self.stamp(line, bytes, &day),
                    rows.count == 0 || (found.offset == nil) == (offset == nil)
                else { return false }
                (stamp, offset) = (found.stamp, found.offset)
            } else if let header, let epoch {
                let (passed, isTooLong) = Int64(row).multipliedReportingOverflow(by: epoch)
                let (sum, isTooLate) = header.start.addingReportingOverflow(passed)
                guard !isTooLong, !isTooLate else { return false }
                stamp = sum
            } else {
                return false
            }
            for (index, field) in fields.enumerated() {
                guard let number = line.number(field, bytes) else { return false }
                values[index] = number
            }
            guard rows.count < Self.rowLimit else {
                throw Failure(.failed, "This export has more than \(Self.rowLimit) rows, which no recorder keeps.")
            }
            values.withUnsafeBufferPointer { rows.append(stamp: stamp, $0) }
            return true
        }
        var table = EpochTable(
            rows: rows, channels: channels,
            device: header?.device ?? DeviceIdentity(maker: "ActiGraph", model: "", serial: ""),
            metadata: header?.metadata ?? [:], losses: losses, epoch: epoch.flatMap { $0 > 0 ? $0 : nil })
        if offset != nil { table.zoneOffset = 0 }
        return try table.handOn(as: ActiGraphCSV.name, file, options, into: &sink)
    }
}
