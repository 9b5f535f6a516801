/// Activity counts of an even stretch of any rate.
///
/// At the published rates samples go in as they are. Others are brought to one of these first: slower than 100 Hz to
/// the next published rate by the line between neighbours, faster ones to 100 Hz by the mean over each hundredth of a
/// second.
struct CountStage {
    private let step: Double
    private let isDirect: Bool
    private let target: Int
    private var counts: ActivityCounts
    private var resampler: AreaOrLine
    private var resampled: [SIMD4<Double>] = []
    /// Resampled values that are waited for; a slow recording has hundreds for each of its own.
    private static let piece = 4096

    /// Counts of samples at `rate` per second.
    init(rate: Double) {
        let whole = Int(rate.rounded())
        isDirect = abs(rate - rate.rounded()) < 1e-6 && ActivityCounts.rates.contains(whole)
        target = isDirect ? whole : ActivityCounts.rates.first { Double($0) >= rate } ?? 100
        step = rate / Double(target)
        counts = ActivityCounts(rate: target)
        resampler = AreaOrLine(step: step)
    }

    /// Starts a new stretch of samples.
    mutating func begin() {
        counts = ActivityCounts(rate: target)
        resampler = AreaOrLine(step: step)
    }

    /// Takes samples and returns the counts that they complete; count `n` of a stretch begins `n` tenths of a second
    /// after it.
    mutating func add(_ samples: UnsafeBufferPointer<SIMD4<Double>>) -> [SIMD4<Double>] {
        guard !isDirect else { return counts.add(samples) }
        var ready: [SIMD4<Double>] = []
        for sample in samples {
            resampler.add(sample) { resampled.append($0) }
            if resampled.count >= Self.piece { ready += takeResampled() }
        }
        return ready + takeResampled()
    }

    private mutating func takeResampled() -> [SIMD4<Double>] {
        defer { resampled.removeAll(keepingCapacity: true) }
        return resampled.withUnsafeBufferPointer { counts.add($0) }
    }
}
