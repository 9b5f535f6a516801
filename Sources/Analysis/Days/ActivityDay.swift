public import Signals

/// A calendar day by its activity, in the way GGIR reports days.
public struct ActivityDay: Hashable, Sendable {
    /// The local day.
    public var date: CivilDate
    /// Hours with the recorder on the body, asleep or awake.
    public var wornHours: Double
    /// Whether enough was worn for the day to count.
    public var isValid: Bool
    /// Minutes of sleep periods.
    public var sleepMinutes: Double
    /// Minutes awake of each intensity.
    public var minutes: [CutPoints.Intensity: Double]
    /// Bouts of moderate and vigorous activity.
    public var activeBouts: [ActivityBouts.Sum]
    /// Bouts of sedentary time.
    public var sedentaryBouts: [ActivityBouts.Sum]
    /// The mean of the measure over all that was worn, asleep or awake; nil without any.
    public var mean: Double?

    /// Minutes of moderate and vigorous activity.
    public var moderateToVigorous: Double { (minutes[.moderate] ?? 0) + (minutes[.vigorous] ?? 0) }

    /// Hours that must be worn of a day, as GGIR asks for.
    public static let validHours = 16.0

    /// The days of a recording.
    /// - Parameters:
    ///   - series: the measure of `cutPoints` for each epoch, NaN where nothing was recorded or the recorder was not worn;
    ///     states ``SleepState/asleep`` in sleep periods.
    ///   - cutPoints: what tells the intensities.
    ///   - validHours: hours that must be worn.
    public static func days(
        _ series: WallClockSeries, cutPoints: CutPoints, validHours: Double = validHours
    ) -> [ActivityDay] {
        var days: [ActivityDay] = []
        let perDay = 86_400 / series.epochSeconds
        guard perDay > 0 else { return [] }
        var first = 0
        var date = series.date
        // An epoch belongs to the day in which it starts.
        var next = (86_400 - series.secondOfDay + series.epochSeconds - 1) / series.epochSeconds
        while first < series.values.count {
            let end = min(series.values.count, next)
            days.append(day(date, series, first..<end, cutPoints, validHours))
            (first, next) = (end, next + perDay)
            date = date.adding(days: 1)
        }
        return days
    }

    private static func day(
        _ date: CivilDate, _ series: WallClockSeries, _ part: Range<Int>, _ cutPoints: CutPoints, _ validHours: Double
    ) -> ActivityDay {
        let minute = Double(series.epochSeconds) / 60
        let awake = part.map { place -> CutPoints.Intensity? in
            let value = series.values[place]
            return value.isNaN || series.states[place] == .asleep ? nil : cutPoints.intensity(value)
        }
        let worn = part.filter { !series.values[$0].isNaN }
        let hours = Double(worn.count) * minute / 60
        var minutes: [CutPoints.Intensity: Double] = [:]
        for intensity in CutPoints.Intensity.allCases {
            minutes[intensity] = Double(awake.count { $0 == intensity }) * minute
        }
        let active = awake.map { $0.map { $0 == .moderate || $0 == .vigorous } }
        let still = awake.map { $0.map { $0 == .sedentary } }
        return ActivityDay(
            date: date, wornHours: hours, isValid: hours >= validHours,
            sleepMinutes: Double(part.count { series.states[$0] == .asleep }) * minute, minutes: minutes,
            activeBouts: ActivityBouts.moderateToVigorous.sums(active, epochSeconds: series.epochSeconds),
            sedentaryBouts: ActivityBouts.sedentary.sums(still, epochSeconds: series.epochSeconds),
            mean: worn.isEmpty ? nil : worn.reduce(0) { $0 + series.values[$1] } / Double(worn.count))
    }
}

extension NightAnalysis {
    /// The epochs of a recording as ``ActivityDay`` takes them.
    /// - Parameters:
    ///   - epochs: epochs of 5 s of acceleration, in any order.
    ///   - nights: the nights of the same recording.
    ///   - zone: whose days.
    /// - Returns: ENMO in mg; nil without epochs, or when they lie more than 400 days apart.
    public static func activity(angleZ epochs: [Epoch], nights: [Night], zone: Zone) -> WallClockSeries? {
        let seconds = AngleNights.epochSeconds
        let own = epochs.filter { $0.seconds == seconds && $0.start.nanoseconds.magnitude < 1 << 62 }
        guard let first = own.map(\.start).min(), let last = own.map(\.start).max() else { return nil }
        let length = Int64(seconds) * 1_000_000_000
        let count = last.nanoseconds(since: first) / length + 1
        guard count <= 400 * 17_280 else { return nil }
        var grid = [Epoch.Motion?](repeating: nil, count: Int(count))
        for epoch in own {
            let slot = Int(epoch.start.nanoseconds(since: first) / length)
            if grid[slot] == nil { grid[slot] = epoch.motion }
        }
        let off = StillRecorder().notWorn(grid, epochSeconds: seconds)
        let values = grid.indices.map { place in off[place] ? .nan : grid[place].map { 1000 * $0.enmo } ?? .nan }
        return activity(first, seconds, values, nights, zone)
    }

    /// The same from ActiGraph counts of minutes.
    public static func activity(minutes: ActivityMinutes, nights: [Night], zone: Zone) -> WallClockSeries {
        activity(minutes.start, 60, minutes.values, nights, zone)
    }

    private static func activity(
        _ start: Instant, _ seconds: Int, _ values: [Double], _ nights: [Night], _ zone: Zone
    ) -> WallClockSeries {
        var states = [SleepState](repeating: .awake, count: values.count)
        for period in nights.compactMap(\.sleepPeriod) {
            let place = { (instant: Instant) in
                min(values.count, max(0, Int((instant.seconds(since: start) / Double(seconds)).rounded())))
            }
            for index in place(period.lowerBound)..<max(place(period.lowerBound), place(period.upperBound)) {
                states[index] = .asleep
            }
        }
        return WallClockSeries(start: start, epochSeconds: seconds, values: values, states: states, zone: zone)
    }
}
