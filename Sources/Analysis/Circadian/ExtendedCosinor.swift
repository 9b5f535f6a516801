import Glibc

/// A cosine bent by a logistic curve, for days with long flat nights (Marler, Gehrman, Martin and Ancoli-Israel, Statistics
/// in Medicine 25, 2006), fitted to ln(x + 1):
/// y = minimum + amplitude / (1 + exp(-β (cos(2π (t - acrotime) / 24) - α))).
///
/// As in the published software an epoch stands at its end.
public struct ExtendedCosinor: Hashable, Sendable {
    /// The floor, at least 0.
    public let minimum: Double
    /// The way from the floor to the ceiling, at least 0.
    public let amplitude: Double
    /// The width of the day, -1 ... 1: negative values are wide, 0 is half a day.
    public let alpha: Double
    /// The steepness, at least 0.
    public let beta: Double
    /// The middle of the active part, in hours since midnight, -3 ... 27.
    public let acrotime: Double
    /// The share of the variance that the curve explains.
    public let rSquared: Double
    /// The gain over the cosine, per two parameters, against what stays unexplained: an F with 2 and n - 5 degrees of freedom.
    public let pseudoF: Double

    /// minimum + amplitude / 2.
    public var mesor: Double { minimum + amplitude / 2 }
    /// When the curve crosses ``mesor`` upwards, in hours since midnight of the same day as ``acrotime``.
    public var upMesor: Double { acrotime - acos(alpha) * 24 / (2 * .pi) }
    /// When it falls through the mesor, in hours from midnight.
    public var downMesor: Double { acrotime + acos(alpha) * 24 / (2 * .pi) }

    /// The curve through `days`.
    /// - Returns: nil where ``Cosinor`` is, and with no more than five values.
    public init?(_ days: WholeDays) {
        let logged = days.logged
        guard let cosinor = Cosinor(logged) else { return nil }
        self.init(logged: logged, cosinor)
    }

    /// The curve through days that were put on the scale of logarithms, with their cosine.
    init?(logged days: WholeDays, _ cosinor: Cosinor) {
        guard let spread = Spread(days.values), spread.count > 5 else { return nil }
        let profile = DayProfile(days)
        let fine = LogisticCosineFit(profile, binEpochs: 1)
        // Starts are compared on quarters of an hour; the best is finished on the epochs themselves.
        let coarse = LogisticCosineFit(profile, binEpochs: max(1, 900 / days.epochSeconds))
        let starts = LogisticCosineFit.starts(cosinor)
        let begun = starts.map { coarse.fit(from: $0, steps: 60) }.min { $0.residual < $1.residual }
        guard let begun else { return nil }
        let fitted = fine.fit(from: begun.parameters, steps: 300)
        // The mean of an epoch of the day is all that the curve sees; the spread around it stays unexplained by any curve.
        let within = spread.squares - fine.between(mean: spread.mean)
        let residual = fitted.residual + max(0, within)
        let parameters = fitted.parameters
        (minimum, amplitude, alpha) = (parameters[0], parameters[1], parameters[2])
        (beta, acrotime) = (parameters[3], parameters[4])
        rSquared = 1 - residual / spread.squares
        let cosineResidual = (1 - cosinor.rSquared) * spread.squares
        pseudoF = ((cosineResidual - residual) / 2) / (residual / Double(spread.count - 5))
    }
}
