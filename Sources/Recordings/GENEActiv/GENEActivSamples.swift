import CSamples

/// Turns hexadecimal digits into samples: twelve bits each of x, y and z, ten of light, one of the button, one spare.
enum GENEActivSamples {
    /// Decodes `count` samples; false, with `target` and `rest` in disorder, when a digit of them is none.
    /// - Parameters:
    ///   - digits: twelve for each sample.
    ///   - factor: g of one count, of x, y and z.
    ///   - shift: g to be added.
    ///   - target: room for `3 * count` floats.
    ///   - rest: room for the lowest twelve bits of each: ten of light, the button's and a spare one.
    static func decode(
        _ digits: UnsafeRawPointer, count: Int, factor: SIMD4<Float>, shift: SIMD4<Float>,
        into target: UnsafeMutablePointer<Float>, rest: UnsafeMutablePointer<UInt16>
    ) -> Bool {
        withUnsafeBytes(of: factor) { factor in
            withUnsafeBytes(of: shift) { shift in
                nightjar_samples_digits(
                    digits, count, factor.baseAddress?.assumingMemoryBound(to: Float.self),
                    shift.baseAddress?.assumingMemoryBound(to: Float.self), target, rest)
            }
        }
    }
}
