import Signals

/// Reads a table by a map of its columns, row by row.
struct MappedTable {
    /// How instants are written.
    private enum Clock {
        /// Text, of this order where it is not told by each stamp.
        case wall(ActiwareDate.Order)
        /// Units since 1970, so many nanoseconds each.
        case since1970(Double)
    }

    private let name: String
    private let map: ColumnMap
    private let heading: TableHeading
    private let places: [ColumnMap.Role: [Int]]
    /// Places in a line of the values of a row, and what the channels take of them.
    private let fields: [Int]
    private let columns: [SampleRuns.Column]
    private let marker: Int?
    private let clock: Clock
    /// The first rows' commonest distance, in nanoseconds.
    private let step: Int64
    private let firstStamp: Int64
    private let firstOffset: Int?

    private static let looked = 2000
    private static let rowLimit = 50_000_000

    /// Looks at the heading and the first rows of `file`.
    /// - Throws: `Failure` where a column is not there, or no time can be read in it.
    init(_ file: RecordingFile, heading: TableHeading, map: ColumnMap) throws {
        (name, self.heading, self.map) = (file.name, heading, map)
        var places: [ColumnMap.Role: [Int]] = [:]
        for (role, names) in map.columns {
            places[role] = try names.map { column in
                guard let place = heading.place(of: column) else {
                    throw Failure(
                        .failed,
                        "\(file.name) has no column “\(column)”. Its columns are \(Self.list(heading.names)).")
                }
                return place
            }
        }
        self.places = places
        var fields: [Int] = []
        var columns: [SampleRuns.Column] = []
        func add(_ roles: [ColumnMap.Role], _ channel: Channel, _ axes: [String], _ unit: SignalUnit) {
            let found = roles.flatMap { places[$0] ?? [] }
            guard !found.isEmpty else { return }
            let first = fields.count
            fields += found
            columns.append(
                SampleRuns.Column(
                    channel: RecordedChannel(channel, axes: axes, unit: unit),
                    places: Array(first..<fields.count)))
        }
        add([.x, .y, .z], .acceleration, ["x", "y", "z"], .standardGravity)
        let counts = (map.columns[.counts] ?? []) + (places[.steps] == nil || places[.counts] == nil ? [] : ["steps"])
        let axes = counts.map { heading.place(of: $0).map { heading.names[$0].lowercased() } ?? $0.lowercased() }
        if places[.counts] != nil { add([.counts, .steps], .counts, axes, .count) }
        add([.light], .light, ["value"], .lux)
        add([.temperature], .temperature, ["value"], .celsius)
        add([.heartRate], .heartRate, ["value"], .perMinute)
        marker = places[.marker]?.first.map { _ in fields.count }
        fields += places[.marker] ?? []
        (self.fields, self.columns) = (fields, columns)
        let look = try Self.look(file, heading, places, map)
        (clock, step, firstStamp, firstOffset) = (look.clock, look.step, look.first, look.offset)
    }

    /// Names of columns for a message, no more than can be read.
    static func list(_ names: [String]) -> String {
        let shown = names.prefix(40).map { "“\($0.prefix(60))”" }.joined(separator: ", ")
        return names.count > 40 ? "\(shown) and \(names.count - 40) more" : shown
    }

