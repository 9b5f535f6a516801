public import Signals

/// A mood-related activity pattern, 0 ... 1: a rule on three figures that anybody can follow. It is not a diagnosis.
///
/// The mean of three parts, each 0 ... 1 between two bounds: relative amplitude from 0.95 down to 0.50, interdaily stability from
/// 0.80 down to 0.20, and the standard deviation of mid-sleep from 15 minutes up to 2 hours. Weak rhythms go with depression
/// in large samples (Lyall and others 2018), but the bounds are ours and nobody has validated the rule: on people
/// whom a screening by actigraphy had not seen, the area under the curve was 0.65 (doi 10.2196/22634).
public struct MoodPattern: Hashable, Sendable {
    /// One figure and what it adds to the score.
    public struct Part: Hashable, Sendable {
        /// The figure's name in the output.
        public var name: String
        /// The figure.
        public var value: Double
        /// Its contribution, 0 ... 1, before the mean is taken.
        public var score: Double
    }

    /// Whole days, and nights with sleep, that it needs.
    public static let leastDays = 5
    /// Said wherever the score is shown.
    public static let caution =
        "a mood-related activity pattern, not a diagnosis; if you are worried about your mood, talk to a professional"

    /// The figures that make up the score.
    public let parts: [Part]
    /// The mean of the parts' scores, or why there is none.
    public let score: Estimate

    /// The pattern of some days.
    /// - Parameters:
    ///   - rhythm: the rhythm over the days, or nil.
    ///   - midSleeps: the middle of each night's sleep, hours of local time.
    public init(rhythm: Rhythm?, midSleeps: [Double]) {
        let method = Method("mood-rule/ra+is+mid-sleep", parameters: ["least_days": Double(Self.leastDays)])
        let days = rhythm?.days ?? 0
        guard days >= Self.leastDays, midSleeps.count >= Self.leastDays else {
            parts = []
            score = Estimate(
                unknown: "it needs \(Self.leastDays) whole days and as many nights; there are \(days) days and "
                    + "\(midSleeps.count) nights", method: method)
            return
        }
        guard let amplitude = rhythm?.leastMostActive?.relativeAmplitude,
            let stability = rhythm?.interdailyStability
        else {
            parts = []
            score = Estimate(
                unknown: "the rhythm cannot be told: nothing moved, or too little is known", method: method)
            return
        }
        let spread = Self.spread(midSleeps)
        let held = { (value: Double) in min(1, max(0, value)) }
        parts = [
            Part(name: "relative_amplitude", value: amplitude, score: held((0.95 - amplitude) / 0.45)),
            Part(name: "interdaily_stability", value: stability, score: held((0.8 - stability) / 0.6)),
            Part(name: "mid_sleep_sd_h", value: spread, score: held((spread - 0.25) / 1.75)),
        ]
        score = Estimate(parts.reduce(0) { $0 + $1.score } / Double(parts.count), method: method)
    }

    /// The standard deviation (n - 1) of times of day, each within 12 hours of the first.
    private static func spread(_ hours: [Double]) -> Double {
        let near = hours.map { hour in
            let distance = (hour - hours[0]).truncatingRemainder(dividingBy: 24)
            return distance > 12 ? distance - 24 : distance < -12 ? distance + 24 : distance
        }
        let mean = near.reduce(0, +) / Double(near.count)
        return (near.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(max(1, near.count - 1))).squareRoot()
    }
}
