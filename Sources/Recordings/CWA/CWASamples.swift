import CSamples

/// Turns the sample bytes of a sector into floats. Every step is a power of two or exact in a float.
enum CWASamples {
    /// Ten-bit values with a common exponent.
    /// - Parameters:
    ///   - source: `count` words of 32 bits.
    ///   - scale: g of one step; a power of two.
    ///   - target: room for `3 * count` floats.
    static func unpack(
        _ source: UnsafeRawPointer, count: Int, scale: Float, into target: UnsafeMutablePointer<Float>
    ) {
        nightjar_unpack_triples(source, count, scale, target)
    }

    /// Three 16-bit values in each `stride` bytes.
    static func convert(
        _ source: UnsafeRawPointer, count: Int, stride: Int, scale: Float, into target: UnsafeMutablePointer<Float>
    ) {
        if stride == 6 {
            for index in 0..<(count * 3) {
                let raw = Int16(littleEndian: source.loadUnaligned(fromByteOffset: index * 2, as: Int16.self))
                target[index] = Float(raw) * scale
            }
            return
        }
        for index in 0..<count {
            for axis in 0..<3 {
                let raw = source.loadUnaligned(fromByteOffset: index * stride + axis * 2, as: Int16.self)
                target[index * 3 + axis] = Float(Int16(littleEndian: raw)) * scale
            }
        }
    }
}
