/// Heart rate as a watch would report it, worked out of beat-to-beat intervals.
public enum IntervalHeartRate {
    /// One interval: when it ended, in seconds, and its length, in ms.
    public typealias Interval = (seconds: Double, milliseconds: Double)

    /// The mean rate of 15 s, every 5 s where there are beats.
    ///
    /// Intervals outside 300 ... 2000 ms, and those that differ by more than a fifth from the median of the eleven around
    /// them, are left out.
    /// - Parameter intervals: in order of time.
    public static func samples(_ intervals: [Interval]) -> [HeartRateSample] {
        let likely = intervals.filter { (300...2000).contains($0.milliseconds) && $0.seconds.isFinite }
        let good = likely.indices.filter { place in
            let around = likely[max(0, place - 5)...min(likely.count - 1, place + 5)]
            let middle = RegularSeries.quantile(around.map(\.milliseconds), 0.5)
            return abs(likely[place].milliseconds - middle) <= 0.2 * middle
        }.map { likely[$0] }
        var (samples, first): ([HeartRateSample], Int) = ([], 0)
        guard let start = good.first?.seconds, let end = good.last?.seconds, end - start < 366 * 86_400 else {
            return []
        }
        var time = start
        while time <= end {
            while first < good.count, good[first].seconds < time - 7.5 { first += 1 }
            let window = good[first...].prefix { $0.seconds < time + 7.5 }
            if window.count >= 3 {
                let mean = window.map(\.milliseconds).reduce(0, +) / Double(window.count)
                samples.append(HeartRateSample(seconds: time, beatsPerMinute: 60_000 / mean))
            }
            time += 5
        }
        return samples
    }
}
