/// The decimal floating point numbers of ISO/IEEE 11073-20601, annex F.
enum MedicalFloat {
    private static let powers: [Double] = (0...22).map { exponent in
        (0..<exponent).reduce(1.0) { power, _ in power * 10 }
    }

    /// SFLOAT: a mantissa of 12 bits and an exponent of 4; not a number for its special values.
    static func short(_ bits: UInt16) -> Double {
        // Not a number, not at this resolution, positive and negative infinity, reserved.
        if bits == 0x07FF || bits == 0x0800 || bits == 0x07FE || bits == 0x0802 || bits == 0x0801 { return .nan }
        let mantissa = Int16(bitPattern: bits << 4) >> 4
        return scaled(Double(mantissa), by: Int(Int16(bitPattern: bits) >> 12))
    }

    /// FLOAT: a mantissa of 24 bits and an exponent of 8; not a number for its special values.
    static func long(_ bits: UInt32) -> Double {
        if (0x007F_FFFE...0x0080_0002).contains(bits) { return .nan }
        let mantissa = Int32(bitPattern: bits << 8) >> 8
        return scaled(Double(mantissa), by: Int(Int32(bitPattern: bits) >> 24))
    }

    /// Exact to one rounding for exponents up to 22 either way; beyond, multiplied in steps.
    static func scaled(_ mantissa: Double, by exponent: Int) -> Double {
        var (value, left) = (mantissa, abs(exponent))
        while left > 0 {
            let step = min(left, powers.count - 1)
            value = exponent < 0 ? value / powers[step] : value * powers[step]
            left -= step
        }
        return value.isFinite ? value : .nan
    }
}
