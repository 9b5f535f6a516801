/// Non-wear from raw acceleration (van Hees and others, PLoS ONE 6, 2011, and 8, 2013): hours, every quarter of an
/// hour, in which at least two axes deviate by less than 13 mg and range over less than 50 mg.
///
/// Every quarter of such an hour is non-wear (as GGIR since 2023; before, only its middle). A single quarter between
/// two of non-wear is non-wear. An hour of which less than half was recorded says nothing, so the ends of a recording
/// are judged by the part of the hour that there is.
public struct StillWear: Hashable, Sendable {
    /// The state of a stretch of time.
    public enum State: Hashable, Sendable { case worn, notWorn, unknown }

    /// An axis is still below this standard deviation, in g.
    public var deviation = 0.013
    /// An axis is still below this range, in g.
    public var range = 0.05
    /// Axes that must be still for non-wear.
    public var axes = 2

    private static let quarter: Int64 = 900

    /// The rule, by default with the published parameters.
    public init() {}

    /// Non-wear in seconds since 1970, in order, cut to the recording.
    public func nonWear(_ survey: StillnessSurvey) -> [Range<Int64>] {
        guard let extent = survey.extent else { return [] }
        var found: [Range<Int64>] = []
        for start in notWorn(survey).sorted() {
            let part = start..<(start + Self.quarter)
            if let last = found.last, last.upperBound == start {
                found[found.count - 1] = last.lowerBound..<part.upperBound
            } else {
                found.append(part)
            }
        }
        return found.map { $0.clamped(to: extent) }.filter { !$0.isEmpty }
    }

    /// Quarters of an hour with samples, by their start in seconds since 1970, and whether they were worn.
    public func states(_ survey: StillnessSurvey) -> [Int64: State] {
        let notWorn = notWorn(survey)
        var states: [Int64: State] = [:]
        for start in survey.quarters.keys {
            let isKnown = notWorn.contains(start) || known(start, survey)
            states[start] = notWorn.contains(start) ? .notWorn : isKnown ? .worn : .unknown
        }
        return states
    }

    private func notWorn(_ survey: StillnessSurvey) -> Set<Int64> {
        var found: Set<Int64> = []
        for first in survey.quarters.keys {
            // Hours that begin before the recording count too.
            for start in [first, first - Self.quarter] where isStill(from: start, survey) == true {
                for step in Int64(0)..<4 where survey.quarters[start + step * Self.quarter] != nil {
                    found.insert(start + step * Self.quarter)
                }
            }
        }
        let lone = survey.quarters.keys.filter {
            !found.contains($0) && found.contains($0 - Self.quarter) && found.contains($0 + Self.quarter)
        }
        return found.union(lone)
    }

    private func known(_ quarter: Int64, _ survey: StillnessSurvey) -> Bool {
        (Int64(0)..<4).contains { isStill(from: quarter - $0 * Self.quarter, survey) != nil }
    }

    /// Whether the hour from `start` on is still; nil where too little of it was recorded.
    private func isStill(from start: Int64, _ survey: StillnessSurvey) -> Bool? {
        var spread = AxisSpread()
        var windows = 0
        for step in 0..<4 {
            guard let quarter = survey.quarters[start + Int64(step) * Self.quarter] else { continue }
            spread.join(quarter.spread)
            windows += quarter.windows
        }
        guard windows >= 180 else { return nil }
        let (sizes, ranges) = (spread.deviation, spread.high - spread.low)
        return (0..<3).count { sizes[$0] < deviation && ranges[$0] < range } >= axes
    }
}
