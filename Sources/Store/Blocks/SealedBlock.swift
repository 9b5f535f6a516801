import Signals

/// A run of batches of one stream, compressed: one row of the store.
struct SealedBlock: Sendable {
    var device: DeviceID
    var channel: Channel
    var unit: SignalUnit
    var axes: Int
    /// The earliest and the latest instant in the block.
    var start: Instant
    var end: Instant
    /// The start of the newest batch in it.
    var newest: Instant
    var samples: Int
    /// Bytes before compression.
    var size: Int
    var body: [UInt8]

    /// A block of `batches`, which are of one stream; nil when they hold no sample.
    init?(_ batches: [SampleBatch]) throws(Failure) {
        let extents = batches.compactMap(\.extent)
        guard let first = batches.first, let start = extents.map(\.lowerBound).min(),
            let newest = extents.map(\.lowerBound).max(), let end = extents.map(\.upperBound).max()
        else { return nil }
        let bytes = SampleBlock.encode(batches, axes: first.axes)
        device = first.device
        channel = first.channel
        unit = first.unit
        axes = first.axes
        self.start = start
        self.end = end
        self.newest = newest
        samples = batches.reduce(0) { $0 + $1.count }
        size = bytes.count
        body = try Zstd.compress(bytes)
    }
}

/// What tells a batch from the others of its stream.
struct BatchKey: Hashable {
    /// The earliest instant, in nanoseconds since 1970.
    var start: Int64
    var sequence: Int64?
}

extension SampleBlock {
    /// The keys of the batches in `bytes`.
    static func keys(_ bytes: [UInt8], axes: Int) throws(DecodeError) -> Set<BatchKey> {
        let batches = try decode(
            bytes, device: DeviceID(rawValue: ""), channel: Channel(rawValue: ""), unit: .one, axes: axes)
        return Set(
            batches.compactMap { batch in
                batch.extent.map { BatchKey(start: $0.lowerBound.nanoseconds, sequence: batch.sequence) }
            })
    }
}
