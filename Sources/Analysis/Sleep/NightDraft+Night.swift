import Signals

extension NightDraft {
    /// The night, measured.
    /// - Parameters:
    ///   - marks: lights-out marks of the whole recording.
    ///   - losses: losses of the whole recording; those that overlap the window, and those without a time, are kept.
    func night(in zone: Zone, lightsOut marks: [Instant], losses: [Loss]) -> Night {
        // Version 2: counts too still for wake are trusted less, and marks hours before sleep are no lights-out.
        let scoringMethod = Method(scorer.rawValue, version: 2, parameters: ["epoch_s": Double(epochSeconds)])
        let own = losses.filter { loss in
            guard let first = loss.first else { return true }
            return first < window.interval.upperBound && (loss.end ?? first) >= window.interval.lowerBound
        }
        let found = mainSleep(lightsOut: marks)
        var main: Range<Int>?
        var reason: String?
        var lightsOut: Instant?
        var early: Double?
        switch found {
        case .main(let period, let mark, let seconds): (main, lightsOut, early) = (period, mark, seconds)
        case .none(let why): reason = why
        }
        let confidence = confidence(main)
        let measuring = SleepMeasuring(draft: self, zone: zone, confidence: confidence)
        let wakes = main.map { PeriodFigures(states[$0], epochSeconds: epochSeconds).wakes } ?? []
        return Night(
            date: window.date, zone: zone.name, window: window.interval, sleepPeriod: main.map { interval($0) },
            sleepPeriodReason: reason, naps: naps(besides: main), statesStart: start, epochSeconds: epochSeconds,
            states: states, awakenings: wakes.map { interval($0) },
            measures: main.map { measuring.measures($0, lightsOut: lightsOut, early: early) }
                ?? measuring.unknown(reason ?? ""),
            confidence: confidence, periodMethod: periodMethod, scoringMethod: scoringMethod, losses: own)
    }
}
