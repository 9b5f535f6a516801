import CEpochs

/// The sums over samples from which every motion measure follows.
///
/// Summation order is part of a result: sample `i` of a second is added in lane `i` modulo 8, lanes are added in
/// pairs at the end, seconds in their order. So the same samples give the same bits however they arrived.
enum MotionKernel {
    /// `|a| - 1` of one sample, in g.
    @inline(__always)
    static func excess(_ x: Float, _ y: Float, _ z: Float) -> Double {
        let (x, y, z) = (Double(x), Double(y), Double(z))
        return (x * x + y * y + z * z).squareRoot() - 1
    }

    /// Writes |a| - 1 of `count` samples of three axes into `excess`, in g, which has room for a multiple of eight, and gives
    /// its sum, the sum of its magnitudes, and whether all of it is at most `limit` (NaN is not).
    static func sums(
        of values: UnsafePointer<Float>, count: Int, into excess: UnsafeMutablePointer<Double>, limit: Double
    ) -> (signed: Double, magnitude: Double, isUsable: Bool) {
        var (signed, magnitude) = (0.0, 0.0)
        let isUsable = nightjar_motion_sums(values, count, limit, excess, &signed, &magnitude)
        return (signed, magnitude, isUsable)
    }

    /// The sum of `|excess - mean|`, for MAD.
    static func deviation(_ excess: UnsafePointer<Double>, count: Int, from mean: Double) -> Double {
        nightjar_motion_deviation(excess, count, mean)
    }
}
