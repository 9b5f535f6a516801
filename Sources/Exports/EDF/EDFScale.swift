/// The line that maps digital values to physical ones: digital × 2^-`bits` + `offset`, so that what a sensor gives in
/// fractions of a power of two is told to the last bit.
struct EDFScale: Hashable {
    /// Digital values lie within -32000 ... 32000, because 32000 × 2^-n has few digits for every n that there is.
    static let limit = 32_000
    /// A step is at least 2^-14 and at most 2^8: the limits of others do not fit into the 8 characters of a header.
    private static let finest = 14, coarsest = -8

    /// How fine a step is: 2^-bits.
    let bits: Int
    /// The physical value of zero.
    let offset: Int

    /// The finest scale for values between `least` and `greatest`; around zero unless another middle makes the step four
    /// times finer. Values beyond 8 million are told as 8,192,000.
    init(_ least: Float, _ greatest: Float) {
        let (least, greatest) = least <= greatest ? (Double(least), Double(greatest)) : (0, 0)
        let bits = Self.bits(for: max(abs(least), abs(greatest)), around: 0) ?? Self.coarsest
        let middle = ((least + greatest) / 2).rounded()
        if middle.magnitude < 9_000_000,
            let finer = Self.bits(for: max(greatest - middle, middle - least), around: middle),
            finer >= bits + 2
        {
            (self.bits, offset) = (finer, Int(middle))
        } else {
            (self.bits, offset) = (bits, 0)
        }
    }

    /// The finest step with which `reach` to either side of `middle` fits, and so do the limits into a header.
    private static func bits(for reach: Double, around middle: Double) -> Int? {
        (coarsest...finest).last { bits in
            let step = Self.step(bits)
            return reach <= Double(limit) * step && text(middle - 32_768 * step).utf8.count <= 8
                && text(middle + Double(limit) * step).utf8.count <= 8
        }
    }

    private static func step(_ bits: Int) -> Double { bits >= 0 ? 1 / Double(1 << bits) : Double(1 << -bits) }

    private static func text(_ value: Double) -> String { Int(exactly: value).map(String.init) ?? value.description }

    /// The physical distance of two neighbouring digital values.
    var step: Double { Self.step(bits) }
    /// The physical value of -32768, as text.
    var minimum: String { Self.text(Double(offset) - 32_768 * step) }
    /// The physical value of ``limit``, as text.
    var maximum: String { Self.text(Double(offset) + Double(Self.limit) * step) }
}
