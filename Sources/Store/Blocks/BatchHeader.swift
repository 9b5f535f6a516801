import Signals

/// What a block says of each of its batches, apart from values and stamps.
struct BatchHeader: Hashable {
    /// The number of samples in the batch.
    var count: Int
    /// The time line of a uniform batch; nil for a stamped one.
    var line: Timeline?
    var deviceTime: Int64?
    var received: Instant
    var sequence: Int64?

    init(_ batch: SampleBatch) {
        count = batch.count
        if case .uniform(let line) = batch.times { self.line = line }
        deviceTime = batch.deviceTime
        received = batch.received
        sequence = batch.sequence
    }

    /// Reads a header.
    /// - Throws: `DecodeError` for what ``write(to:)`` cannot have written.
    init(from cursor: inout ByteCursor) throws(DecodeError) {
        let flags = try cursor.little(UInt8.self)
        count = Int(try cursor.little(UInt32.self))
        received = Instant(nanoseconds: try cursor.little())
        if flags & 1 != 0 {
            let origin = Instant(nanoseconds: try cursor.little())
            let period = try cursor.little(Int64.self)
            guard period > 0 else { throw DecodeError(.invalid("a period of \(period)"), at: cursor.offset) }
            line = Timeline(origin: origin, fixedPeriod: period, firstIndex: try cursor.little())
        }
        if flags & 2 != 0 { deviceTime = try cursor.little() }
        if flags & 4 != 0 { sequence = try cursor.little() }
    }

    /// Appends the header.
    func write(to writer: inout ByteWriter) {
        writer.append((line != nil ? 1 : 0) | (deviceTime != nil ? 2 : 0) | (sequence != nil ? 4 : 0) as UInt8)
        writer.append(UInt32(clamping: count))
        writer.append(received.nanoseconds)
        if let line {
            writer.append(line.origin.nanoseconds)
            writer.append(line.period)
            writer.append(line.firstIndex)
        }
        if let deviceTime { writer.append(deviceTime) }
        if let sequence { writer.append(sequence) }
    }
}
