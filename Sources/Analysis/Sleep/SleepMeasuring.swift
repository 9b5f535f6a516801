import Signals

/// Turns the states of a sleep period into figures.
struct SleepMeasuring {
    /// The night they belong to.
    let draft: NightDraft
    /// For the wall clock.
    let zone: Zone
    /// How far the night can be trusted.
    let confidence: NightConfidence

    /// The shortest wake bout that counts as an awakening, in minutes.
    static let shortestAwakening = 1.0
    /// The least share of a sleep period that must be scored before its minutes are told.
    static let leastKnown = 0.5
    /// What a latency from motion is worth of the rest: people lie still before they sleep (de Souza and others, Sleep 26, 2003).
    static let latencyTrust = 0.5

    /// The wake bouts of at least one minute between the first and the last sleep of `main`, as indices of the window.
    func awakenings(in main: Range<Int>) -> [Range<Int>] {
        guard let slept = slept(main) else { return [] }
        let offset = slept.lowerBound
        return StateRun.runs(of: Array(draft.states[slept]))
            .filter { $0.state == .awake && draft.minutes($0.count) >= Self.shortestAwakening }
            .map { ($0.epochs.lowerBound + offset)..<($0.epochs.upperBound + offset) }
    }

    /// The figures of the sleep period `main`.
    func measures(_ main: Range<Int>, lightsOut: Instant?) -> SleepMeasures {
        guard let slept = slept(main) else { return unknown("no epoch of the sleep period was scored as sleep") }
        let states = draft.states[main]
        let asleep = states.count { $0 == .asleep }
        let known = asleep + states.count { $0 == .awake }
        guard Double(known) >= Self.leastKnown * Double(main.count) else {
            return unknown("less than half of the sleep period was recorded with the recorder worn")
        }
        let wake = draft.states[slept].count { $0 == .awake }
        let bed = draft.interval(main)
        let timeInBed = lightsOut.map { bed.upperBound.seconds(since: min($0, bed.lowerBound)) / 60 }
        let awakeBefore = lightsOut.map { max(0, draft.instant(slept.lowerBound).seconds(since: $0) / 60) }
        let total = draft.minutes(asleep)
        let efficiency =
            100 * total / (timeInBed.map { $0 - draft.minutes(main.count - known) } ?? draft.minutes(known))
        let middle = bed.lowerBound.advanced(bySeconds: bed.upperBound.seconds(since: bed.lowerBound) / 2)
        let noMark = "there is no lights-out mark, and motion does not tell going to bed from lying still"
        let trust = confidence.value
        let wakeTrust = trust / draft.scorer.agreement * (draft.scorer.wakeAgreement ?? draft.scorer.agreement)
        return SleepMeasures(
            totalSleepTime: Estimate(total, confidence: trust, method: method("total-sleep-time")),
            sleepOnsetLatency: awakeBefore.map {
                Estimate($0, confidence: trust * Self.latencyTrust, method: method("motion-onset-latency-proxy"))
            } ?? Estimate(unknown: noMark, method: method("motion-onset-latency-proxy")),
            wakeAfterSleepOnset: Estimate(
                draft.minutes(wake), confidence: wakeTrust, method: method("wake-after-sleep-onset")),
            sleepEfficiency: Estimate(
                min(100, efficiency), confidence: trust,
                method: method("sleep-efficiency", ["per_time_in_bed": timeInBed == nil ? 0 : 1])),
            awakenings: Estimate(
                Double(awakenings(in: main).count), confidence: wakeTrust,
                method: method("awakenings", ["minimum_minutes": Self.shortestAwakening])),
            sleepPeriod: Estimate(draft.minutes(main.count), confidence: trust, method: method("sleep-period")),
            timeInBed: timeInBed.map { Estimate($0, confidence: trust, method: method("time-in-bed")) }
                ?? Estimate(unknown: noMark, method: method("time-in-bed")),
            midSleep: Estimate(
                Double(zone.civilTime(at: middle).secondOfDay) / 3600, confidence: trust, method: method("mid-sleep")))
    }

    /// Every figure unknown for one reason.
    func unknown(_ reason: String) -> SleepMeasures {
        let nothing = { (name: String) in Estimate(unknown: reason, method: method(name)) }
        return SleepMeasures(
            totalSleepTime: nothing("total-sleep-time"), sleepOnsetLatency: nothing("motion-onset-latency-proxy"),
            wakeAfterSleepOnset: nothing("wake-after-sleep-onset"), sleepEfficiency: nothing("sleep-efficiency"),
            awakenings: nothing("awakenings"), sleepPeriod: nothing("sleep-period"),
            timeInBed: nothing("time-in-bed"), midSleep: nothing("mid-sleep"))
    }

    /// From the first to the last sleep of `main`.
    private func slept(_ main: Range<Int>) -> Range<Int>? {
        guard let first = main.first(where: { draft.states[$0] == .asleep }),
            let last = main.last(where: { draft.states[$0] == .asleep })
        else { return nil }
        return first..<(last + 1)
    }

    private func method(_ name: String, _ parameters: [String: Double] = [:]) -> Method {
        Method(
            "\(name)/\(draft.periodMethod.name)/\(draft.scorer.rawValue)",
            parameters: parameters.merging(["epoch_s": Double(draft.epochSeconds)]) { own, _ in own })
    }
}
