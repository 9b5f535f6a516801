/// The sums over samples from which every motion measure follows.
///
/// Summation order is part of a result: sample `i` of a second is added in lane `i` modulo 8, lanes are added in
/// pairs at the end, seconds in their order. So the same samples give the same bits however they arrived.
enum MotionKernel {
    typealias Lanes = SIMD8<Double>

    /// Writes |a| - 1 of `count` samples of three axes into `excess`, in g.
    static func excess(of values: UnsafePointer<Float>, count: Int, into excess: UnsafeMutablePointer<Double>) {
        for index in 0..<count {
            excess[index] = Self.excess(values[3 * index], values[3 * index + 1], values[3 * index + 2])
        }
    }

    /// `|a| - 1` of one sample, in g.
    @inline(__always)
    static func excess(_ x: Float, _ y: Float, _ z: Float) -> Double {
        let (x, y, z) = (Double(x), Double(y), Double(z))
        return (x * x + y * y + z * z).squareRoot() - 1
    }

    /// The sum of `excess`, the sum of its magnitudes, and whether all of it is at most `limit` (NaN is not).
    static func sums(
        _ excess: UnsafePointer<Double>, count: Int, limit: Double
    ) -> (signed: Double, magnitude: Double, isUsable: Bool) {
        var signed = Lanes.zero
        var magnitude = Lanes.zero
        var isUsable = SIMDMask<SIMD8<Int64>>(repeating: true)
        forEachEight(excess, count: count, padding: 0) { value in
            signed += value
            magnitude += Self.magnitude(value)
            isUsable = isUsable .& (value .<= limit)
        }
        return (sum(signed), sum(magnitude), all(isUsable))
    }

    /// The sum of `|excess - mean|`, for MAD.
    static func deviation(_ excess: UnsafePointer<Double>, count: Int, from mean: Double) -> Double {
        var total = Lanes.zero
        let center = Lanes(repeating: mean)
        forEachEight(excess, count: count, padding: mean) { value in total += magnitude(value - center) }
        return sum(total)
    }

    @inline(__always)
    private static func forEachEight(
        _ values: UnsafePointer<Double>, count: Int, padding: Double, _ body: (Lanes) -> Void
    ) {
        let raw = UnsafeRawPointer(values)
        let whole = count & ~7
        var index = 0
        while index < whole {
            body(raw.loadUnaligned(fromByteOffset: index * 8, as: Lanes.self))
            index += 8
        }
        guard whole < count else { return }
        var rest = Lanes(repeating: padding)
        for index in whole..<count { rest[index - whole] = values[index] }
        body(rest)
    }

    @inline(__always)
    private static func magnitude(_ value: Lanes) -> Lanes {
        let bits = unsafeBitCast(value, to: SIMD8<UInt64>.self) & SIMD8(repeating: ~(1 << 63))
        return unsafeBitCast(bits, to: Lanes.self)
    }

    @inline(__always)
    private static func sum(_ lanes: Lanes) -> Double {
        let four = lanes.lowHalf + lanes.highHalf
        let two = four.lowHalf + four.highHalf
        return two.x + two.y
    }
}
