import Signals

extension NightDraft {
    /// Hours that must be recorded in a window before a night is looked for in it.
    static let leastRecordedHours = 4.0
    /// The shortest main sleep, in minutes; shorter periods are naps.
    static let shortestMainMinutes = 120.0

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
    func mainSleep(lightsOut marks: [Instant]) -> Found {
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

    /// Confidence over the main sleep and an hour on each side, where its ends are decided; over the window without one.
    func confidence(_ main: Range<Int>?) -> NightConfidence {
        let hour = 3600 / max(1, epochSeconds)
        let around = main.map { max(0, $0.lowerBound - hour)..<min(states.count, $0.upperBound + hour) }
        let part = states[around ?? states.indices]
        let known = part.count { $0 != .unknown }
        let worn = part.count { $0 == .asleep || $0 == .awake }
        let agreement =
            main.flatMap(silentShare) == nil
            ? scorer.agreement : min(scorer.agreement, SleepScorer.alwaysAsleepAgreement)
        return NightConfidence(
            completeness: Double(known) / Double(max(1, part.count)), wear: Double(worn) / Double(max(1, known)),
            agreement: agreement * transfer)
    }
}
