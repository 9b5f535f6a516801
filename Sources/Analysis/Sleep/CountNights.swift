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

/// Rules for counts without any other data of the recorder: a night of zeros may be a still night.
extension CountNights {
    /// The longest stillness, in minutes, that is taken for a night; a longer one is a recorder taken off.
    private static let longestStill = 720
    /// Minutes in which sleep must lie before and after a stillness that is a part of it.
    private static let near = 5

    /// The states with stillness put back that ``states()`` takes for a recorder taken off: in the middle of sleep, or
    /// by local time at least half between 21 and 9 o'clock and beside sleep, or longer than all other sleep of its
    /// window.
    private func statesWithStillNights(in zone: Zone) -> [SleepState] {
        var states = states()
        guard scale.nonWear == .counts, let scored = scale.scorer.score(series.counts, seconds: 60) else {
            return states
        }
        let known = states
        let found = periods(known)
        for run in Choi.nights.nonWear(series.counts) where run.count <= Self.longestStill {
            // Nobody takes a recorder off, or puts it on, without a count.
            let ends = [isAsleep(known, before: run), isAsleep(known, after: run)]
            guard
                ends == [true, true]
                    || isNight(run, in: zone)
                        && (ends.contains(true) || run.count > longest(found, around: run, in: zone))
            else { continue }
            for index in run where !series.notWorn[index] { states[index] = scored[index] }
        }
        return states
    }

    /// Sleep of at least two hours that the ends of windows cut, in minutes: of each the shorter part.
    func lost(in zone: Zone) -> Int {
        let found = periods(keepsStillNights ? statesWithStillNights(in: zone) : states())
            .filter { Double($0.count) >= NightDraft.shortestMainMinutes }
        let ends = NightWindow.windows(over: series.start..<series.end, cut: cut, in: zone)
            .map { Int($0.interval.upperBound.nanoseconds(since: series.start) / 60_000_000_000) }
        return found.reduce(0) { sum, period in
            sum + ends.reduce(0) { $0 + max(0, min($1 - period.lowerBound, period.upperBound - $1)) }
        }
    }

    private func isAsleep(_ states: [SleepState], before run: Range<Int>) -> Bool {
        states[max(0, run.lowerBound - Self.near)..<run.lowerBound].contains(.asleep)
    }

    private func isAsleep(_ states: [SleepState], after run: Range<Int>) -> Bool {
        states[run.upperBound..<min(states.count, run.upperBound + Self.near)].contains(.asleep)
    }

    private func instant(_ index: Int) -> Instant {
        series.start.advanced(byNanoseconds: Int64(index) &* 60_000_000_000)
    }

    private func isNight(_ run: Range<Int>, in zone: Zone) -> Bool {
        let night = run.count { index in
            let second = zone.civilTime(at: instant(index)).secondOfDay
            return second >= 75_600 || second < 32_400
        }
        return night * 2 >= run.count
    }

    private func longest(_ periods: [Range<Int>], around run: Range<Int>, in zone: Zone) -> Int {
        let middle = instant(run.lowerBound + run.count / 2)
        let window = NightWindow(containing: middle, cut: cut, in: zone).interval
        return periods.filter { window.contains(instant($0.lowerBound + $0.count / 2)) }.map(\.count).max() ?? 0
    }
}
