/// Turns the payload of a second of activity into floats.
enum GT3XSamples {
    /// How the samples of a record lie in its payload.
    enum Packing {
        /// Twelve bits each, most significant first, in the order y, x, z.
        case packedYXZ
        /// Twelve bits each, most significant first, in the order x, y, z.
        case packedXYZ
        /// Sixteen bits each, little-endian, in the order x, y, z.
        case words

        /// Whole samples in `count` bytes; an odd number of packed ones leaves half a byte.
        func samples(in count: Int) -> Int { self == .words ? count / 6 : count * 2 / 9 }
    }

    /// Decodes `count` samples as counts times `scale`.
    /// - Parameters:
    ///   - bytes: at least as many as `count` samples take.
    ///   - count: samples.
    ///   - scale: what one count is worth.
    ///   - target: room for `3 * count` floats, which become x, y, z of each sample.
    static func decode(
        _ packing: Packing, _ bytes: UnsafeRawBufferPointer, count: Int, scale: Float,
        into target: UnsafeMutablePointer<Float>
    ) {
        guard count > 0, let source = bytes.baseAddress else { return }
        switch packing {
        case .words:
            for index in 0..<(count * 3) {
                let raw = Int16(littleEndian: source.loadUnaligned(fromByteOffset: index * 2, as: Int16.self))
                target[index] = Float(raw) * scale
            }
        case .packedXYZ: unpack(source, count: count, scale: scale, first: 0, second: 1, into: target)
        case .packedYXZ: unpack(source, count: count, scale: scale, first: 1, second: 0, into: target)
        }
    }

    /// Pairs of samples are nine bytes; the last of an odd number is four and a half.
    private static func unpack(
        _ source: UnsafeRawPointer, count: Int, scale: Float, first: Int, second: Int,
        into target: UnsafeMutablePointer<Float>
    ) {
        var source = source
        var target = target
        for _ in 0..<(count / 2) {
            let word = UInt64(bigEndian: source.loadUnaligned(as: UInt64.self))
            let last = word << 8 | UInt64(source.load(fromByteOffset: 8, as: UInt8.self))
            target[first] = value(word >> 48) * scale
            target[second] = value(word >> 36) * scale
            target[2] = value(word >> 24) * scale
            target[3 + first] = value(word >> 12) * scale
            target[3 + second] = value(word) * scale
            target[5] = value(last << 4) * scale
            source += 9
            target += 3 * 2
        }
        guard count % 2 == 1 else { return }
        var word: UInt64 = 0
        for index in 0..<5 { word = word << 8 | UInt64(source.load(fromByteOffset: index, as: UInt8.self)) }
        target[first] = value(word >> 24) * scale
        target[second] = value(word >> 12) * scale
        target[2] = value(word) * scale
    }

    /// The signed twelve bits above the lowest four.
    private static func value(_ bits: UInt64) -> Float { Float(Int16(truncatingIfNeeded: bits) >> 4) }
}
