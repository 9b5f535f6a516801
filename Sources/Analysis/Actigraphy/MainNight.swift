public import Signals

/// Which of some nights the figures of an analysis are of.
///
/// The last one counts that was recorded for most of its window or whose sleep is about as long as the longest. So an hour
/// on the sofa at the end of a recording, in the window of a night of which nothing more was recorded, is not taken for a
/// night. Both bounds are ours.
public enum MainNight {
    /// Recorded hours from noon to noon from which on a night counts whatever its sleep was.
    public static let wholeHours = 18.0
    /// The share of the longest sleep from which on that of a night recorded in part counts.
    public static let leastShare = 0.75
    /// The method's name and parameters.
    public static let method = Method(
        "last-main-sleep", parameters: ["whole_h": wholeHours, "least_share": leastShare])

    /// The night that counts; of nights without any sleep the last, nil without nights.
    /// - Parameter nights: nights in order.
    public static func of(_ nights: [Night]) -> Night? {
        let slept = nights.filter { $0.sleepPeriod != nil }
        let longest = slept.map(sleep).max() ?? 0
        return slept.last { hours($0) >= wholeHours || sleep($0) >= leastShare * longest } ?? slept.last ?? nights.last
    }

    private static func sleep(_ night: Night) -> Double { night.measures.totalSleepTime.value ?? 0 }

    private static func hours(_ night: Night) -> Double {
        Double(night.states.count { $0 != .unknown }) * Double(night.epochSeconds) / 3600
    }
}
