package import Documents
package import Signals

/// Minutes of somebody's activity that are to be analysed.
package struct ActigraphyRequest: Equatable, Sendable {
    /// What a value counts.
    package enum Measure: String, Sendable {
        /// Activity counts of a minute.
        case counts
        /// Steps of a minute.
        case steps
    }

    /// Minutes of one request at most: two weeks.
    static let longest = ActivityCountsRequest.mostPoints
    /// Counts of a step: 100 steps a minute are moderate effort, and so are 1952 counts (Freedson and others 1998; Tudor-Locke
    /// and others 2018).
    static let countsPerStep = 19.52

    /// The start of the first minute.
    package let start: Instant
    /// One value per minute; NaN for a minute that nothing is known of.
    package let minutes: [Double]
    /// What a value counts.
    package let measure: Measure
    /// Hours that were asked for; nil for all that was sent.
    package let hours: Double?
    /// Whether the mood-related score is asked for.
    package let showsMood: Bool

    /// Puts points into minutes: several of one minute add up, one that stands for several is shared among them.
    /// - Parameters:
    ///   - points: times and values, in any order; values at least 0.
    ///   - perMinute: points of a minute, 1/60 to 600.
    ///   - measure: what a value counts.
    ///   - hours: how many hours up to the last point are to be analysed; nil for all.
    ///   - showsMood: whether the mood-related score is asked for.
    /// - Throws: `Failure` of code `usage` for none, and for a stretch of more than two weeks.
    package init(
        _ points: [(time: Instant, value: Double)], perMinute: Double = 1, measure: Measure, hours: Double? = nil,
        showsMood: Bool = false
    ) throws {
        let minute: Int64 = 60_000_000_000
        let times = points.map { $0.time.nanoseconds / minute - ($0.time.nanoseconds % minute < 0 ? 1 : 0) }
        let span = Int(min(60, max(1, (1 / perMinute).rounded())))
        guard let first = times.min(), let last = times.max() else {
            throw Failure(.usage, "There is nothing to analyse.")
        }
        guard last - first + Int64(span) <= Self.longest else {
            throw Failure(.usage, "The points may span two weeks at most; send them in parts.")
        }
        var values = [Double](repeating: .nan, count: Int(last - first) + span)
        for (time, point) in zip(times, points) {
            for index in 0..<span {
                let place = Int(time - first) + index
                values[place] = (values[place].isNaN ? 0 : values[place]) + point.value / Double(span)
            }
        }
        let asked = hours.map { max(1, Int(min(Double(Self.longest), ($0 * 60).rounded()))) } ?? values.count
        minutes = values.suffix(asked)
        start = Instant(nanoseconds: (first + Int64(values.count - minutes.count)) * minute)
        (self.measure, self.hours, self.showsMood) = (measure, hours, showsMood)
    }

    /// What a program asks of activity counts.
    /// - Throws: `Failure` of code `usage` for a stretch of more than two weeks.
    package init(_ asked: ActivityCountsRequest) throws {
        try self.init(
            asked.points.map { ($0.time.instant, $0.value) }, perMinute: asked.rate, measure: .counts,
            hours: asked.hours, showsMood: asked.showsMood)
    }

    /// What a program asks of steps.
    /// - Throws: `Failure` of code `usage` for a stretch of more than two weeks.
    package init(_ asked: ActivityStepsRequest) throws {
        try self.init(
            zip(asked.times, asked.steps).map { ($0.instant, $1) }, measure: .steps, showsMood: asked.showsMood)
    }

    /// Whether the same is asked, gaps included.
    package static func == (a: ActigraphyRequest, b: ActigraphyRequest) -> Bool {
        a.start == b.start && a.measure == b.measure && a.hours == b.hours && a.showsMood == b.showsMood
            && a.minutes.count == b.minutes.count
            && zip(a.minutes, b.minutes).allSatisfy { $0.bitPattern == $1.bitPattern }
    }

    /// The share of minutes with a value, 0 ... 1: of the hours that were asked for, else of what was sent.
    package var completeness: Double {
        let asked = max(Double(minutes.count), (hours ?? 0) * 60)
        return Double(minutes.count(where: \.isFinite)) / max(1, asked)
    }

    /// The minutes as activity counts.
    var counts: [Double] { measure == .steps ? minutes.map { $0 * Self.countsPerStep } : minutes }

    /// What the transformer takes: of steps the square root, smoothed over five minutes and held within four deviations.
    var activity: [Double] {
        guard measure == .steps else { return minutes }
        let roots = minutes.map { $0.squareRoot() }
        let known = roots.filter(\.isFinite)
        guard !known.isEmpty else { return roots }
        let mean = known.reduce(0, +) / Double(known.count)
        let deviation = (known.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(known.count)).squareRoot()
        let scores = roots.map { deviation > 0 ? ($0 - mean) / deviation : $0 - mean }
        return scores.indices.map { index in
            let near = scores[max(0, index - 2)...min(scores.count - 1, index + 2)].filter(\.isFinite)
            guard !near.isEmpty else { return .nan }
            return min(4, max(-4, near.reduce(0, +) / Double(near.count)))
        }
    }
}
