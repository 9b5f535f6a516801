public import Signals

extension Night {
    /// Bouts of sleep of at most a minute in percent of all bouts of sleep in the sleep period, 0 ... 100: the part of
    /// the sleep fragmentation index that a scorer's states tell.
    public var fragmentation: Estimate {
        let method = Method("short-sleep-bouts", parameters: ["longest_s": 60])
        guard let sleepPeriod else {
            return Estimate(unknown: sleepPeriodReason ?? "there is no sleep period", method: method)
        }
        let inPeriod = states.indices.filter { sleepPeriod.contains(epoch(at: $0).lowerBound) }
        guard let first = inPeriod.first, let last = inPeriod.last, states[first...last].contains(.asleep) else {
            return Estimate(unknown: "no epoch of the period was scored as sleep", method: method)
        }
        let figures = PeriodFigures(states[first...last], epochSeconds: epochSeconds)
        return Estimate(figures.fragmentationIndex, confidence: confidence.value, method: method)
    }
}
