package import Signals

extension Store {
    /// Hands the raw samples of a channel in `start ..< end` to `body`, batch by batch in time, to the same bits as
    /// they came in; batches are cut at the ends of the range. Memory stays flat whatever the range.
    /// - Parameters:
    ///   - device: whose samples.
    ///   - channel: of which channel.
    ///   - start: the earliest instant.
    ///   - end: the end of the range, exclusive.
    ///   - recording: the recording to read from; nil for what came in live.
    ///   - body: takes each batch.
    package func forEachBatch(
        of device: DeviceID, channel: Channel, from start: Instant, to end: Instant, recording: RecordingID? = nil,
        _ body: (SampleBatch) throws -> Void
    ) throws(Failure) {
        try readers.read { connection in
            guard let source = try connection.source(of: device, recording: recording) else { return }
            let streams = try connection.prepare(Queries.streams)
            streams.bind(1, source)
            streams.bind(2, channel.rawValue)
            while try streams.step() {
                let stream = RawStream(
                    id: streams.integer(0), device: device, channel: channel,
                    unit: SignalUnit(rawValue: streams.text(1)), axes: Int(streams.integer(2)),
                    longest: streams.integer(3))
                try connection.forEachBatch(of: stream, from: start, to: end) { batch in
                    for part in batch.parts(from: start, to: end) { try body(part) }
                }
            }
        }
    }

    /// The channels of which samples are kept, with their units and numbers of axes, in order of name.
    /// - Parameters:
    ///   - device: the device that measured them.
    ///   - recording: the recording that they are of; nil for what came in live.
    package func channels(
        of device: DeviceID, recording: RecordingID?
    ) throws(Failure) -> [(channel: Channel, unit: SignalUnit, axes: Int)] {
        try readers.read { connection in
            guard let source = try connection.source(of: device, recording: recording) else { return [] }
            let rows = try connection.prepare(Queries.channels)
            rows.bind(1, source)
            var channels: [(channel: Channel, unit: SignalUnit, axes: Int)] = []
            while try rows.step() {
                channels.append(
                    (Channel(rawValue: rows.text(0)), SignalUnit(rawValue: rows.text(1)), Int(rows.integer(2))))
            }
            return channels
        }
    }

    /// The raw samples of a channel in `start ..< end`; see ``forEachBatch(of:channel:from:to:recording:_:)`` for
    /// long ranges.
    package func raw(
        of device: DeviceID, channel: Channel, from start: Instant, to end: Instant, recording: RecordingID? = nil
    ) throws(Failure) -> [SampleBatch] {
        var batches: [SampleBatch] = []
        try forEachBatch(of: device, channel: channel, from: start, to: end, recording: recording) {
            batches.append($0)
        }
        return batches
    }
}

/// A stream of raw samples.
struct RawStream {
    var id: Int64
    var device: DeviceID
    var channel: Channel
    var unit: SignalUnit
    var axes: Int
    /// The longest span of a block, in nanoseconds.
    var longest: Int64

    func decode(_ bytes: [UInt8]) throws(DecodeError) -> [SampleBatch] {
        try SampleBlock.decode(bytes, device: device, channel: channel, unit: unit, axes: axes)
    }
}

extension Connection {
    /// The source of a device that readers may see; nil for none.
    borrowing func source(of device: DeviceID, recording: RecordingID?) throws(SQLiteError) -> Int64? {
        let statement = try prepare(
            """
            SELECT source.id FROM device JOIN source ON source.device = device.id
            WHERE device.name = ?1 AND ifnull(source.recording, 0) = ?2 AND source.state = 0
            """)
        statement.bind(1, device.rawValue)
        statement.bind(2, recording?.rawValue ?? 0)
        return try statement.step() ? statement.integer(0) : nil
    }

    /// The batches of a stream that touch the range: those of blocks, then those of the tail, which is later but for
    /// what came out of order.
    borrowing func forEachBatch(
        of stream: RawStream, from start: Instant, to end: Instant, _ body: (SampleBatch) throws -> Void
    ) throws {
        let late = try tail(of: stream, from: start, to: end)
        var next = late.startIndex
        let blocks = try prepare(Queries.blocks)
        blocks.bind(1, stream.id)
        blocks.bind(2, start.nanoseconds.subtractingClamped(stream.longest))
        blocks.bind(3, start.nanoseconds)
        blocks.bind(4, end.nanoseconds)
        while try blocks.step() {
            let bytes = try Zstd.decompress(blocks.bytes(1), size: Int(blocks.integer(0)))
            for batch in try stream.decode(bytes) {
                while next < late.endIndex, late[next].begins(before: batch) {
                    try body(late[next])
                    next += 1
                }
                try body(batch)
            }
        }
        for batch in late[next...] { try body(batch) }
    }

    private borrowing func tail(of stream: RawStream, from start: Instant, to end: Instant) throws -> [SampleBatch] {
        let rows = try prepare(Queries.tail)
        rows.bind(1, stream.id)
        rows.bind(2, end.nanoseconds)
        rows.bind(3, start.nanoseconds)
        var batches: [SampleBatch] = []
        while try rows.step() { batches += try stream.decode(rows.bytes(0)) }
        return batches
    }
}

extension SampleBatch {
    fileprivate func begins(before other: SampleBatch) -> Bool {
        guard let mine = extent?.lowerBound, let theirs = other.extent?.lowerBound else { return true }
        return mine < theirs
    }

    /// The runs of samples that lie in `start ..< end`; one unless stamps are out of order.
    package func parts(from start: Instant, to end: Instant) -> [SampleBatch] {
        guard let extent, extent.lowerBound < end, extent.upperBound >= start else { return [] }
        if extent.lowerBound >= start, extent.upperBound < end { return [self] }
        switch times {
        case .uniform(let line):
            let first = max(0, line.index(atOrAfter: start))
            let last = min(count, line.index(atOrAfter: end))
            return first < last ? [slice(first..<last)] : []
        case .stamped(let stamps):
            var parts: [SampleBatch] = []
            var first: Int?
            for (index, stamp) in stamps.enumerated() {
                let isInside = stamp >= start.nanoseconds && stamp < end.nanoseconds
                if isInside { first = first ?? index }
                if !isInside, let begun = first {
                    parts.append(slice(begun..<index))
                    first = nil
                }
            }
            if let first { parts.append(slice(first..<count)) }
            return parts
        }
    }
}