    private static func look(
        _ file: RecordingFile, _ heading: TableHeading, _ places: [ColumnMap.Role: [Int]], _ map: ColumnMap
    ) throws -> (clock: Clock, step: Int64, first: Int64, offset: Int?) {
        var reader = try LineReader(file)
        for _ in 0..<heading.lines { _ = try reader.next() }
        var line = DelimitedLine(separator: heading.separator)
        var (texts, numbers): ([WallText], [Double]) = ([], [])
        var seen = 0
        while seen < looked, let next = try reader.next() {
            seen += 1
            next.bytes.withUnsafeBufferPointer { bytes in
                guard line.split(bytes), let field = time(line, bytes, places) else { return }
                if let text = WallText(field) {
                    texts.append(text)
                } else if let number = Double(String(decoding: field, as: UTF8.self)), number.isFinite {
                    numbers.append(number)
                }
            }
        }
        if numbers.count > texts.count, let first = numbers.first {
            let unit: Double? =
                switch abs(first) {
                case 1e8..<1e11: 1e9
                case 1e11..<1e14: 1e6
                case 1e14..<1e17: 1e3
                case 1e17..<9e18: 1
                default: nil
                }
            guard let unit else {
                throw Failure(
                    .failed, "The times of \(file.name) are no dates, and \(first) is no time since 1970 in any unit.")
            }
            let stamps = numbers.compactMap { Int64(exactly: ($0 * unit).rounded()) }
            return (.since1970(unit), try step(stamps, file), stamps.first ?? 0, 0)
        }
        guard let order = map.order.flatMap({ ColumnMap.orders[$0] }) ?? WallText.order(of: texts) else {
            throw Failure(
                .failed,
                "No time can be read in the column “\(map.columns[.time]?.first ?? "")” of \(file.name), below line "
                    + "\(heading.lines).")
        }
        let stamps = texts.compactMap { text in text.stamp(order).map { $0 - Int64(text.offset ?? 0) * 1_000_000_000 } }
        return (.wall(order), try step(stamps, file), stamps.first ?? 0, texts.first?.offset)
    }

    /// The distance of rows: their mean over the first ones, leaving out what is far from the commonest.
    private static func step(_ stamps: [Int64], _ file: RecordingFile) throws -> Int64 {
        let steps = zip(stamps, stamps.dropFirst()).map { $1.subtractingReportingOverflow($0).partialValue }.sorted()
        guard let middle = steps.isEmpty ? nil : steps[steps.count / 2] else { return 60_000_000_000 }
        guard middle > 0 else {
            throw Failure(
                .failed,
                "The times of \(file.name) do not tell one row from the next; export it with fractions of a second.")
        }
        let near = steps.filter { $0 > middle / 2 && $0 < middle.multipliedReportingOverflow(by: 2).partialValue }
        let sum = near.reduce(0.0) { $0 + Double($1) }
        return near.isEmpty ? middle : max(1, Int64(sum / Double(near.count)))
    }

    private static func time(
        _ line: DelimitedLine, _ bytes: UnsafeBufferPointer<UInt8>, _ places: [ColumnMap.Role: [Int]]
    ) -> [UInt8]? {
        guard let place = places[.time]?.first, place < line.fields.count else { return nil }
        let field = Array(bytes[line.fields[place]])
        guard let clock = places[.clock]?.first else { return field }
        return clock < line.fields.count ? field + [0x20] + Array(bytes[line.fields[clock]]) : nil
    }
}

extension MappedTable {
    /// Reads a row: its instant or wall-clock stamp, less its own offset, and its values.
    private func row(
        _ bytes: UnsafeBufferPointer<UInt8>, _ line: inout DelimitedLine, _ days: inout ISODay, _ values: inout [Float]
    )
        -> Int64?
    {
        guard line.split(bytes) else { return nil }
        var stamp: Int64?
        if firstOffset == nil, places[.clock] == nil, let place = places[.time]?.first, place < line.fields.count,
            case .wall = clock
        {
            stamp = days.stamp(UnsafeBufferPointer(rebasing: bytes[line.fields[place]]))
        }
        if stamp == nil, let field = Self.time(line, bytes, places) {
            switch clock {
            case .wall(let order):
                guard let text = WallText(field), (text.offset == nil) == (firstOffset == nil) else { return nil }
                stamp = text.stamp(order).map { $0 - Int64(text.offset ?? 0) * 1_000_000_000 }
            case .since1970(let unit):
                stamp = Double(String(decoding: field, as: UTF8.self)).flatMap { Int64(exactly: ($0 * unit).rounded()) }
            }
        }
        guard let stamp else { return nil }
        for (index, field) in fields.enumerated() {
            guard let number = line.number(field, bytes) else { return nil }
            // Of a sample each axis is there.
            if index < 3, map.isRaw, number.isNaN { return nil }
            values[index] = number
        }
        return stamp
    }

    /// The clock of stamps: that of UTC where they say their offset.
    private func wall(_ options: DecodeOptions) -> RecorderClock {
        firstOffset == nil ? RecorderClock(zone: options.zone, firstStamp: firstStamp) : RecorderClock(offset: 0)
    }

