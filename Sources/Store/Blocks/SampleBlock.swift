package import Signals

/// Batches of one stream as bytes, and back to the same bits: headers, then the stamps of all stamped batches, then
/// the values, each as planes, so that a compressor sees like beside like.
///
/// Layout: version `1`, number of batches (32 bits), the headers, stamps as `BytePlanes` of their steps, values as
/// `BytePlanes` per axis; all little-endian.
enum SampleBlock {
    private static let version: UInt8 = 1

    /// The bytes of `batches`, which are of one stream with `axes` values per sample.
    static func encode(_ batches: [SampleBatch], axes: Int) -> [UInt8] {
        var writer = ByteWriter()
        writer.append(version)
        writer.append(UInt32(clamping: batches.count))
        var stamps: [Int64] = []
        var values: [Float] = []
        for batch in batches {
            BatchHeader(batch).write(to: &writer)
            if case .stamped(let more) = batch.times { stamps += more }
            values += batch.values
        }
        writer.append(bytes: BytePlanes.split(steps: stamps))
        writer.append(bytes: BytePlanes.split(values[...], axes: axes))
        return writer.bytes
    }

    /// The batches in `bytes`, with what the stream says of all of them.
    /// - Throws: `DecodeError` for anything that ``encode(_:axes:)`` cannot have made.
    static func decode(
        _ bytes: [UInt8], device: DeviceID, channel: Channel, unit: SignalUnit, axes: Int
    ) throws(DecodeError) -> [SampleBatch] {
        guard axes > 0 else { throw DecodeError(.invalid("\(axes) values per sample"), at: 0) }
        var cursor = ByteCursor(bytes.span.bytes)
        let headers = try headers(&cursor)
        var samples = 0
        var stamped = 0
        for header in headers {
            // Each count fits 32 bits and there are fewer than 2³¹ headers: no overflow.
            samples += header.count
            if header.line == nil { stamped += header.count }
        }
        let (valueBytes, overflow) = samples.multipliedReportingOverflow(by: axes * 4)
        guard !overflow, cursor.remaining >= stamped * 8, cursor.remaining - stamped * 8 == valueBytes else {
            throw DecodeError(.invalid("the block's length does not fit its headers"), at: cursor.offset)
        }
        let split = cursor.offset + stamped * 8
        let stamps = BytePlanes.joinSteps(bytes[cursor.offset..<split], count: stamped)
        let values = BytePlanes.joinFloats(bytes[split...], samples: samples, axes: axes)
        var stamp = 0
        var value = 0
        return headers.map { header in
            defer {
                stamp += header.line == nil ? header.count : 0
                value += header.count * axes
            }
            return SampleBatch(
                device: device, channel: channel, unit: unit, axes: axes,
                values: Array(values[value..<(value + header.count * axes)]),
                times: header.line.map { .uniform($0) } ?? .stamped(Array(stamps[stamp..<(stamp + header.count)])),
                deviceTime: header.deviceTime, received: header.received, sequence: header.sequence)
        }
    }

    private static func headers(_ cursor: inout ByteCursor) throws(DecodeError) -> [BatchHeader] {
        let found = try cursor.little(UInt8.self)
        guard found == version else { throw DecodeError(.unsupported("a block of version \(found)"), at: 0) }
        let count = Int(try cursor.little(UInt32.self))
        var headers: [BatchHeader] = []
        for _ in 0..<count { headers.append(try BatchHeader(from: &cursor)) }
        return headers
    }
}

extension SampleBatch {
    /// The earliest and the latest instant; nil for a batch without samples. Stamps may be out of order.
    package var extent: ClosedRange<Instant>? {
        guard count > 0 else { return nil }
        switch times {
        case .uniform(let line): return line.instant(at: 0)...line.instant(at: count - 1)
        case .stamped(let stamps):
            guard let first = stamps.min(), let last = stamps.max() else { return nil }
            return Instant(nanoseconds: first)...Instant(nanoseconds: last)
        }
    }
}
