import Signals

/// Breathing in sleep as the heart follows it.
enum NightRespiration {
    /// Minutes with a rate that a night needs.
    private static let least = 15
    /// Seconds from one minute that is looked at to the next.
    private static let step = 120.0

    /// Breaths a minute about the median within which half of the clear minutes must lie: a sleeper breathes evenly, and what
    /// noise looks like lies anywhere. Of 24 h recordings (PhysioNet nsr2db, rr-interval-healthy-subjects) four fifths of
    /// the minutes of the slowest six hours lie so near in those with a clear rhythm, a quarter in others, and 0.44 of noise.
    private static let evenness = 1.5

    /// The median of the rates of every second minute of sleep whose beats are all clean, where half of them at least have a
    /// clear rhythm, and half of those nearly the same; nil otherwise.
    /// - Parameters:
    ///   - beats: labelled, in order of time.
    ///   - period: from falling asleep to waking up.
    static func rate(_ beats: [Beat], in period: Range<Instant>) -> Estimate {
        let method = Method(
            "respiratory-sinus-arrhythmia",
            parameters: [
                "window_s": 60, "least_quality": RespiratoryRate.leastQuality, "minimum_minutes": Double(least),
                "within": evenness,
            ])
        var found: [RespiratoryRate] = []
        var rest = beats[...].drop { $0.time < period.lowerBound }
        var start = period.lowerBound
        while start < period.upperBound, !rest.isEmpty {
            let end = start.advanced(bySeconds: 60)
            rest = rest.drop { $0.time < start }
            let minute = rest.prefix { $0.time < min(end, period.upperBound) }
            let isClean = minute.allSatisfy { $0.label == .normal }
            if isClean, minute.reduce(0, { $0 + $1.rr }) >= 50_000, let rate = RespiratoryRate(minute.map(\.rr)) {
                found.append(rate)
            }
            start = start.advanced(bySeconds: step)
        }
        let clear = found.filter { $0.quality >= RespiratoryRate.leastQuality }.map(\.perMinute).sorted()
        let median = clear.isEmpty ? 0 : clear[clear.count / 2]
        let even = clear.count { abs($0 - median) <= evenness }
        guard clear.count >= least, clear.count * 2 >= found.count, even * 2 >= clear.count else {
            let reason =
                found.count < least
                ? "too few minutes of sleep with clean beats" : "the heart shows no clear rhythm of breathing"
            return Estimate(unknown: reason, method: method)
        }
        return Estimate(median, method: method)
    }
}