    /// Calls `body` with each row.
    /// - Returns: what could not be read.
    private func each(
        _ file: RecordingFile, _ options: DecodeOptions, _ body: (Int64, UnsafeBufferPointer<Float>) throws -> Void
    ) throws -> [Loss] {
        var reader = try LineReader(file)
        for _ in 0..<heading.lines { _ = try reader.next() }
        var (days, seen, damaged, told) = (ISODay(), heading.lines, DamagedLines(), 0)
        var line = DelimitedLine(separator: heading.separator)
        var values = [Float](repeating: .nan, count: fields.count)
        while true {
            try reader.eachReady { bytes in
                guard let stamp = row(bytes, &line, &days, &values) else { return false }
                seen += 1
                try values.withUnsafeBufferPointer { try body(stamp, $0) }
                return true
            }
            if reader.consumed - told > 1 << 20 {
                told = reader.consumed
                options.progress?(Double(told) / Double(max(1, file.size)))
            }
            guard let next = try reader.next() else { break }
            seen += 1
            guard next.isCut || !next.bytes.allSatisfy({ $0 <= 0x20 || $0 == heading.separator }) else { continue }
            let stamp = next.isCut ? nil : next.bytes.withUnsafeBufferPointer { row($0, &line, &days, &values) }
            if let stamp, reader.isLastWhole {
                try values.withUnsafeBufferPointer { try body(stamp, $0) }
            } else {
                damaged.add(seen)
            }
        }
        return damaged.losses(isBrokenOff: reader.isBrokenOff)
    }

    /// Decodes the table into `sink`: samples where the map names axes, else epochs.
    func decode(
        as format: String, device: DeviceIdentity, metadata: [String: String], _ file: RecordingFile,
        _ options: DecodeOptions, into sink: inout some RecordingSink
    ) throws -> RecordingSummary {
        guard map.isRaw else {
            var rows = EpochRows(columns: fields.count)
            let losses = try each(file, options) { stamp, row in
                guard rows.count < Self.rowLimit else {
                    throw Failure(.failed, "\(name) has more than \(Self.rowLimit) rows, which no recorder keeps.")
                }
                rows.append(stamp: stamp, row)
            }
            var table = EpochTable(
                rows: rows, channels: columns.map { ($0.channel, $0.places) }, marker: marker, device: device,
                metadata: metadata, losses: losses)
            if firstOffset != nil { table.zoneOffset = 0 }
            return try table.handOn(as: format, file, options, into: &sink)
        }
        let wall = wall(options)
        let scale = Float(ColumnMap.units[map.unit] ?? 1)
        let hertz = 1e9 / Double(step)
        var columns = columns
        for index in columns.indices { columns[index].channel.nominalRate = Self.usual(hertz) }
        var header = RecordingHeader(
            format: format, device: device, channels: columns.map(\.channel), zone: options.zone.name,
            metadata: metadata)
        try sink.begin(header)
        var runs = SampleRuns(
            columns, width: fields.count, hertz: hertz, device: device.deviceID, options: options)
        var scaled = [Float](repeating: 0, count: fields.count)
        let losses = try each(file, options) { stamp, row in
            let instant = wall.instant(stamp).nanoseconds
            guard scale != 1 else { return try runs.add(instant, row, into: &sink) }
            for index in row.indices { scaled[index] = index < 3 ? row[index] * scale : row[index] }
            try scaled.withUnsafeBufferPointer { try runs.add(instant, $0, into: &sink) }
        }
        try runs.flush(into: &sink)
        guard runs.collector.samples > 0 else {
            throw Failure(.failed, "\(name) holds no readable row below line \(heading.lines).")
        }
        options.progress?(1)
        for index in header.channels.indices { header.channels[index].observedRate = runs.collector.observedRate }
        return RecordingSummary(
            header: header, samples: runs.collector.samples, segments: runs.collector.segments,
            losses: losses + runs.ledger.losses)
    }

    /// The rate that a recorder was set to which shows `hertz`: a usual one within two percent, else itself.
    private static func usual(_ hertz: Double) -> Double {
        let usual = [6.25, 12.5, 20, 25, 30, 32, 40, 50, 60, 64, 75, 80, 85.7, 90, 100, 128, 200, 256, 400, 800]
        return usual.min { abs($0 - hertz) < abs($1 - hertz) }.flatMap { abs($0 / hertz - 1) < 0.02 ? $0 : nil }
            ?? hertz
    }
}
