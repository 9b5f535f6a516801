public import Signals

extension NightAnalysis {
    /// Motion up to this is rest in the rhythm of acceleration, in mg: the usual limit of inactivity at the wrist.
    public static let restMilligravity = 40.0

    /// The rhythm over the days of a recording of counts, in local time of `zone`; sleep by the scorer of the counts.
    /// - Returns: nil when no rule is known for epochs of this length, or nothing was recorded. Of a recording in several
    ///   parts the longest.
    public static func rhythm(counts epochs: CountEpochs, zone: Zone) -> Rhythm? {
        guard let series = CountSeries.minutes(of: epochs)?.max(by: { $0.counts.count < $1.counts.count }) else {
            return nil
        }
        let states = CountNights(series: series, scale: epochs.scale, wear: .days).states
        let worn = zip(series.counts, states).map { $1 == .notWorn ? Double.nan : $0 }
        let wall = WallClockSeries(
            start: series.start, epochSeconds: 60, values: worn, states: states, zone: zone)
        return Rhythm(
            wall.values, epochSeconds: 60, secondOfDay: wall.secondOfDay, states: wall.states)
    }

    /// The rhythm over the days of a recording of acceleration, in local time of `zone`: minutes of ENMO in mg, sleep
    /// by van Hees's sustained inactivity in most of the minute.
    /// - Parameters:
    ///   - epochs: epochs of 5 seconds, in any order; missing ones are gaps.
    ///   - zone: by whose wall clock days begin.
    /// - Returns: nil without epochs, or when they lie more than 400 days apart.
    public static func rhythm(angleZ epochs: [Epoch], zone: Zone) -> Rhythm? {
        let own = epochs.filter { $0.seconds == AngleNights.epochSeconds && $0.start.nanoseconds.magnitude < 1 << 62 }
        guard let first = own.map(\.start).min(), let last = own.map(\.start).max() else { return nil }
        let minute: Int64 = 60_000_000_000
        let origin = first.nanoseconds - ((first.nanoseconds % minute) + minute) % minute
        let minutes = (last.nanoseconds - origin) / minute + 1
        guard minutes <= 400 * 1440 else { return nil }
        let parts = 60 / AngleNights.epochSeconds
        var grid = [Epoch.Motion?](repeating: nil, count: Int(minutes) * parts)
        for epoch in own {
            let slot = Int((epoch.start.nanoseconds - origin) / (minute / Int64(parts)))
            if grid[slot] == nil { grid[slot] = epoch.motion.flatMap { $0.angleZ.isNaN ? nil : $0 } }
        }
        let off = StillRecorder().notWorn(grid, epochSeconds: AngleNights.epochSeconds)
        for index in grid.indices where off[index] { grid[index] = nil }
        let angles = grid.map { $0?.angleZ ?? .nan }
        let states = SustainedInactivity(epochSeconds: AngleNights.epochSeconds).states(angles)
        var values: [Double] = []
        var minuteStates: [SleepState] = []
        for start in stride(from: 0, to: grid.count, by: parts) {
            let known = grid[start..<(start + parts)].compactMap { $0?.enmo }
            let asleep = states[start..<(start + parts)].count { $0 == .asleep }
            let isKnown = known.count * 2 >= parts
            values.append(isKnown ? 1000 * known.reduce(0, +) / Double(known.count) : .nan)
            minuteStates.append(!isKnown ? .unknown : asleep * 2 > known.count ? .asleep : .awake)
        }
        let wall = WallClockSeries(
            start: Instant(nanoseconds: origin), epochSeconds: 60, values: values, states: minuteStates, zone: zone)
        return Rhythm(
            wall.values, epochSeconds: 60, secondOfDay: wall.secondOfDay, states: wall.states,
            restThreshold: restMilligravity, activeThreshold: restMilligravity)
    }

    /// The social jet lag of nights by their main sleeps, weekends being free; nil without both kinds of days.
    public static func socialJetLag(_ nights: [Night]) -> SocialJetLag? {
        SocialJetLag(nights.compactMap { night in night.measures.midSleep.value.map { (night.date, $0) } })
    }
}
