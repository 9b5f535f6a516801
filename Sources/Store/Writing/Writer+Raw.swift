import Signals

/// A stream of a source, as a key of the writer's cache.
struct StreamKey: Hashable {
    var source: Int64
    var channel: Channel
    var unit: SignalUnit
    var axes: Int
}

/// The writer's state of one stream.
struct StreamState {
    var id: Int64
    /// The start of the newest batch; nil before any.
    var newest: Int64?
    /// The longest block so far, in nanoseconds.
    var longest: Int64
    /// Batches, bytes, first start and last end of what is not in a block yet.
    var tailCount = 0
    var tailBytes = 0
    var tailStart = Int64.max
    var tailEnd = Int64.min

    /// Whether the tail is worth a block: half a minute of motion, some minutes of beats, an hour of anything that is
    /// more than now and then.
    var isRipe: Bool {
        guard tailCount > 0 else { return false }
        let span = tailEnd &- tailStart
        return tailBytes >= 65_536 || tailCount >= 600 || (tailCount >= 60 && span >= 3_600_000_000_000)
            || (tailBytes >= 8192 && span >= 30_000_000_000)
    }
}

/// The statements for raw samples.
final class RawStatements {
    let findStream: Statement
    let addStream: Statement
    let tailState: Statement
    let addBatch: Statement
    let tail: Statement
    let clearTail: Statement
    let addBlock: Statement
    let lengthen: Statement
    let blocksAround: Statement

    init(_ connection: borrowing Connection) throws(SQLiteError) {
        findStream = try connection.prepare(
            "SELECT id, longest, newest FROM stream WHERE source = ?1 AND channel = ?2 AND unit = ?3 AND axes = ?4")
        addStream = try connection.prepare("INSERT INTO stream (source, channel, unit, axes) VALUES (?1, ?2, ?3, ?4)")
        tailState = try connection.prepare(
            "SELECT count(*), sum(length(body)), min(start), max(end), max(start) FROM raw_batch WHERE stream = ?1")
        addBatch = try connection.prepare(
            """
            INSERT INTO raw_batch (stream, start, sequence, end, samples, body) VALUES (?1, ?2, ?3, ?4, ?5, ?6)
            ON CONFLICT (stream, start, sequence) DO NOTHING
            """)
        tail = try connection.prepare("SELECT body FROM raw_batch WHERE stream = ?1 ORDER BY start, sequence")
        clearTail = try connection.prepare("DELETE FROM raw_batch WHERE stream = ?1")
        addBlock = try connection.prepare(
            "INSERT INTO raw_block (stream, start, end, samples, size, body) VALUES (?1, ?2, ?3, ?4, ?5, ?6)")
        lengthen = try connection.prepare("UPDATE stream SET longest = ?2, newest = ?3 WHERE id = ?1")
        blocksAround = try connection.prepare(
            """
            SELECT id, size, body FROM raw_block
            WHERE stream = ?1 AND start <= ?2 AND start >= ?3 AND end >= ?2
            """)
    }
}

extension Writer {
    /// Keeps a live batch: in the tail at once, in a block later. One that is there already changes nothing.
    func keep(_ batch: SampleBatch) throws {
        guard let extent = batch.extent else { return }
        if DayFigures.channels.contains(batch.channel) {
            try outdateDays(at: [extent.lowerBound, extent.upperBound])
            // Whether a figure is a count that goes on shows by those of its whole day.
            let range = SampleChange.hours(extent.lowerBound, extent.upperBound, before: 32, after: 32)
            try note(SampleChange(subject: .device(batch.device), type: batch.channel.rawValue, range: range))
        }
        let row = try source(batch.device, .live, at: extent.upperBound)
        let key = StreamKey(source: row, channel: batch.channel, unit: batch.unit, axes: batch.axes)
        for piece in batch.pieces { try keep(piece, in: key) }
    }

    private func keep(_ batch: SampleBatch, in key: StreamKey) throws {
        guard let extent = batch.extent else { return }
        var state = try stream(key)
        let start = extent.lowerBound.nanoseconds
        if let newest = state.newest, start <= newest, try isInBlock(batch, start: start, of: state, key) {
            duplicates += 1
            return
        }
        let body = SampleBlock.encode([batch], axes: batch.axes)
        raw.addBatch.bind(1, state.id)
        raw.addBatch.bind(2, start)
        raw.addBatch.bind(3, batch.sequence ?? .min)
        raw.addBatch.bind(4, extent.upperBound.nanoseconds)
        raw.addBatch.bind(5, batch.count)
        raw.addBatch.bind(6, body)
        try raw.addBatch.run()
        guard connection.changes > 0 else {
            duplicates += 1
            return
        }
        state.tailCount += 1
        state.tailBytes += body.count
        state.tailStart = min(state.tailStart, start)
        state.tailEnd = max(state.tailEnd, extent.upperBound.nanoseconds)
        state.newest = max(state.newest ?? start, start)
        if state.isRipe { try seal(&state, key) }
        streams[key] = state
    }

