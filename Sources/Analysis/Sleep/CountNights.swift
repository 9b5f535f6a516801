import Signals

/// Nights from one unbroken series of counts.
struct CountNights {
    /// One-minute counts.
    let series: CountSeries
    /// The recorder whose kind of counts these are.
    let scale: CountScale
    /// Where windows end, in seconds from midnight.
    var cut = NightWindow.noon
    /// Whether a night without a single count is rest: nothing but the counts is known of it.
    var keepsStillNights = false

    /// The drafts of all windows that the series overlaps.
    func drafts(in zone: Zone) throws -> [NightDraft] {
        let states = keepsStillNights ? statesWithStillNights(in: zone) : states()
        let periods = periods(states)
        let method = periodMethod
        return try NightWindow.windows(over: series.start..<series.end, cut: cut, in: zone).compactMap { window in
            try Task.checkCancellation()
            return draft(window, states: states, periods: periods, method: method)
        }
    }

    /// Sleep, wake, not worn or unknown of each minute of the series.
    func states() -> [SleepState] {
        var states = scale.scorer.score(series.counts, seconds: 60) ?? []
        for index in states.indices where series.notWorn[index] && states[index] != .unknown {
            states[index] = .notWorn
        }
        if scale.periods == .longRests {
            let rest = longRests()
            for index in states.indices where states[index] == .asleep && !rest.contains(where: { $0.contains(index) })
            {
                states[index] = .awake
            }
        }
        guard scale.nonWear == .counts else { return states }
        for run in Choi.nights.nonWear(series.counts) {
            for index in run { states[index] = .notWorn }
        }
        return states
    }

    /// Rests by steps of at least two hours: shorter ones are sitting.
    private func longRests() -> [Range<Int>] {
        Roenneberg().periods(in: series.counts).filter { Double($0.count) >= NightDraft.shortestMainMinutes }
    }

    func periods(_ states: [SleepState]) -> [Range<Int>] {
        switch scale.periods {
        case .tudorLocke:
            return TudorLocke(keepsOpenEnd: true).periods(in: states, counts: series.counts).map(\.minutes)
        case .roenneberg:
            let worn = zip(series.counts, states).map { $1 == .notWorn ? .nan : $0 }
            return Roenneberg().periods(in: worn)
        case .longRests: return longRests()
        }
    }

    private var periodMethod: Method {
        switch scale.periods {
        case .tudorLocke:
            Method(
                scale.periods.rule,
                parameters: [
                    "bedtime_start_min": 5, "wake_time_end_min": 10, "shortest_min": 160, "longest_min": 1440,
                ])
        case .roenneberg, .longRests:
            Method(
                scale.periods.rule,
                parameters: ["threshold": 0.15, "trend_h": 24, "seed_min": 30, "longest_h": 12])
        }
    }

    /// The minutes of `window`, on the series' own grid.
    private func draft(
        _ window: NightWindow, states: [SleepState], periods: [Range<Int>], method: Method
    ) -> NightDraft? {
        let minute: Int64 = 60_000_000_000
        let lead = window.interval.lowerBound.nanoseconds(since: series.start)
        // The first minute of the series' grid that does not begin before the window.
        let first = Int(lead / minute) + (lead % minute > 0 ? 1 : 0)
        let length = window.interval.upperBound.nanoseconds(since: window.interval.lowerBound)
        let count = Int(length / minute)
        guard count > 0 else { return nil }
        let own = first..<(first + count)
        let start = series.start.advanced(byNanoseconds: Int64(first) &* minute)
        return NightDraft(
            window: window, start: start, epochSeconds: 60,
            states: own.map { states.indices.contains($0) ? states[$0] : .unknown },
            periods: periods.compactMap { period in
                let clipped = period.clamped(to: own)
                return clipped.isEmpty ? nil : (clipped.lowerBound - first)..<(clipped.upperBound - first)
            },
            periodMethod: method, scorer: scale.scorer, transfer: scale.transfer,
            silent: own.map { series.counts.indices.contains($0) && series.counts[$0] == 0 })
    }
}
