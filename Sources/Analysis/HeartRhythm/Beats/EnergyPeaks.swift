/// Peaks of the energy of 8 to 20 Hz over 100 ms, at most one in 200 ms: where QRS complexes of any shape are.
struct EnergyPeaks: Sendable {
    private var high, low: BiquadFilter
    private var mean: MovingMean
    private var open: PeakCandidate?
    private let quiet: Int
    private let settled: Int
    /// Samples between a QRS complex and the peak of its energy: half of the mean, and the filters.
    let delay: Int

    init(rate: Double) {
        high = .highPass(8, rate: rate)
        low = .lowPass(20, rate: rate)
        mean = MovingMean(length: Int(0.1 * rate))
        quiet = Int(0.2 * rate)
        settled = Int(0.3 * rate)
        delay = Int((0.07 * rate).rounded())
    }

    /// Takes sample `now`; gives a peak 200 ms after it, placed on its complex.
    mutating func append(_ value: Double, at now: Int) -> PeakCandidate? {
        let filtered = low.next(high.next(value))
        let height = mean.next(filtered * filtered).squareRoot()
        guard now > settled else { return nil }
        return open.replace(by: PeakCandidate(sample: now - delay, height: height), quiet: quiet)
    }

    mutating func finish() -> PeakCandidate? {
        defer { open = nil }
        return open
    }
}
