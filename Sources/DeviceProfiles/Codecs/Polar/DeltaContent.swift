import Signals

/// Samples stored as one whole sample and blocks of differences to the one before (Polar BLE SDK, Online Measurement,
/// delta frames).
///
/// The whole sample has `sampleBytes` bytes per channel, little-endian. Each block is a bit width, a count of samples,
/// and `width * count * channels` bits, least significant first, channels beside each other, filled up to a byte. All
/// arithmetic wraps at 32 bits, as in the device.
struct DeltaContent: Hashable, Sendable {
    /// Values that one frame may hold: what a block of width 0 could blow up to is bounded by it.
    static let limit = 4096

    /// Values per sample, 1 ... 32.
    var channels: Int
    /// Bytes per value of the whole sample, 1 ... 4.
    var sampleBytes: Int

    /// A layout of samples.
    init(channels: Int, sampleBytes: Int) {
        self.channels = channels
        self.sampleBytes = sampleBytes
    }

    /// Samples in the content from byte `start` on; every block has been checked.
    /// - Throws: `DecodeError` for a content that ends inside the whole sample or a block, a width above 32, a block of
    ///   no samples, or more than ``limit`` values.
    func count(_ bytes: RawSpan, from start: Int) throws(DecodeError) -> Int {
        var offset = start &+ channels &* sampleBytes
        guard offset <= bytes.byteCount else {
            throw DecodeError(
                .truncated(needed: channels &* sampleBytes, available: bytes.byteCount &- start), at: start)
        }
        var count = 1
        while offset < bytes.byteCount {
            guard offset &+ 2 <= bytes.byteCount else {
                throw DecodeError(.truncated(needed: 2, available: 1), at: offset)
            }
            let width = Int(bytes.unsafeLoad(fromByteOffset: offset, as: UInt8.self))
            let size = Int(bytes.unsafeLoad(fromByteOffset: offset &+ 1, as: UInt8.self))
            guard width <= 32 else { throw DecodeError(.invalid("differences of \(width) bits"), at: offset) }
            guard size > 0 else { throw DecodeError(.invalid("a block of no samples"), at: offset &+ 1) }
            let length = (width &* size &* channels &+ 7) >> 3
            offset &+= 2
            guard length <= bytes.byteCount &- offset else {
                throw DecodeError(.truncated(needed: length, available: bytes.byteCount &- offset), at: offset)
            }
            offset &+= length
            count &+= size
            guard count &* channels <= Self.limit else {
                throw DecodeError(.invalid("more than \(Self.limit) values in a frame"), at: offset)
            }
        }
        return count
    }

    /// Decodes the `count` samples that ``count(_:from:)`` found; `convert` makes a value of the 32 bits of each.
    @inline(__always)
    func values(_ bytes: RawSpan, from start: Int, count: Int, convert: (Int32) -> Float) -> [Float] {
        let total = count &* channels
        return [Float](unsafeUninitializedCapacity: total) { buffer, written in
            guard let out = buffer.baseAddress else { return }
            bytes.withUnsafeBytes { raw in
                guard let input = raw.baseAddress else { return }
                decode(input, start, raw.count, into: out, total, convert)
            }
            written = total
        }
    }

    @inline(__always)
    func decode(
        _ input: UnsafeRawPointer, _ start: Int, _ end: Int, into out: UnsafeMutablePointer<Float>, _ total: Int,
        _ convert: (Int32) -> Float
    ) {
        withUnsafeTemporaryAllocation(of: Int32.self, capacity: channels) { state in
            var offset = start
            for channel in 0..<channels {
                var value: UInt32 = 0
                for index in 0..<sampleBytes {
                    value |= UInt32(input.load(fromByteOffset: offset &+ index, as: UInt8.self)) &<< UInt32(8 &* index)
                }
                offset &+= sampleBytes
                let shift = Int32(32 &- 8 &* sampleBytes)
                let sample = (Int32(bitPattern: value) &<< shift) &>> shift
                state[channel] = sample
                out[channel] = convert(sample)
            }
            var next = channels
            while next < total {
                let width = Int(input.load(fromByteOffset: offset, as: UInt8.self))
                let deltas = Int(input.load(fromByteOffset: offset &+ 1, as: UInt8.self)) &* channels
                offset &+= 2
                let length = (width &* deltas &+ 7) >> 3
                var bit = offset &* 8
                let drop = Int64(64 &- width)
                var channel = 0
                for index in 0..<deltas {
                    var delta: Int32 = 0
                    if width > 0 {
                        let at = bit >> 3
                        var word: UInt64
                        if at &+ 8 <= end {
                            word = UInt64(littleEndian: input.loadUnaligned(fromByteOffset: at, as: UInt64.self))
                        } else {
                            // Near the end a whole word would reach beyond the frame.
                            word = 0
                            for index in 0..<(end &- at) {
                                word |=
                                    UInt64(input.load(fromByteOffset: at &+ index, as: UInt8.self))
                                    << UInt64(8 &* index)
                            }
                        }
                        word &>>= UInt64(bit & 7)
                        delta = Int32(truncatingIfNeeded: (Int64(bitPattern: word) &<< drop) &>> drop)
                        bit &+= width
                    }
                    let value = state[channel] &+ delta
                    state[channel] = value
                    out[next &+ index] = convert(value)
                    channel = channel &+ 1 == channels ? 0 : channel &+ 1
                }
                offset &+= length
                next &+= deltas
            }
        }
    }
}
