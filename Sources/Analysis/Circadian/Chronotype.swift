public import Signals

/// When somebody sleeps on free days, corrected for the sleep that work days cost (Roenneberg and others, Sleep Medicine
/// Reviews 11, 2007).
public struct Chronotype: Hashable, Sendable {
    /// The middle of sleep on free days, in hours after midnight (MSF); may be negative.
    public let freeMidSleep: Double
    /// The same less half of what sleep on free days exceeds the week's mean (MSFsc).
    public let corrected: Double
    /// Hours of sleep before work days.
    public let workSleep: Double
    /// Hours of sleep before free days.
    public let freeSleep: Double
    /// Nights before work days.
    public let workNights: Int
    /// Nights before free days.
    public let freeNights: Int

    /// Days of work in a week.
    static let workDays = 5.0

    /// From nights with their main sleep.
    /// - Parameters:
    ///   - nights: the day of waking, the middle of sleep in hours of local time, 0 ..< 24, and the length of sleep in hours.
    ///   - isFree: whether no work follows; Saturday and Sunday by default.
    /// - Returns: nil without a night of each kind.
    public init?(
        _ nights: [(date: CivilDate, midSleep: Double, hours: Double)],
        isFree: (CivilDate) -> Bool = SocialJetLag.isWeekend
    ) {
        let known = nights.filter { $0.midSleep.isFinite && $0.hours.isFinite }
        let free = known.filter { isFree($0.date) }
        let work = known.filter { !isFree($0.date) }
        guard let lag = SocialJetLag(known.map { ($0.date, $0.midSleep) }, isFree: isFree) else { return nil }
        let mean = { (nights: [(date: CivilDate, midSleep: Double, hours: Double)]) in
            nights.reduce(0) { $0 + $1.hours } / Double(nights.count)
        }
        (workNights, freeNights) = (work.count, free.count)
        (workSleep, freeSleep) = (mean(work), mean(free))
        freeMidSleep = lag.freeMidSleep
        let week = (Self.workDays * workSleep + (7 - Self.workDays) * freeSleep) / 7
        corrected = freeSleep > workSleep ? freeMidSleep - (freeSleep - week) / 2 : freeMidSleep
    }
}

extension NightAnalysis {
    /// The chronotype of nights by their sleep periods, weekends being free; nil without both kinds of days.
    public static func chronotype(_ nights: [Night]) -> Chronotype? {
        Chronotype(
            nights.compactMap { night in
                guard let middle = night.measures.midSleep.value, let minutes = night.measures.sleepPeriod.value else {
                    return nil
                }
                return (night.date, middle, minutes / 60)
            })
    }
}
