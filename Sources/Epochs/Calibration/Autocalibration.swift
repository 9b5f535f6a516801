/// Calibration by gravity (van Hees and others, Journal of Applied Physiology 117, 2014): where the recorder lies
/// still it measures 1 g, so its mean vectors must lie on a sphere; scale and offset per axis are those that put them
/// there.
///
/// The sphere is fitted by Gauss-Newton steps on the distances from it, weighted by Tukey's biweight, so that windows
/// which were not quite still do not pull.
public enum Autocalibration {
    /// The result of a calibration.
    public struct Outcome: Hashable, Sendable {
        /// The calibration; nil when none could be fitted.
        public var calibration: Calibration?
        /// Mean distance of the still windows from 1 g before, in mg; nil without any.
        public var errorBefore: Double?
        /// The mean error after calibration, in mg; nil where no calibration was found.
        public var errorAfter: Double?
        /// Still windows of 10 s that were used.
        public var windows: Int
        /// Whether the calibration is good enough to be applied.
        public var isAccepted: Bool
        /// Why it is not applied; nil when it is.
        public var reason: String?
    }

    /// Windows that a fit needs.
    public static let fewest = 50
    /// Every axis must point up and down by this much somewhere, in g.
    public static let reach = 0.3
    /// The largest mean error after calibration, in mg.
    public static let largestError = 10.0

    /// Fits the mean vectors of still windows, in g.
    public static func fit(_ points: [SIMD3<Double>]) -> Outcome {
        let before = points.isEmpty ? nil : error(points, Calibration())
        var outcome = Outcome(errorBefore: before, windows: points.count, isAccepted: false)
        guard points.count >= fewest else {
            outcome.reason = "\(points.count) still windows of 10 s are too few; \(fewest) are needed."
            return outcome
        }
        for (axis, name) in ["x", "y", "z"].enumerated() {
            let (low, high) = points.reduce((Double.infinity, -Double.infinity)) {
                (min($0.0, $1[axis]), max($0.1, $1[axis]))
            }
            guard low <= -reach, high >= reach else {
                outcome.reason =
                    "The \(name) axis never lay at \(low > -reach ? "-" : "")0.3 g or beyond; "
                    + "the recorder was not turned enough."
                return outcome
            }
        }
        guard let found = SphereFit(points).solve(), let before else {
            outcome.reason = "No sphere fits the still windows."
            return outcome
        }
        let after = error(points, found)
        (outcome.calibration, outcome.errorAfter) = (found, after)
        if after >= before {
            outcome.reason = "The error does not fall."
        } else if after >= largestError {
            outcome.reason = "The error left is not below 10 mg."
        } else {
            outcome.isAccepted = true
        }
        return outcome
    }

    /// Fits the windows that a survey collected.
    public static func fit(_ survey: StillnessSurvey) -> Outcome {
        // Windows cut by a hole or an end have fewer samples and are less certain.
        let most = survey.still.map(\.samples).max() ?? 0
        return fit(survey.still.filter { $0.samples * 10 >= most * 9 }.map(\.mean))
    }

    /// The mean distance from 1 g, in mg.
    private static func error(_ points: [SIMD3<Double>], _ calibration: Calibration) -> Double {
        points.reduce(0) { sum, point in
            let value = calibration.apply(point)
            return sum + abs((value * value).sum().squareRoot() - 1)
        } / Double(points.count) * 1000
    }
}
