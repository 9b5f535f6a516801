import Signals

/// Rules for counts without any other data of the recorder: a night of zeros may be a still night.
extension CountNights {
    /// The longest stillness, in minutes, that is taken for a night; a longer one is a recorder taken off.
    private static let longestStill = 720
    /// Minutes in which sleep must lie before and after a stillness that is a part of it.
    private static let near = 5

    /// The states with stillness put back that ``states()`` takes for a recorder taken off: in the middle of sleep, or
    /// by local time at least half between 21 and 9 o'clock and beside sleep, or longer than all other sleep of its
    /// window.
    func statesWithStillNights(in zone: Zone) -> [SleepState] {
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
