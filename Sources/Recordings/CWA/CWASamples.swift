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
        guard count > 0 else { return }
        // The three fields are converted where they stand in the word and their place is taken out by the scale,
        // so that no lane needs a shift of its own.
        let fields = SIMD4<UInt32>(0x3FF, 0xF_FC00, 0x3FF0_0000, 0)
        let signs = SIMD4<UInt32>(0x200, 0x8_0000, 0x2000_0000, 0)
        let scales = SIMD4<Float>(scale, scale / 1024, scale / 1_048_576, 1)
        let base = unsafeBitCast(scales, to: SIMD4<UInt32>.self)
        let out = UnsafeMutableRawPointer(target)
        for index in 0..<count {
            let word = UInt32(littleEndian: source.loadUnaligned(fromByteOffset: index * 4, as: UInt32.self))
            let placed = ((SIMD4(repeating: word) & fields) ^ signs) &- signs
            let integers = SIMD4<Int32>(truncatingIfNeeded: placed)
            let factors = unsafeBitCast(base &+ SIMD4(repeating: (word >> 30) << 23), to: SIMD4<Float>.self)
            let values = SIMD4<Float>(integers) * factors
            if index < count - 1 {
                out.storeBytes(of: values, toByteOffset: index * 12, as: SIMD4<Float>.self)
            } else {
                for axis in 0..<3 { target[index * 3 + axis] = values[axis] }
            }
        }
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
