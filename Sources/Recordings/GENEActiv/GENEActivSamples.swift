import CSamples

/// Turns hexadecimal digits into samples: twelve bits each of x, y and z, ten of light, one of the button, one spare.
enum GENEActivSamples {
    /// Whether all of `text` are hexadecimal digits.
    static func areDigits(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        let bytes = UnsafeRawBufferPointer(text)
        var place = 0
        var bad: UInt64 = 0
        while place + 8 <= bytes.count {
            bad |= others(bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self))
            place += 8
        }
        return bad == 0 && bytes[place...].allSatisfy { $0 &- 48 < 10 || ($0 | 0x20) &- 97 < 6 }
    }

    /// The top bit of each of eight bytes that is no hexadecimal digit.
    @inline(__always)
    private static func others(_ bytes: UInt64) -> UInt64 {
        let low: UInt64 = 0x7F7F_7F7F_7F7F_7F7F
        // Digits become 0 to 9 and letters 1 to 6; what is added then carries into the top bit beyond these.
        let decimal = (bytes ^ 0x3030_3030_3030_3030) & low
        let letter = ((bytes | 0x2020_2020_2020_2020) ^ 0x6060_6060_6060_6060) & low
        let noDecimal = decimal &+ 0x7676_7676_7676_7676
        let noLetter = (letter &+ 0x7979_7979_7979_7979) | ~(letter &+ low)
        return (noDecimal & noLetter | bytes) & ~low
    }

    /// Four bits each of eight digits, the first on top.
    @inline(__always)
    private static func bits(_ digits: UInt64) -> UInt64 {
        // Letters have bit 6 set and stand nine below their value.
        var word = (digits & 0x0F0F_0F0F_0F0F_0F0F) &+ (((digits >> 6) & 0x0101_0101_0101_0101) &* 9)
        word = (word | word >> 4) & 0x00FF_00FF_00FF_00FF
        word = (word | word >> 8) & 0x0000_FFFF_0000_FFFF
        return (word | word >> 16) & 0xFFFF_FFFF
    }

    /// Decodes `count` samples; false, with `target` in disorder, when a digit of them is none.
    /// - Parameters:
    ///   - digits: twelve for each sample.
    ///   - factor: g of one count, of x, y and z.
    ///   - shift: g to be added.
    ///   - target: room for `3 * count` floats.
    static func acceleration(
        _ digits: UnsafeRawPointer, count: Int, factor: SIMD4<Float>, shift: SIMD4<Float>,
        into target: UnsafeMutablePointer<Float>
    ) -> Bool {
        withUnsafeBytes(of: factor) { factor in
            withUnsafeBytes(of: shift) { shift in
                nightjar_samples_digits(
                    digits, count, factor.baseAddress?.assumingMemoryBound(to: Float.self),
                    shift.baseAddress?.assumingMemoryBound(to: Float.self), target)
            }
        }
    }

    /// The lowest twelve bits of `count` samples: light and button.
    static func rest(_ digits: UnsafeRawPointer, count: Int, into target: UnsafeMutablePointer<UInt16>) {
        for index in 0..<count {
            let last = digits.loadUnaligned(fromByteOffset: index * 12 + 4, as: UInt64.self)
            target[index] = UInt16(truncatingIfNeeded: bits(UInt64(bigEndian: last)) & 0xFFF)
        }
    }
}
