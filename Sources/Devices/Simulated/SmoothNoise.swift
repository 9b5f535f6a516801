/// A smooth random function of time with deviation of about one: normal values on a lattice with a cosine-like blend
/// between them. Any instant can be asked for without the ones before it.
struct SmoothNoise {
    var seed: UInt64
    /// Seconds between lattice points.
    var period: Double

    func value(at seconds: Double) -> Double {
        let place = seconds / period
        let index = place.rounded(.down)
        let fraction = place - index
        let blend = fraction * fraction * (3 - 2 * fraction)
        // Between lattice points the mixture is narrower than at them: 1.2 makes up for most of it.
        return (lattice(Int64(index)) * (1 - blend) + lattice(Int64(index) + 1) * blend) * 1.2
    }

    private func lattice(_ index: Int64) -> Double {
        var random = SplitMix64(seed: seed, index)
        return random.gaussian()
    }
}
