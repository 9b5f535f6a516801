public import Signals

extension NightAnalysis {
    /// Nights between the bounds of a diary: each night takes the longest entry that lies in its window, and stays as it was
    /// found where there is none.
    /// - Parameters:
    ///   - diary: what the wearer wrote down, in any order.
    ///   - nights: nights as they were found.
    ///   - zone: the zone of their days.
    /// - Throws: `Failure` when an entry is shorter than an epoch.
    public static func within(_ diary: [NightBounds], _ nights: [Night], zone: Zone) throws(Failure) -> [Night] {
        var result: [Night] = []
        for night in nights {
            let length = { (entry: NightBounds) in
                entry.sleepPeriod.upperBound.seconds(since: entry.sleepPeriod.lowerBound)
            }
            let own = diary.filter {
                night.window.contains($0.sleepPeriod.lowerBound) && $0.sleepPeriod.upperBound <= night.window.upperBound
            }
            guard let entry = own.max(by: { length($0) < length($1) }) else {
                result.append(night)
                continue
            }
            result.append(try night.measured(within: entry, zone: zone))
        }
        return result
    }
}
