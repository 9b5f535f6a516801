/// Rest periods from counts of any scale (Crespo, Aboy, Fernández and Mojón, Medical and Biological Engineering and
/// Computing 50, 2012): a median over 8 hours below its own lower third, tidied by morphology; then once more without the
/// zeros that mean a recorder taken off rather than sleep.
public struct Crespo: Hashable, Sendable {
    /// The length of an epoch, in seconds.
    public var epochSeconds: Int
    /// The rest that is expected in a day, in seconds: the length of the median and, as a share of the day, its threshold.
    public var restSeconds = 28_800
    /// The length of the first morphological filter, in seconds; the second is twice as long.
    public var filterSeconds = 3600
    /// Zeros for so long are filled in the first round, in seconds.
    public var filledZeros = 900
    /// Zeros for so long within rest are not believed in the second round, in seconds.
    public var doubtfulRestZeros = 1800
    /// Zeros for so long within activity are not believed in the second round, in seconds.
    public var doubtfulActiveZeros = 120
    /// The quantile of the counts that fills zeros.
    public var fillQuantile = 0.33

    /// The rule, by default with the published parameters.
    public init(epochSeconds: Int = 60) { self.epochSeconds = max(1, epochSeconds) }

    /// The rest periods in `counts`, in order; NaN where nothing was recorded or the recorder was not worn. None without a count
    /// above zero.
    public func periods(in counts: [Double]) -> [Range<Int>] {
        let known = counts.filter { !$0.isNaN }.sorted()
        guard let most = known.last, most > 0, let fill = OrderedQuantile.of(known, at: fillQuantile) else { return [] }
        let first = candidates(counts, fill: fill, most: most)
        let second = refined(counts, candidates: first, most: most)
        var periods: [Range<Int>] = []
        var start: Int?
        for index in 0...second.count {
            if index < second.count, !second[index] {
                start = start ?? index
            } else if let begun = start {
                periods.append(begun..<index)
                start = nil
            }
        }
        return periods
    }

    /// Whether each epoch is activity by the first round.
    private func candidates(_ counts: [Double], fill: Double, most: Double) -> [Bool] {
        var filled = counts.map { $0.isNaN ? fill : $0 }
        for run in zeros(counts, of: counts.indices.map { $0 }, least: epochs(filledZeros)) {
            for index in run { filled[index] = fill }
        }
        let half = epochs(restSeconds) / 2
        let margin = [Double](repeating: most, count: half)
        let medians = RollingMedian.centred(margin + filled + margin, half: half, least: 1).dropFirst(half)
            .prefix(counts.count)
        return Morphology.tidied(active(Array(medians)), half: epochs(filterSeconds) / 2)
    }

    /// Whether each epoch is activity by the second round, which leaves doubtful zeros out.
    private func refined(_ counts: [Double], candidates: [Bool], most: Double) -> [Bool] {
        var trusted = counts
        for isActive in [false, true] {
            let own = counts.indices.filter { candidates[$0] == isActive }
            let least = epochs(isActive ? doubtfulActiveZeros : doubtfulRestZeros)
            let runs = zeros(counts, of: own, least: least)
            // A recorder that shows nothing but zeros in most of the rest shows sleep by them. This share is ours.
            if !isActive, runs.reduce(0, { $0 + $1.count }) * 4 > own.count * 3 { continue }
            for run in runs {
                for index in run { trusted[index] = .nan }
            }
        }
        let lead = epochs(filterSeconds)
        let margin = [Double](repeating: most, count: lead)
        let medians = RollingMedian.centred(
            margin + trusted + margin, half: epochs(restSeconds) / 2, least: epochs(filterSeconds))
        return Morphology.tidied(
            active(Array(medians.dropFirst(lead).prefix(counts.count))), half: epochs(filterSeconds))
    }

    /// Whether each epoch is active: above the quantile that corresponds to the expected rest of a day; unknown medians
    /// are not active.
    private func active(_ medians: [Double]) -> [Bool] {
        let known = medians.filter { !$0.isNaN }.sorted()
        guard let threshold = OrderedQuantile.of(known, at: Double(restSeconds) / 86_400) else {
            return medians.map { _ in false }
        }
        return medians.map { $0 > threshold }
    }

    /// Runs of zeros in the counts of `indices`, put one after the other.
    private func zeros(_ counts: [Double], of indices: [Int], least: Int) -> [ArraySlice<Int>] {
        var runs: [ArraySlice<Int>] = []
        var first = 0
        for place in 0...indices.count where place == indices.count || counts[indices[place]] != 0 {
            if place - first >= least { runs.append(indices[first..<place]) }
            first = place + 1
        }
        return runs
    }

    private func epochs(_ seconds: Int) -> Int { max(1, seconds / epochSeconds) }
}
