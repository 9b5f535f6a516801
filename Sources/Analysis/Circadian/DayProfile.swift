/// Sums over all days for each epoch of the day.
struct DayProfile {
    /// Days with a value, for each epoch of the day.
    let counts: [Int]
    /// Sums of those values, for each epoch of the day.
    let sums: [Double]
    /// The length of an epoch, in seconds.
    let epochSeconds: Int

    /// Sums `transform` of the values of `days` by the epoch of the day.
    init(_ days: WholeDays, transform: (Double) -> Double = { $0 }) {
        var counts = [Int](repeating: 0, count: days.epochsPerDay)
        var sums = [Double](repeating: 0, count: days.epochsPerDay)
        for (index, value) in days.values.enumerated() where !value.isNaN {
            let slot = index % days.epochsPerDay
            counts[slot] += 1
            sums[slot] += transform(value)
        }
        self.counts = counts
        self.sums = sums
        epochSeconds = days.epochSeconds
    }

    /// The mean of each epoch of the day; NaN where no day knows it.
    var means: [Double] { zip(sums, counts).map { $1 > 0 ? $0 / Double($1) : .nan } }
}
