/// Whole numbers of four lanes without a call of the C library for each, as long as they lie within 2⁵¹ of zero.
enum WholeLanes {
    /// The nearest whole number, of two the even one.
    @inline(__always)
    static func nearest(_ value: SIMD4<Double>) -> SIMD4<Double> {
        // The last bit of numbers this large is worth 1, so that the addition itself rounds.
        let large = SIMD4<Double>(repeating: 6_755_399_441_055_744)
        return (value + large) - large
    }

    /// Rounds down to a whole number.
    @inline(__always)
    static func down(_ value: SIMD4<Double>) -> SIMD4<Double> {
        let near = nearest(value)
        return near - SIMD4<Double>.zero.replacing(with: 1, where: near .> value)
    }
}
