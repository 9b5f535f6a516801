import Glibc
package import Signals

/// What a breathing exercise did to a heart: how far its rate swung with each breath, and how much of its variation was
/// at the pace of breathing. Neither is a load.
package struct BreathingScore: Hashable, Sendable {
    /// The algorithm and its version.
    package static let method = Method("paced-breathing", version: 1)

    /// Mean difference between the highest and the lowest heart rate of a breath, per minute.
    package var peakToTrough: Double
    /// Power of the intervals between beats at the pace of breathing, in ms².
    package var power: Double
    /// Mean heart rate, per minute.
    package var heartRate: Double
    /// Breaths with enough beats to be scored.
    package var breaths: Int

    /// Scores beats of an exercise.
    /// - Parameters:
    ///   - beats: times, and intervals before them in ms; only good ones.
    ///   - interval: of the exercise.
    ///   - cycle: seconds of one breath.
    /// - Returns: nil with fewer than two breaths of at least four beats.
    package init?(beats: [(time: Instant, rr: Double)], during interval: Range<Instant>, cycle: Double) {
        let inside = beats.filter {
            interval.contains($0.time) && $0.rr > 250 && $0.rr < 2500 && $0.rr.isFinite
        }
        guard cycle > 0, inside.count >= 8 else { return nil }
        var swings: [Double] = []
        var start = interval.lowerBound
        while start.advanced(bySeconds: cycle) <= interval.upperBound {
            let end = start.advanced(bySeconds: cycle)
            let rates = inside.lazy.filter { $0.time >= start && $0.time < end }.map { 60_000 / $0.rr }
            if rates.count >= 4, let highest = rates.max(), let lowest = rates.min() { swings.append(highest - lowest) }
            start = end
        }
        guard swings.count >= 2 else { return nil }
        peakToTrough = swings.reduce(0, +) / Double(swings.count)
        breaths = swings.count
        heartRate = 60_000 * Double(inside.count) / inside.reduce(0) { $0 + $1.rr }
        power = Self.power(of: inside, from: interval.lowerBound, at: 1 / cycle)
    }

    /// Half the square of the amplitude of the best sine of that frequency, least squares with mean and slope taken out.
    private static func power(of beats: [(time: Instant, rr: Double)], from start: Instant, at frequency: Double)
        -> Double
    {
        let times = beats.map { $0.time.seconds(since: start) }
        let count = Double(beats.count)
        let meanTime = times.reduce(0, +) / count
        let mean = beats.reduce(0) { $0 + $1.rr } / count
        var (covariance, variance) = (0.0, 0.0)
        for (time, beat) in zip(times, beats) {
            covariance += (time - meanTime) * (beat.rr - mean)
            variance += (time - meanTime) * (time - meanTime)
        }
        let slope = variance > 0 ? covariance / variance : 0
        // Lomb's time shift makes sine and cosine orthogonal on uneven times.
        let omega = 2 * Double.pi * frequency
        let sines = times.reduce(0) { $0 + sin(2 * omega * $1) }
        let cosines = times.reduce(0) { $0 + cos(2 * omega * $1) }
        let shift = atan2(sines, cosines) / (2 * omega)
        var (a, b, aa, bb) = (0.0, 0.0, 0.0, 0.0)
        for (time, beat) in zip(times, beats) {
            let value = beat.rr - mean - slope * (time - meanTime)
            let (s, c) = (sin(omega * (time - shift)), cos(omega * (time - shift)))
            a += value * c
            b += value * s
            aa += c * c
            bb += s * s
        }
        let square = (aa > 0 ? (a / aa) * (a / aa) : 0) + (bb > 0 ? (b / bb) * (b / bb) : 0)
        return square / 2
    }
}
