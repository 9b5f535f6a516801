public import Signals

/// Rest and activity as a picture shows it: means of equal parts of each day on the wall clock.
public struct Actogram: Hashable, Sendable {
    /// The first day.
    public let from: CivilDate
    /// The length of a part, in minutes.
    public let minutes: Int
    /// The mean of each part over its known minutes; NaN where none is known.
    public let values: [Double]

    /// Lays series out.
    /// - Parameters:
    ///   - series: what is shown; where two have a minute both count.
    ///   - from: the first day.
    ///   - days: how many days.
    ///   - minutes: the length of a part; divides a day.
    public init(_ series: [RestActivity], from: CivilDate, days: Int, minutes: Int) {
        (self.from, self.minutes) = (from, minutes)
        let count = max(0, days) * 1440 / max(1, minutes)
        var sums = [Double](repeating: 0, count: count)
        var known = [Int](repeating: 0, count: count)
        for wall in series.lazy.map(\.wall) {
            let lead = (wall.date.daysSince1970 - from.daysSince1970) * 1440 + wall.secondOfDay / 60
            for (index, value) in wall.values.enumerated() where !value.isNaN && lead + index >= 0 {
                let place = (lead + index) / max(1, minutes)
                guard place < count else { break }
                sums[place] += value
                known[place] += 1
            }
        }
        values = zip(sums, known).map { $1 == 0 ? .nan : $0 / Double($1) }
    }
}
