import CSamples

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
        case .packedXYZ: nightjar_samples_twelve(source, count, false, scale, target)
        case .packedYXZ: nightjar_samples_twelve(source, count, true, scale, target)
        }
    }
}
