/// Activity in local time, cut to whole days from midnight to midnight: what the rules on rhythm work on.
public struct WholeDays: Hashable, Sendable {
    /// The length of an epoch, in seconds; divides an hour.
    public let epochSeconds: Int
    /// The number of whole days.
    public let days: Int
    /// One value per epoch of the whole days, in order; NaN where nothing was recorded or the recorder was not worn.
    public let values: [Double]
    /// The index of ``values``'s first element among the values that were given.
    public let first: Int

    /// Cuts `values` to its whole days.
    /// - Parameters:
    ///   - values: one per epoch, without holes; NaN where there is none.
    ///   - epochSeconds: the length of an epoch; must divide an hour.
    ///   - secondOfDay: the local time at which the first epoch starts, seconds since midnight, 0 ..< 86 400.
    /// - Returns: nil when `epochSeconds` does not divide an hour or `secondOfDay` is no time of day. Without a whole day
    ///   ``days`` is 0.
    public init?(_ values: [Double], epochSeconds: Int, secondOfDay: Int) {
        guard epochSeconds > 0, 3600 % epochSeconds == 0, (0..<86_400).contains(secondOfDay) else { return nil }
        let lead = (86_400 - secondOfDay) % 86_400
        let perDay = 86_400 / epochSeconds
        let first = min(values.count, (lead + epochSeconds - 1) / epochSeconds)
        self.epochSeconds = epochSeconds
        self.first = first
        days = (values.count - first) / perDay
        self.values = Array(values[first..<(first + days * perDay)])
    }

    private init(_ days: WholeDays, values: [Double]) {
        (epochSeconds, self.days, first) = (days.epochSeconds, days.days, days.first)
        self.values = values
    }

    /// The same days as ln(x + 1); values below 0 count as 0.
    var logged: WholeDays { WholeDays(self, values: values.map { $0.isNaN ? .nan : Cosinor.Scale.log($0) }) }

    /// Epochs in a day.
    public var epochsPerDay: Int { 86_400 / epochSeconds }

    /// The mean of each hour over its known epochs; NaN where fewer than half of them are known.
    public var hourly: [Double] { means(of: 3600 / epochSeconds) }

    /// The means of `width` epochs each, over those that are known; NaN where fewer than half are.
    public func means(of width: Int) -> [Double] {
        guard width > 0 else { return [] }
        return stride(from: 0, to: values.count - width + 1, by: width).map { start in
            var sum = 0.0
            var known = 0
            for value in values[start..<(start + width)] where !value.isNaN {
                sum += value
                known += 1
            }
            return known * 2 >= width ? sum / Double(known) : .nan
        }
    }

    /// The share of the epochs of the whole days that have a value, 0 ... 1.
    public var completeness: Double {
        values.isEmpty ? 0 : Double(values.count { !$0.isNaN }) / Double(values.count)
    }
}
