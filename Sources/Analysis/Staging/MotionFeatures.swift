import Glibc

/// Features of movement that do not change with the scale of the counts and little with their kind.
struct MotionFeatures {
    /// Level of movement: 0 still, about 2.4 the mean of the night.
    let level: [Double]

    /// Takes counts of 30 s each; NaN where there is none.
    ///
    /// What a still arm shows (a noise floor, as of ENMO) is taken off, what is left is smoothed a little, as counts come
    /// smoothed or not, divided by its mean and compressed.
    init(counts raw: [Double]) {
        // On a grid of the largest count, counts that were scaled are the same to the last bit, and so is all that follows.
        let top = raw.filter { !$0.isNaN }.max() ?? 0
        let grid = 4_294_967_296.0
        let counts = top > 0 ? raw.map { ($0 / top * grid).rounded(.toNearestOrEven) / grid } : raw
        let still = RegularSeries.quantile(counts, 0.2)
        let floor = still + 3 * (still - RegularSeries.quantile(counts, 0.05))
        let above = counts.map { $0.isNaN ? .nan : max($0 - floor, 0) }
        let some = GaussianWindow(1.5, least: 0.3).mean(above)
        let known = some.filter { !$0.isNaN }
        let scale = known.isEmpty ? 0 : known.reduce(0, +) / Double(known.count)
        level = some.map { $0.isNaN ? .nan : scale > 0 ? log1p(10 * $0 / scale) : 0 }
    }

    /// The features by name, in the order of the fitting script.
    func columns() -> [String: [Double]] {
        var columns = ["m": level]
        for sigma in [2, 5, 10, 20, 40] { columns["m\(sigma)"] = GaussianWindow(Double(sigma)).mean(level) }
        for steps in [-20, -10, -5, -2, 2, 5, 10, 20] {
            columns["m@\(steps)"] = RegularSeries.shift(columns["m2"] ?? [], steps)
        }
        columns["msd10"] = GaussianWindow(10).spread(level)
        columns["mrank"] = RegularSeries.rank(columns["m5"] ?? [])
        columns["mrank20"] = RegularSeries.rank(columns["m20"] ?? [])
        for (name, bound) in [("still", 0.5), ("big", 3.0)] {
            let flags = level.map { $0 > bound }
            let (back, ahead) = RegularSeries.distances(flags)
            columns["\(name)-"] = back.map { log1p($0) }
            columns["\(name)+"] = ahead.map { log1p($0) }
            columns["\(name)0"] = zip(back, ahead).map { log1p(min($0, $1)) }
            let moving = zip(level, flags).map { $0.isNaN ? .nan : $1 ? 1.0 : 0 }
            columns["\(name)share"] = GaussianWindow(20).mean(moving)
        }
        return columns
    }
}
