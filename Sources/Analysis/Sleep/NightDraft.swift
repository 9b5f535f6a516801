import Signals

/// What has been found in one window, before it is measured.
struct NightDraft {
    /// The window that the night is searched in.
    var window: NightWindow
    /// The start of the first epoch.
    var start: Instant
    /// The length of an epoch, in seconds.
    var epochSeconds: Int
    /// The state of each epoch of the window.
    var states: [SleepState]
    /// Sleep periods that a rule found, as indices of ``states``, in order.
    var periods: [Range<Int>]
    /// The rule that found ``periods``.
    var periodMethod: Method
    /// The rule that scored ``states``.
    var scorer: SleepScorer
    /// How much of its published agreement is granted, 0 ... 1.
    var transfer: Double
    /// Whether nothing was counted in an epoch that was recorded, one by one; empty where the states are not of counts.
    var silent: [Bool] = []
    /// Whether the recorder may have been off the wrist, one by one; empty where nothing is in doubt.
    var doubtful: [Bool] = []
    /// When the recorder's own software says that rest began.
    var rests: [Instant] = []
    /// Whether the whole sleep is in doubt for its stillness, as was found before.
    var isStill = false

    /// From this share of a sleep period on without a count, wake cannot be told from sleep by counts.
    private static let mostSilent = 0.95

    /// The share of the epochs of `main` without a count, where so little moved that no rule on counts can find wake, and a
    /// recorder beside the bed would show the same.
    func silentShare(_ main: Range<Int>) -> Double? {
        guard silent.count == states.count, !main.isEmpty else { return nil }
        let share = Double(silent[main].count { $0 }) / Double(main.count)
        let isDoubtful = doubtful.count == states.count && doubtful[main].count { $0 } * 2 > main.count
        return share >= Self.mostSilent || isDoubtful ? share : nil
    }

    /// Hours of the window in which something was recorded.
    var recordedHours: Double {
        Double(states.count { $0 != .unknown }) * Double(epochSeconds) / 3600
    }

    /// The start of epoch `index`.
    func instant(_ index: Int) -> Instant {
        start.advanced(byNanoseconds: Int64(index) &* Int64(epochSeconds) &* 1_000_000_000)
    }

    /// The interval of the epochs `indices`.
    func interval(_ indices: Range<Int>) -> Range<Instant> {
        instant(indices.lowerBound)..<instant(indices.upperBound)
    }

    /// Minutes of `count` epochs.
    func minutes(_ count: Int) -> Double { Double(count) * Double(epochSeconds) / 60 }
}

extension NightDraft {
    /// Takes epochs in which the recorder touched no skin for not worn: nothing is both asleep and off the body.
    mutating func takeOff(_ spans: [Range<Instant>]) {
        for span in spans where span.upperBound > start {
            for index in states.indices where states[index] != .unknown && span.contains(instant(index)) {
                states[index] = .notWorn
            }
        }
    }
}

extension NightDraft {
    /// The night, measured.
    /// - Parameters:
    ///   - marks: lights-out marks of the whole recording.
    ///   - losses: losses of the whole recording; those that overlap the window, and those without a time, are kept.
    func night(in zone: Zone, lightsOut marks: [Instant], losses: [Loss]) -> Night {
        // Version 2: counts too still for wake are trusted less, and marks hours before sleep are no lights-out.
        // Version 3: non-wear from counts by what is around it, and confidence from the expected error.
        let scoringMethod = Method(scorer.rawValue, version: 3, parameters: ["epoch_s": Double(epochSeconds)])
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
            measures: main.map {
                measuring.measures(
                    $0, lightsOut: lightsOut, early: early, rest: lightsOut == nil ? rest(before: $0) : nil)
            }
                ?? measuring.unknown(reason ?? ""),
            confidence: confidence, periodMethod: periodMethod, scoringMethod: scoringMethod, losses: own)
    }
}

extension NightDraft {
    /// Hours that must be recorded in a window before a night is looked for in it.
    static let leastRecordedHours = 4.0
    /// The shortest main sleep, in minutes; shorter periods are naps.
    static let shortestMainMinutes = 120.0
    /// The same in a window of which more than half was not worn: what is left is a stillness before or after as soon as sleep.
    static let shortestAmidNonWearMinutes = 240.0

    /// The main sleep and its lights-out mark, or why there is none.
    enum Found {
        /// The sleep, its mark, and how many seconds before it the nearest mark was where that is too far.
        case main(Range<Int>, lightsOut: Instant?, early: Double?)
        case none(String)
    }

