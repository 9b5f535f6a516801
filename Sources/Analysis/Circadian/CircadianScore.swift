public import Signals

/// One number for the strength of a rhythm, 0 ... 1: the mean of interdaily stability, relative amplitude and
/// (SRI + 100) / 200, each held in 0 ... 1.
///
/// A summary of our own without a published norm; its parts are shown beside it.
public enum CircadianScore {
    /// Whole days that the score needs.
    public static let leastDays = 3

    /// The score of a rhythm; without value, but with a reason, when there is too little.
    public static func estimate(_ rhythm: Rhythm?) -> Estimate {
        let method = Method("circadian-score/is+ra+sri", parameters: ["least_days": Double(leastDays)])
        guard let rhythm, rhythm.days >= leastDays else {
            let days = rhythm?.days ?? 0
            let found = days == 1 ? "there is 1" : "there are \(days)"
            return Estimate(
                unknown: "it needs \(leastDays) whole days from midnight to midnight; \(found)", method: method)
        }
        guard let stability = rhythm.interdailyStability,
            let amplitude = rhythm.leastMostActive?.relativeAmplitude, let regularity = rhythm.sleepRegularity
        else {
            let reason = "its parts cannot be told: nothing moved, or sleep was not scored"
            return Estimate(unknown: reason, method: method)
        }
        let parts = [stability, amplitude, (regularity + 100) / 200].map { min(1, max(0, $0)) }
        return Estimate(parts.reduce(0, +) / Double(parts.count), method: method)
    }
}
