/// Single precision back to the double that a recorder's or a table's decimal number meant.
enum Decimals {
    private static let million = SIMD4<Double>(repeating: 1e6)

    /// The values as doubles: the nearest one of at most six decimals where that is the same single, else the single's
    /// own.
    ///
    /// ActiGraph writes thousandths of g; a table of them read in single precision gives the very doubles that other
    /// programs read.
    @inline(__always)
    static func exact(_ x: Float, _ y: Float, _ z: Float) -> SIMD4<Double> {
        let single = SIMD4<Float>(x, y, z, 0)
        let own = SIMD4<Double>(single)
        // Rounds to the nearest whole number; far beyond what any recorder gives, nothing changes.
        let large = SIMD4<Double>(repeating: 6_755_399_441_055_744)
        let decimal = ((own * million + large) - large) / million
        // Equal as singles; as doubles their masks fit.
        let isSame = SIMD4<Double>(SIMD4<Float>(decimal)) .== own
        return own.replacing(with: decimal, where: isSame)
    }
}
