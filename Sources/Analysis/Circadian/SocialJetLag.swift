public import Signals

/// How far sleep moves between work days and free days (Wittmann and others, Chronobiology International 23, 2006).
public struct SocialJetLag: Hashable, Sendable {
    /// |``freeMidSleep`` - ``workMidSleep``|, in hours.
    public let hours: Double
    /// The mean middle of sleep before work days, in hours after midnight of the day of waking; may be negative.
    public let workMidSleep: Double
    /// The mean middle of sleep before free days, in hours.
    public let freeMidSleep: Double

    /// From the middles of sleep of nights.
    /// - Parameters:
    ///   - nights: the day of waking and the middle of sleep, in hours of local time, 0 ..< 24; one after noon lies in
    ///     the evening before.
    ///   - isFree: whether no work follows; Saturday and Sunday by default.
    /// - Returns: nil without a night of each kind.
    public init?(
        _ nights: [(date: CivilDate, midSleep: Double)], isFree: (CivilDate) -> Bool = SocialJetLag.isWeekend
    ) {
        var sums = (work: 0.0, free: 0.0)
        var counts = (work: 0, free: 0)
        for night in nights where night.midSleep.isFinite {
            let middle = night.midSleep > 12 ? night.midSleep - 24 : night.midSleep
            if isFree(night.date) {
                sums.free += middle
                counts.free += 1
            } else {
                sums.work += middle
                counts.work += 1
            }
        }
        guard counts.work > 0, counts.free > 0 else { return nil }
        workMidSleep = sums.work / Double(counts.work)
        freeMidSleep = sums.free / Double(counts.free)
        hours = abs(freeMidSleep - workMidSleep)
    }

    /// Whether a day is a Saturday or a Sunday.
    public static func isWeekend(_ date: CivilDate) -> Bool {
        // 1970-01-01 was a Thursday.
        let weekday = ((date.daysSince1970 + 3) % 7 + 7) % 7
        return weekday >= 5
    }
}
