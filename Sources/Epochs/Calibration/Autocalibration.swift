/// Calibration by gravity (van Hees and others, Journal of Applied Physiology 117, 2014): where the recorder lies
/// still it measures 1 g, so its mean vectors must lie on a sphere; scale and offset per axis are those that put them
/// there.
///
/// The sphere is fitted by Gauss-Newton steps on the distances from it, weighted by Tukey's biweight, so that windows
/// which were not quite still do not pull. Where the recorder was not turned enough for scales, offsets alone are fitted,
/// and used if those of either half of the windows bring the other half nearer to 1 g too.
public enum Autocalibration {
    /// The result of a calibration.
    public struct Outcome: Hashable, Sendable {
        /// The calibration; nil when none could be fitted.
        public var calibration: Calibration?
        /// What was fitted; nil where nothing was.
        public var model: Model?
        /// The lowest mean of a still window on each axis, in g; nil without still windows.
        public var lowest: SIMD3<Double>?
        /// The highest mean of a still window on each axis, in g; nil without still windows.
        public var highest: SIMD3<Double>?
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

    /// What a calibration corrects.
    public enum Model: String, Sendable {
        /// A scale and an offset of each axis.
        case scaleAndOffset = "scale and offset"
        /// An offset of each axis; scales are 1.
        case offset
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
        let (lowest, highest) = points.reduce((points[0], points[0])) {
            (pointwiseMin($0.0, $1), pointwiseMax($0.1, $1))
        }
        (outcome.lowest, outcome.highest) = (lowest, highest)
        guard let before else { return outcome }
        if let uncovered = uncovered(lowest, highest) {
            fitOffset(points, before, uncovered, &outcome)
            return outcome
        }
        guard let found = SphereFit(points).solve() else {
            outcome.reason = "No sphere fits the still windows."
            return outcome
        }
        let after = error(points, found)
        (outcome.calibration, outcome.model, outcome.errorAfter) = (found, .scaleAndOffset, after)
        if after >= before {
            outcome.reason = "The error does not fall."
        } else if after >= largestError {
            outcome.reason = "The error left is not below 10 mg."
        } else {
            outcome.isAccepted = true
        }
        return outcome
    }

    /// Says of the first axis on which scales cannot be known how near the recorder came; nil where all can be.
    private static func uncovered(_ lowest: SIMD3<Double>, _ highest: SIMD3<Double>) -> String? {
        for (axis, name) in ["x", "y", "z"].enumerated() {
            let isLow = lowest[axis] > -reach
            guard isLow || highest[axis] < reach else { continue }
            let nearest = ((isLow ? lowest[axis] : highest[axis]) * 100).rounded() / 100
            return "The \(name) axis never lay at \(isLow ? "-" : "")0.3 g or beyond, only at \(nearest) g; "
                + "the recorder was not turned enough"
        }
        return nil
    }

    /// Fits offsets alone, where the recorder was not turned enough for scales, and says what of it is used.
    private static func fitOffset(
        _ points: [SIMD3<Double>], _ before: Double, _ uncovered: String, _ outcome: inout Outcome
    ) {
        guard let found = OffsetFit(points).solve() else {
            outcome.reason = uncovered + "."
            return
        }
        let after = error(points, found)
        (outcome.calibration, outcome.model, outcome.errorAfter) = (found, .offset, after)
        if after >= largestError {
            outcome.reason = "\(uncovered) for scales, and offsets alone leave an error that is not below 10 mg."
        } else if after >= before || !holdsAcrossHalves(points) {
            outcome.reason = "\(uncovered) for scales, and offsets alone do not lower the error throughout."
        } else {
            outcome.isAccepted = true
        }
    }

    /// Whether the offsets of either half of the windows, in order of time, bring the other half nearer to 1 g.
    private static func holdsAcrossHalves(_ points: [SIMD3<Double>]) -> Bool {
        let halves = [Array(points[..<(points.count / 2)]), Array(points[(points.count / 2)...])]
        return [(0, 1), (1, 0)].allSatisfy { fitted, judged in
            guard let found = OffsetFit(halves[fitted]).solve() else { return false }
            return error(halves[judged], found) < error(halves[judged], Calibration())
        }
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