    /// The longest period, shortened to begin at a lights-out mark that lies in it.
    ///
    /// Of several marks the one nearest to the start of the period counts, from two hours before it to two hours after.
    /// An earlier press is more often an event of the evening than two hours awake in bed; who lay awake that long
    /// can say so in a diary.
    private func mainSleep(lightsOut marks: [Instant]) -> Found {
        guard recordedHours >= Self.leastRecordedHours else {
            let hours = (recordedHours * 10).rounded() / 10
            return .none("only \(hours) h were recorded from noon to noon; \(Self.leastRecordedHours) are needed")
        }
        guard states.contains(.asleep) || states.contains(.awake) else {
            return .none("the recorder was not worn")
        }
        guard var main = periods.max(by: { $0.count < $1.count }),
            minutes(main.count) >= Self.shortestMainMinutes, states[main].contains(.asleep)
        else {
            let worn = states.count { $0 == .asleep || $0 == .awake }
            let hours = (minutes(worn) / 6).rounded() / 10
            let wearing = minutes(worn) < 30 * recordedHours ? " in the \(hours) h in which the recorder was worn" : ""
            return .none("no sleep of at least \(Int(Self.shortestMainMinutes)) minutes was found\(wearing)")
        }
        let off = states.count { $0 == .notWorn }
        guard off * 2 <= states.count || minutes(main.count) >= Self.shortestAmidNonWearMinutes else {
            return .none(
                "the recorder was not worn for most of the window, and no sleep of at least "
                    + "\(Int(Self.shortestAmidNonWearMinutes)) minutes was found")
        }
        let start = instant(main.lowerBound)
        let near = marks.filter { (-7200.0...7200).contains($0.seconds(since: start)) }
        let mark = near.min { abs($0.seconds(since: start)) < abs($1.seconds(since: start)) }
        if let mark, mark > start {
            let skipped = Int((mark.seconds(since: start) / Double(epochSeconds)).rounded(.up))
            let rest = main.dropFirst(skipped)
            guard rest.contains(where: { states[$0] == .asleep }) else {
                return .main(main, lightsOut: nil, early: nil)
            }
            main = rest
        }
        let early = marks.filter { $0 >= window.interval.lowerBound && $0 < start }.max()
        return .main(main, lightsOut: mark, early: mark == nil ? early.map { start.seconds(since: $0) } : nil)
    }

    /// The other periods; what a lights-out mark cut off the main one is none.
    func naps(besides main: Range<Int>?) -> [Range<Instant>] {
        periods.filter { period in main.map { !period.overlaps($0) } ?? true }.map { interval($0) }
    }

    /// When rest began by the recorder's own software: at most two hours before sleep was found, and half an hour after.
    func rest(before main: Range<Int>) -> Instant? {
        let start = instant(main.lowerBound)
        return rests.last { (-7200.0...1800).contains($0.seconds(since: start)) }
    }

    /// Epochs of the main sleep and beside it in which sleep may have been lost: without data or the recorder.
    ///
    /// Beside the sleep those of two hours on each side count, but missing data only where less than half an hour of data is
    /// between: who was awake that long had not begun to sleep, or had ended it. What lies still as a table may be sleep.
    private func lost(_ main: Range<Int>) -> Int {
        let length = max(1, epochSeconds)
        let margin = NightConfidence.marginSeconds / length
        let near = NightConfidence.wakeSeconds / length
        let missing = { (side: Range<Int>, isNear: Bool) in
            side.count { states[$0] == .notWorn || isNear && states[$0] == .unknown }
        }
        let before = max(0, main.lowerBound - margin)..<main.lowerBound
        let after = main.upperBound..<min(states.count, main.upperBound + margin)
        return main.count { states[$0] == .unknown || states[$0] == .notWorn }
            + missing(before, states[before.suffix(near)].contains(.unknown))
            + missing(after, states[after.prefix(near)].contains(.unknown))
    }

    /// Confidence in the main sleep; the shares are over an hour on each side, too, and over the window without one.
    func confidence(_ main: Range<Int>?) -> NightConfidence {
        let hour = 3600 / max(1, epochSeconds)
        let around = main.map { max(0, $0.lowerBound - hour)..<min(states.count, $0.upperBound + hour) }
        let part = around ?? states.indices
        let known = part.count { states[$0] != .unknown }
        let worn = part.count { states[$0] == .asleep || states[$0] == .awake }
        let inDoubt = main.map { isStill || silentShare($0) != nil } ?? false
        let doubted = inDoubt ? main?.count { states[$0] == .asleep || states[$0] == .awake } ?? 0 : 0
        let agreement = inDoubt ? min(scorer.agreement, SleepScorer.alwaysAsleepAgreement) : scorer.agreement
        let expectedError = main.map {
            NightConfidence.scorerError * (1 - agreement * transfer) + minutes(lost($0))
                + (inDoubt ? NightConfidence.stillError : 0)
        }
        return NightConfidence(
            completeness: Double(known) / Double(max(1, part.count)),
            wear: (Double(worn) - Double(doubted) / 2) / Double(max(1, known)),
            agreement: agreement * transfer, expectedError: expectedError)
    }
}
