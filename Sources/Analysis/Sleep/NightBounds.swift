public import Signals

/// When somebody slept by their own word: a diary, or a correction of what was found.
public struct NightBounds: Hashable, Sendable {
    /// From falling asleep, or going to bed, to waking up for good.
    public var sleepPeriod: Range<Instant>
    /// When the person wanted to sleep; nil when it was not entered.
    public var lightsOut: Instant?

    /// Memberwise; what is not given has its default.
    public init(sleepPeriod: Range<Instant>, lightsOut: Instant? = nil) {
        self.sleepPeriod = sleepPeriod
        self.lightsOut = lightsOut
    }

    /// The method that a night between such bounds names where a person corrected it.
    public static let method = Method("person")
    /// The same for bounds out of a sleep diary.
    public static let diaryMethod = Method("diary")
}

extension Night {
    /// The night measured between a person's bounds; the states stay as they were scored.
    ///
    /// Bounds are taken to the nearest epochs. Periods that were found and lie outside become naps.
    /// - Parameters:
    ///   - bounds: what the person said; they hold against whatever a later version finds.
    ///   - zone: the zone of the night's days.
    ///   - method: where the bounds are known from.
    /// - Throws: `Failure` with code `usage` when the bounds do not lie in the window or hold no epoch, and `failed` when
    ///   the night's scorer is unknown to this version.
    public func measured(
        within bounds: NightBounds, zone: Zone, by method: Method = NightBounds.method
    ) throws(Failure) -> Night {
        guard let scorer = SleepScorer(rawValue: scoringMethod.name) else {
            throw Failure(.failed, "This version does not know the scorer \(scoringMethod.name) of the night.")
        }
        let ends = window.lowerBound..<window.upperBound.advanced(byNanoseconds: 1)
        guard ends.contains(bounds.sleepPeriod.lowerBound), ends.contains(bounds.sleepPeriod.upperBound) else {
            throw Failure(.usage, "The times must lie between noon of the day before and noon of \(date).")
        }
        let length = Double(max(1, epochSeconds))
        let place = { (instant: Instant) in
            min(states.count, max(0, Int((instant.seconds(since: statesStart) / length).rounded())))
        }
        let main = place(bounds.sleepPeriod.lowerBound)..<place(bounds.sleepPeriod.upperBound)
        guard !main.isEmpty else { throw Failure(.usage, "The night must last at least \(epochSeconds) seconds.") }
        let found = (naps + (sleepPeriod.map { [$0] } ?? [])).sorted { $0.lowerBound < $1.lowerBound }
        let published =
            wakeDoubt == nil ? scorer.agreement : min(scorer.agreement, SleepScorer.alwaysAsleepAgreement)
        let draft = NightDraft(
            window: NightWindow(endingOn: date, in: zone), start: statesStart, epochSeconds: epochSeconds,
            states: states, periods: found.map { place($0.lowerBound)..<place($0.upperBound) },
            periodMethod: method, scorer: scorer,
            transfer: published > 0 ? min(1, confidence.agreement / published) : 1, isStill: wakeDoubt != nil)
        let trust = draft.confidence(main)
        var night = self
        night.sleepPeriod = draft.interval(main)
        night.sleepPeriodReason = nil
        night.naps = draft.naps(besides: main)
        night.awakenings = PeriodFigures(states[main], epochSeconds: epochSeconds).wakes.map { draft.interval($0) }
        night.measures = SleepMeasuring(draft: draft, zone: zone, confidence: trust)
            .measures(main, lightsOut: bounds.lightsOut)
        // Whose counts were too still to find wake in stays in doubt.
        if let share = measures.wakeAfterSleepOnset.method.parameters[Night.silentShare] {
            night.measures.wakeAfterSleepOnset.method.parameters[Night.silentShare] = share
            night.measures.wakeAfterSleepOnset.confidence = 0
            night.measures.awakenings.confidence = 0
        }
        night.confidence = trust
        night.periodMethod = method
        return night
    }
}
