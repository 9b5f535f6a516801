/// Intervals resampled to an even grid of time, for spectra.
enum EvenRhythm {
    /// Samples at most: a year at 4 Hz.
    private static let most = 126_144_000.0

    /// `rr`, in ms, interpolated linearly at 0, 1/rate, ... s after the first beat, up to and without the last one.
    static func samples(_ rr: [Double], rate: Double) -> [Double] {
        let duration = rr.dropFirst().reduce(0, +) / 1000
        let count = (duration * rate).rounded(.up)
        guard count >= 1, count < most else { return [] }
        var samples: [Double] = []
        samples.reserveCapacity(Int(count))
        var beat = 0
        // Times are sums from the first interval on, so that they round as a running sum does.
        var sum = rr[0]
        var (before, after) = (0.0, 0.0)
        let origin = rr[0] / 1000
        while samples.count < Int(count) {
            let time = Double(samples.count) / rate
            while beat + 1 < rr.count, after <= time {
                beat += 1
                sum += rr[beat]
                (before, after) = (after, sum / 1000 - origin)
            }
            guard time < after else { break }
            let slope = (rr[beat] - rr[beat - 1]) / (after - before)
            samples.append(rr[beat - 1] + slope * (time - before))
        }
        return samples
    }
}
