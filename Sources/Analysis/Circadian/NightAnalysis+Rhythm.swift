public import Signals

extension NightAnalysis {
    /// Motion up to this is rest in the rhythm of acceleration, in mg: the usual limit of inactivity at the wrist.
    public static let restMilligravity = 40.0

    /// Rest and activity of a recording of counts, in local time of `zone`; sleep by the scorer of the counts.
    /// - Returns: one for each part without a pause of more than 26 hours, in order; none when no rule is known for epochs
    ///   of this length.
    public static func restActivity(counts epochs: CountEpochs, zone: Zone) -> [RestActivity] {
        (CountSeries.minutes(of: epochs) ?? []).map { series in
            let states = CountNights(series: series, scale: epochs.scale, wear: .days).states
            let worn = zip(series.counts, states).map { $1 == .notWorn ? Double.nan : $0 }
            return RestActivity(
                measure: .counts(epochs.scale),
                wall: WallClockSeries(
                    start: series.start, epochSeconds: 60, values: worn, states: states, zone: zone))
        }
    }

    /// The rhythm over the days of a recording of counts, in local time of `zone`; sleep by the scorer of the counts.
    /// - Returns: nil when no rule is known for epochs of this length, or nothing was recorded. Of a recording in several
    ///   parts the longest.
    public static func rhythm(counts epochs: CountEpochs, zone: Zone) -> Rhythm? {
        restActivity(counts: epochs, zone: zone).longest?.rhythm
    }

    /// The rhythm over the days of a recording of acceleration, in local time of `zone`: minutes of ENMO in mg, sleep
    /// by van Hees's sustained inactivity in most of the minute.
    /// - Parameters:
    ///   - epochs: epochs of 5 seconds, in any order; missing ones are gaps.
    ///   - zone: by whose wall clock days begin.
    /// - Returns: nil without epochs, or when they lie more than 400 days apart.
    public static func rhythm(angleZ epochs: [Epoch], zone: Zone) -> Rhythm? {
        var minutes = ArmMinutes()
        // Of two at one place the first counts.
        let order = epochs.indices.sorted { (epochs[$0].start, $0) < (epochs[$1].start, $1) }
        for index in order { minutes.add(epochs[index]) }
        return minutes.series(in: zone)?.rhythm
    }

    /// The social jet lag of nights by their main sleeps, weekends being free; nil without both kinds of days.
    public static func socialJetLag(_ nights: [Night]) -> SocialJetLag? {
        SocialJetLag(nights.compactMap { night in night.measures.midSleep.value.map { (night.date, $0) } })
    }
}
