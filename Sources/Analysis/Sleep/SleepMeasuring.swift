import Signals

/// Turns the states of a sleep period into figures.
struct SleepMeasuring {
    /// The night that is measured.
    let draft: NightDraft
    /// The zone of the times of day.
    let zone: Zone
    /// How far the night can be trusted.
    let confidence: NightConfidence

    /// The least share of a sleep period that must be scored before its minutes are told.
    static let leastKnown = 0.5
    /// What a latency from motion is worth of the rest: lying still awake looks like sleep. Half is our own choice.
    static let latencyTrust = 0.5

    /// The figures of the sleep period `main`.
    /// - Parameters:
    ///   - main: epochs of the draft.
    ///   - lightsOut: the mark of going to sleep; nil without one that counts.
    ///   - early: seconds from the last mark to the sleep, where it is too early to count.
    ///   - rest: when rest began by the recorder's own software, which counts where there is no mark.
    func measures(
        _ main: Range<Int>, lightsOut mark: Instant?, early: Double? = nil, rest: Instant? = nil
    ) -> SleepMeasures {
        let figures = PeriodFigures(draft.states[main], epochSeconds: draft.epochSeconds)
        guard let slept = figures.slept else { return unknown("no epoch of the sleep period was scored as sleep") }
        let known = draft.states[main].count { $0 == .asleep || $0 == .awake }
        guard Double(known) >= Self.leastKnown * Double(main.count) else {
            return unknown("less than half of the sleep period was recorded with the recorder worn")
        }
        let bed = draft.interval(main)
        let lightsOut = mark ?? rest
        let source = mark == nil && rest != nil ? ["recorder_rest": 1.0] : [:]
        let timeInBed = lightsOut.map { bed.upperBound.seconds(since: min($0, bed.lowerBound)) / 60 }
        let awakeBefore = lightsOut.map { max(0, draft.instant(slept.lowerBound).seconds(since: $0) / 60) }
        let efficiency =
            timeInBed.map { 100 * figures.totalSleepTime / max(1, $0 - draft.minutes(main.count - known)) }
            ?? figures.efficiency
        let middle = bed.lowerBound.advanced(bySeconds: bed.upperBound.seconds(since: bed.lowerBound) / 2)
        let noMark = noMark(early)
        let trust = confidence.value
        let silent = draft.silentShare(main)
        let seen = draft.scorer.wakeAgreement ?? draft.scorer.agreement
        let wakeTrust = silent == nil ? trust / draft.scorer.agreement * seen : 0
        let silence = silent.map { [Night.silentShare: $0] } ?? [:]
        return SleepMeasures(
            totalSleepTime: Estimate(figures.totalSleepTime, confidence: trust, method: method("total-sleep-time")),
            sleepOnsetLatency: awakeBefore.map {
                Estimate(
                    $0, confidence: trust * Self.latencyTrust, method: method("motion-onset-latency-proxy", source))
            } ?? Estimate(unknown: noMark, method: method("motion-onset-latency-proxy")),
            wakeAfterSleepOnset: Estimate(
                figures.wakeAfterSleepOnset, confidence: wakeTrust, method: method("wake-after-sleep-onset", silence)),
            sleepEfficiency: Estimate(
                min(100, efficiency), confidence: trust,
                method: method("sleep-efficiency", ["per_time_in_bed": timeInBed == nil ? 0 : 1])),
            awakenings: Estimate(
                Double(figures.awakenings), confidence: wakeTrust,
                method: method("awakenings", ["minimum_minutes": PeriodFigures.shortestAwakening])),
            sleepPeriod: Estimate(draft.minutes(main.count), confidence: trust, method: method("sleep-period")),
            timeInBed: timeInBed.map { Estimate($0, confidence: trust, method: method("time-in-bed", source)) }
                ?? Estimate(unknown: noMark, method: method("time-in-bed")),
            midSleep: Estimate(
                Double(zone.civilTime(at: middle).secondOfDay) / 3600, confidence: trust, method: method("mid-sleep")))
    }

    private func noMark(_ early: Double?) -> String {
        guard let early else {
            return "there is no lights-out mark, and motion does not tell going to bed from lying still"
        }
        let minutes = Int((early / 60).rounded())
        return "the last mark was \(minutes / 60) h \(minutes % 60) min before sleep, too early to take for "
            + "lights-out; a diary can say that it was"
    }

    /// Every figure without value, for one reason.
    func unknown(_ reason: String) -> SleepMeasures {
        let nothing = { (name: String) in Estimate(unknown: reason, method: method(name)) }
        return SleepMeasures(
            totalSleepTime: nothing("total-sleep-time"), sleepOnsetLatency: nothing("motion-onset-latency-proxy"),
            wakeAfterSleepOnset: nothing("wake-after-sleep-onset"), sleepEfficiency: nothing("sleep-efficiency"),
            awakenings: nothing("awakenings"), sleepPeriod: nothing("sleep-period"),
            timeInBed: nothing("time-in-bed"), midSleep: nothing("mid-sleep"))
    }

    private func method(_ name: String, _ parameters: [String: Double] = [:]) -> Method {
        Method(
            "\(name)/\(draft.periodMethod.name)/\(draft.scorer.rawValue)",
            parameters: parameters.merging(["epoch_s": Double(draft.epochSeconds)]) { own, _ in own })
    }
}
