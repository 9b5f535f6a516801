import Glibc

/// Features of heart rate against the night's own level and spread: trend, swing and short-term variability at several
/// scales.
struct HeartFeatures {
    /// Mean heart rate per epoch; NaN in holes of more than five minutes.
    let epochs: [Double]
    /// The same per 10 s; NaN in holes of more than a minute.
    let fine: [Double]

    /// Takes samples in any order and at any interval for `count` epochs from `start` on.
    init(_ samples: [HeartRateSample], start: Double, count: Int) {
        let good = samples.filter { (25...230).contains($0.beatsPerMinute) }
        fine = RegularSeries.bridged(
            RegularSeries.bins(good, start: start, step: 10, count: 3 * count), longest: 6)
        epochs = RegularSeries.bridged(
            RegularSeries.bins(good, start: start, step: 30, count: count), longest: 10)
    }

    /// The features by name, in the order of the fitting script.
    func columns() -> [String: [Double]] {
        let middle = RegularSeries.quantile(epochs, 0.5)
        let quartiles = RegularSeries.quantile(epochs, 0.75) - RegularSeries.quantile(epochs, 0.25)
        let width = quartiles.isNaN ? .nan : max(quartiles, 2)
        let level = epochs.map { ($0 - middle) / width }
        let low = RegularSeries.quantile(GaussianWindow(10).mean(epochs), 0.05)
        var columns = ["h": level, "hlow": epochs.map { $0 - low }]
        var smooth: [Int: [Double]] = [:]
        for sigma in [2, 5, 10, 20, 40, 80] { smooth[sigma] = GaussianWindow(Double(sigma)).mean(level) }
        func at(_ sigma: Int) -> [Double] { smooth[sigma] ?? [] }
        for sigma in [2, 5, 10, 20, 40] { columns["h\(sigma)"] = at(sigma) }
        for (name, short, long) in [("dog4", 2, 20), ("dog8", 5, 20), ("dog40", 10, 80), ("dog20", 5, 40)] {
            columns[name] = zip(at(short), at(long)).map { $0 - $1 }
        }
        for steps in [-40, -20, -10, -5, 5, 10, 20, 40] {
            columns["h@\(steps)"] = zip(RegularSeries.shift(at(5), steps), at(5)).map { $0 - $1 }
        }
        columns["hrank5"] = RegularSeries.rank(at(5))
        columns["hrank20"] = RegularSeries.rank(at(20))
        columns["width"] = [Double](repeating: log(width), count: epochs.count)
        addSwing(&columns)
        addVariability(&columns)
        let jump = zip(GaussianWindow(1).mean(epochs), GaussianWindow(8).mean(epochs)).map {
            $0.isNaN || $1.isNaN ? .nan : log1p(max($0 - $1, 0))
        }
        columns["surge"] = GaussianWindow(4).mean(jump)
        columns["surge20"] = GaussianWindow(20).mean(jump)
        return columns
    }

    /// How much the means of the epochs swing, over minutes to an hour.
    private func addSwing(_ columns: inout [String: [Double]]) {
        for sigma in [3, 6, 12, 24, 48] {
            let swing = GaussianWindow(Double(sigma)).spread(epochs).map { log($0 + 0.1) }
            columns["s\(sigma)"] = swing
            columns["sn\(sigma)"] = againstMiddle(swing)
        }
        columns["srank12"] = RegularSeries.rank(columns["s12"] ?? [])
        columns["srank24"] = RegularSeries.rank(columns["s24"] ?? [])
        for steps in [-20, -10, 10, 20] {
            let swing = columns["s6"] ?? []
            columns["s@\(steps)"] = zip(RegularSeries.shift(swing, steps), swing).map { $0 - $1 }
        }
    }

    /// How much neighbouring tens of seconds differ, and how far they stray from two minutes' mean.
    private func addVariability(_ columns: inout [String: [Double]]) {
        let next = Array(fine.dropFirst()) + (fine.isEmpty ? [] : [.nan])
        let steps = zip(fine, next).map { ($1 - $0) * ($1 - $0) }
        for sigma in [9, 18, 45, 90] {
            let rough = logRoot(GaussianWindow(Double(sigma)).mean(steps))
            columns["r\(sigma)"] = rough
            columns["rn\(sigma)"] = againstMiddle(rough)
        }
        columns["rrank45"] = RegularSeries.rank(columns["r45"] ?? [])
        let strays = zip(fine, GaussianWindow(12).mean(fine)).map { ($0 - $1) * ($0 - $1) }
        for sigma in [18, 45] {
            columns["d\(sigma)"] = againstMiddle(logRoot(GaussianWindow(Double(sigma)).mean(strays)))
        }
    }

    /// The log of the root of the middle ten seconds of each epoch.
    private func logRoot(_ squares: [Double]) -> [Double] {
        stride(from: 1, to: squares.count, by: 3).map { log(squares[$0].squareRoot() + 0.1) }
    }

    private func againstMiddle(_ values: [Double]) -> [Double] {
        let middle = RegularSeries.quantile(values, 0.5)
        return values.map { $0 - middle }
    }
}
