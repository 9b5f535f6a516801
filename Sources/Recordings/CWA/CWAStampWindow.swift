/// Makes few good stamps of many coarse ones: the mean over half a minute and more.
///
/// A whole-second stamp tells the sample at which a second began, computed from the fraction `f` of that second as
/// `taken - floor(f * nominal rate)`. That is late by half a sample for the rounding and early by `f` times what the
/// true rate falls short of the nominal one, in the mean over all `f` by half of it; both are taken out. A stamp
/// of the second alone stands for the middle of that second.
struct CWAStampWindow {
    private let precision: CWAStampPrecision
    private let wholeHertz: Int
    private var points: [CWAKnot] = []
    /// The number of means so far.
    private(set) var means = 0
    private var early: [CWAKnot] = []

    /// Least seconds and stamps of a window.
    private static let span = 32.0
    private static let least = 16

    init(precision: CWAStampPrecision, wholeHertz: Int) {
        self.precision = precision
        self.wholeHertz = wholeHertz
    }

    /// Takes a stamp; gives back what is to be used, if anything is due.
    mutating func add(_ knot: CWAKnot, period: Double) -> CWAKnot? {
        guard precision != .fraction else { return knot }
        points.append(knot)
        guard let first = points.first, points.count >= Self.least,
            Double(knot.time) - Double(first.time) >= Self.span * 1e9
        else { return nil }
        means += 1
        defer { points.removeAll(keepingCapacity: true) }
        return mean(points[...], period)
    }

    /// The stamps to use at the end of a run, after those given before.
    mutating func finish(period: Double) -> [CWAKnot] {
        guard precision != .fraction else { return [] }
        defer { points.removeAll() }
        if means == 1 || (means > 1 && points.count >= Self.least / 2) {
            return points.count >= 4 ? [mean(points[...], period)] : []
        }
        guard means == 0, points.count >= 2 else { return means == 0 ? points.map { mean([$0], period) } : [] }
        guard points.count >= 8 else {
            // Too few for a slope of their own.
            return [mean(points[...], period)]
        }
        let half = points.count / 2
        let pair = [mean(points[..<half], period), mean(points[half...], period)]
        guard let seen = pair[0].period(to: pair[1]), abs(seen - period) <= 0.03 * period else {
            return [mean(points[...], period)]
        }
        return pair
    }

    private func mean(_ points: ArraySlice<CWAKnot>, _ period: Double) -> CWAKnot {
        guard let base = points.first else { return CWAKnot(index: 0, time: 0) }
        let count = Double(points.count)
        let index = points.reduce(0.0) { $0 + Double($1.index - base.index) } / count
        let time = points.reduce(0.0) { $0 + Double($1.time - base.time) } / count
        let whole = index.rounded()
        let shift = (whole - index + bias(period)) * period + (precision == .secondOnly ? 0.5e9 : 0)
        return CWAKnot(
            index: base.index + (Int(exactly: whole) ?? 0),
            time: base.time + (Int64(exactly: (time + shift).rounded()) ?? 0))
    }

    /// Samples by which the numbers in the file are too high in the mean.
    private func bias(_ period: Double) -> Double {
        precision == .wholeSecond ? 0.5 - 0.5 * (Double(wholeHertz) - 1e9 / period) : 0
    }
}