    /// Stores a block of an import.
    func keep(_ block: SealedBlock, _ origin: Origin) throws(SQLiteError) {
        let row = try source(block.device, origin, at: block.end)
        let key = StreamKey(source: row, channel: block.channel, unit: block.unit, axes: block.axes)
        var state = try stream(key)
        try keep(block, in: &state)
        streams[key] = state
    }

    func keep(_ block: SealedBlock, in state: inout StreamState) throws(SQLiteError) {
        raw.addBlock.bind(1, state.id)
        raw.addBlock.bind(2, block.start.nanoseconds)
        raw.addBlock.bind(3, block.end.nanoseconds)
        raw.addBlock.bind(4, block.samples)
        raw.addBlock.bind(5, block.size)
        raw.addBlock.bind(6, block.body)
        try raw.addBlock.run()
        state.longest = max(state.longest, block.end.nanoseconds(since: block.start))
        state.newest = max(state.newest ?? .min, block.newest.nanoseconds)
        raw.lengthen.bind(1, state.id)
        raw.lengthen.bind(2, state.longest)
        raw.lengthen.bind(3, state.newest)
        try raw.lengthen.run()
    }

    /// Whether a block holds the batch already: same start, same sequence.
    private func isInBlock(
        _ batch: SampleBatch, start: Int64, of state: StreamState, _ key: StreamKey
    ) throws -> Bool {
        raw.blocksAround.bind(1, state.id)
        raw.blocksAround.bind(2, start)
        raw.blocksAround.bind(3, start.subtractingClamped(state.longest))
        defer { raw.blocksAround.reset() }
        while try raw.blocksAround.step() {
            let id = raw.blocksAround.integer(0)
            // A replay asks for the same block again and again.
            if lastBlock?.id != id {
                let bytes = try Zstd.decompress(raw.blocksAround.bytes(2), size: Int(raw.blocksAround.integer(1)))
                lastBlock = (id, try SampleBlock.keys(bytes, axes: key.axes))
            }
            if lastBlock?.keys.contains(BatchKey(start: start, sequence: batch.sequence)) == true { return true }
        }
        return false
    }

    private func stream(_ key: StreamKey) throws(SQLiteError) -> StreamState {
        if let known = streams[key] { return known }
        raw.findStream.bind(1, key.source)
        raw.findStream.bind(2, key.channel.rawValue)
        raw.findStream.bind(3, key.unit.rawValue)
        raw.findStream.bind(4, key.axes)
        var state: StreamState
        if try raw.findStream.step() {
            state = StreamState(
                id: raw.findStream.integer(0), newest: raw.findStream.integerOrNil(2),
                longest: raw.findStream.integer(1))
            raw.findStream.reset()
        } else {
            raw.findStream.reset()
            raw.addStream.bind(1, key.source)
            raw.addStream.bind(2, key.channel.rawValue)
            raw.addStream.bind(3, key.unit.rawValue)
            raw.addStream.bind(4, key.axes)
            try raw.addStream.run()
            state = StreamState(id: connection.lastRow, newest: nil, longest: 0)
        }
        try readTail(of: &state)
        streams[key] = state
        return state
    }

    private func readTail(of state: inout StreamState) throws(SQLiteError) {
        raw.tailState.bind(1, state.id)
        defer { raw.tailState.reset() }
        guard try raw.tailState.step(), raw.tailState.integer(0) > 0 else { return }
        state.tailCount = Int(raw.tailState.integer(0))
        state.tailBytes = Int(raw.tailState.integer(1))
        state.tailStart = raw.tailState.integer(2)
        state.tailEnd = raw.tailState.integer(3)
        state.newest = max(state.newest ?? .min, raw.tailState.integer(4))
    }
}

extension SampleBatch {
    /// The batch in pieces of at most 16 384 samples, so that no block grows without bound; the same pieces each
    /// time.
    var pieces: [SampleBatch] {
        let most = 16_384
        guard count > most else { return [self] }
        return stride(from: 0, to: count, by: most).map { slice($0..<min($0 + most, count)) }
    }
}

extension Int64 {
    /// The difference, or the least number where it would be below that.
    func subtractingClamped(_ other: Int64) -> Int64 {
        let (difference, overflow) = subtractingReportingOverflow(other)
        return overflow ? .min : difference
    }
}
