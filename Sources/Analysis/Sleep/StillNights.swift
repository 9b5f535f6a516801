import Signals

/// Rules for counts without any other data of the recorder: a night of zeros may be a still night.
///
/// Three hours without a count are a recorder taken off, but for those in the middle of sleep, or by local time at least half
/// between 21 and 9 o'clock and beside sleep, or longer than all other sleep of their window.
struct StillNights {
    /// One-minute counts.
    let series: CountSeries
    /// The recorder whose kind of counts these are.
    let scale: CountScale
    /// What the minutes were scored as, and the same without those off the wrist.
    let scored: [SleepState]
    /// The scored states without what the recorder itself calls off the wrist.
    private let given: [SleepState]
    private let zone: Zone

    /// Minutes in which sleep must lie before and after a stillness that is a part of it.
    private static let near = 5

    init(series: CountSeries, scale: CountScale, scored: [SleepState], states: [SleepState], zone: Zone) {
        (self.series, self.scale, self.scored, given, self.zone) = (series, scale, scored, states, zone)
    }

    /// The states, with stillness put back that is a part of a night.
    var states: [SleepState] {
        guard scale.nonWear == .counts, scored.count == series.counts.count else { return given }
        let runs = Choi.nights.nonWear(series.counts)
        var known = given
        for run in runs {
            for index in run { known[index] = .notWorn }
        }
        var states = known
        let found = CountNights.periods(known, series, scale)
        for run in runs where run.count <= CountWear.longestStill {
            // Nobody takes a recorder off, or puts it on, without a count.
            let ends = [isAsleep(known, before: run), isAsleep(known, after: run)]
            guard
                ends == [true, true]
                    || isNight(run) && (ends.contains(true) || run.count > longest(found, around: run))
            else { continue }
            for index in run where !series.notWorn[index] { states[index] = scored[index] }
        }
        return states
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

    private func isNight(_ run: Range<Int>) -> Bool {
        let night = run.count { index in
            let second = zone.civilTime(at: instant(index)).secondOfDay
            return second >= 75_600 || second < 32_400
        }
        return night * 2 >= run.count
    }

    /// The longest period in the window from noon to noon around a run.
    private func longest(_ periods: [Range<Int>], around run: Range<Int>) -> Int {
        let middle = instant(run.lowerBound + run.count / 2)
        let window = NightWindow(containing: middle, in: zone).interval
        return periods.filter { window.contains(instant($0.lowerBound + $0.count / 2)) }.map(\.count).max() ?? 0
    }
}
