import Glibc

/// A cosine of 24 hours by least squares (Halberg; Cornelissen, Theoretical Biology and Medical Modelling 11, 2014):
/// y = mesor + amplitude cos(2π (t - acrophase) / 24), in closed form. An epoch stands at its start.
public struct Cosinor: Hashable, Sendable {
    /// The mean level (MESOR), in the unit of the values.
    public let mesor: Double
    /// Half the distance from trough to peak, in the unit of the values.
    public let amplitude: Double
    /// When the peak is, in hours since midnight, 0 ..< 24.
    public let acrophase: Double
    /// The share of the variance that the cosine explains, 0 ... 1.
    public let rSquared: Double

    /// What the values are before they are fitted.
    public enum Scale: Hashable, Sendable {
        /// The values as they are.
        case raw
        /// ln(x + 1); values below 0 count as 0.
        case log

        func callAsFunction(_ value: Double) -> Double { self == .raw ? value : log1p(max(0, value)) }
    }

    /// The cosine of `days`.
    /// - Returns: nil without a whole day, without variance, or when too little of the day is known.
    public init?(_ days: WholeDays, scale: Scale = .raw) {
        guard days.days > 0, let spread = Spread(days.values.map { $0.isNaN ? .nan : scale($0) }) else { return nil }
        let profile = DayProfile(days) { scale($0) - spread.mean }
        // Normal equations of 1, cos and sin, over the epochs of the day with their weights.
        var matrix = SymmetricSystem(size: 3)
        for (slot, count) in profile.counts.enumerated() where count > 0 {
            let angle = 2 * Double.pi * Double(slot) / Double(profile.counts.count)
            matrix.add([1, cos(angle), sin(angle)], weight: Double(count), sum: profile.sums[slot])
        }
        guard let solution = matrix.solve() else { return nil }
        mesor = spread.mean + solution[0]
        amplitude = (solution[1] * solution[1] + solution[2] * solution[2]).squareRoot()
        let hours = atan2(solution[2], solution[1]) * 24 / (2 * Double.pi)
        acrophase = hours < 0 ? hours + 24 : hours
        // The part explained by a least squares fit is the product of the solution and the right side.
        rSquared = min(1, max(0, zip(solution, matrix.right).reduce(0) { $0 + $1.0 * $1.1 } / spread.squares))
    }
}
