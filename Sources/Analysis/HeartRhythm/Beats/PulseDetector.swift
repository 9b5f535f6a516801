/// Finds pulses in light that went through or came back from the skin, sample by sample.
///
/// Each pulse begins with a steep rise: the sum of the rises of an eighth of a second (the slope sum of Zong and others,
/// Comput Cardiol 2003), against thresholds that follow pulses and noise. A pulse lies where its rise is steepest, between
/// samples. Which way is up is seen from the slope, which is steeper to systole than back. The quality is the likeness to
/// the pulses before (after Li & Clifford, Physiol Meas 2012): below 0.8 an interval is doubtful.
public struct PulseDetector: Sendable {
    private let rate: Double
    private var high, low: BiquadFilter
    private var origin = 0.0
    private var last = 0.0
    private var filtered: SampleHistory
    private var slope: SampleHistory
    private var rise: MovingMean
    private var open: PeakCandidate?
    private var waiting: [PeakCandidate] = []
    private var levels = BeatLevels()
    private var shape: BeatShape
    private var moments = (square: 0.0, cube: 0.0)
    private var isTurned = false
    private var lastPulse: Double?
    private var found: [DetectedBeat] = []

    private static let window = 0.128

    /// A detector without history.
    /// - Parameter rate: samples per second; nil outside of 20 ... 4000.
    public init?(rate: Double) {
        guard rate >= 20, rate <= 4000 else { return nil }
        self.rate = rate
        high = .highPass(0.5, rate: rate)
        low = .lowPass(8, rate: rate)
        filtered = SampleHistory(capacity: Int(8 * rate))
        slope = SampleHistory(capacity: Int(8 * rate))
        rise = MovingMean(length: Int((Self.window * rate).rounded()))
        shape = BeatShape(rate: rate, before: 0.1, after: 0.4)
    }

    /// Takes in a sample, in any unit and of either polarity; NaN repeats the sample before.
    public mutating func append(_ value: Double) {
        let now = filtered.count
        let value = value.isFinite && abs(value) < 1e12 ? value : last
        if now == 0 { origin = value }
        last = value
        let next = low.next(high.next(value - origin))
        let step = now > 0 ? (next - filtered[now - 1]) * rate : 0
        filtered.append(next)
        slope.append(step)
        // The filters need a moment to settle.
        guard now > Int(1.5 * rate) else { return }
        orient(by: step)
        let height = rise.next(max(0, isTurned ? -step : step))
        let peak = PeakCandidate(sample: now, height: height)
        if let done = open.replace(by: peak, quiet: Int(0.3 * rate)) { waiting.append(done) }
        if levels.isEmpty, now > Int(5 * rate) { learn() }
        // A pulse is compared as far as it reaches.
        while let first = waiting.first, !levels.isEmpty, now - first.sample > Int(0.45 * rate) {
            waiting.removeFirst()
            judge(first)
        }
    }

    /// The next pulse, in order; nil when none is ready.
    public mutating func next() -> DetectedBeat? { found.isEmpty ? nil : found.removeFirst() }

    /// Decides on what is still open: the signal has ended.
    public mutating func finish() {
        if let open { waiting.append(open) }
        open = nil
        if levels.isEmpty { learn() }
        guard !levels.isEmpty else { return }
        for peak in waiting { judge(peak) }
        waiting = []
    }

    /// The slope's third moment over some ten seconds tells which way is up; while nothing is decided it turns at once.
    private mutating func orient(by step: Double) {
        let weight = 1 / (10 * rate)
        moments.square += weight * (step * step - moments.square)
        moments.cube += weight * (step * step * step - moments.cube)
        let skew = moments.cube / max(1e-300, moments.square * moments.square.squareRoot())
        let isNew = levels.isEmpty
        guard isTurned ? skew > (isNew ? 0 : 0.5) : skew < (isNew ? 0 : -0.5) else { return }
        isTurned.toggle()
        waiting = []
        open = nil
        levels.removeAll()
    }

    private mutating func learn() {
        let heights = waiting.map(\.height).sorted()
        guard heights.count >= 3 else { return }
        // The rises of pulses are the higher ones; those of dicrotic waves lie among the lower.
        let typical = heights[heights.count * 2 / 3]
        levels.addBeat(typical)
        levels.addNoise(0.1 * typical)
    }

    private mutating func judge(_ peak: PeakCandidate) {
        if let lastPulse, Double(peak.sample) - lastPulse > 3 * rate {
            // Nothing for long: the levels are of another time.
            levels.removeAll()
            levels.addBeat(peak.height)
            levels.addNoise(0.1 * peak.height)
        }
        guard peak.height > levels.threshold(0.4) else { return levels.addNoise(peak.height) }
        levels.addBeat(peak.height)
        let place = steepest(before: peak.sample)
        if let lastPulse, place - lastPulse < 0.25 * rate { return }
        lastPulse = place
        let clear = min(1, max(0, 1.2 - levels.other / max(peak.height, 1e-300)))
        let likeness = shape.compare(filtered, around: place, turned: isTurned)
        found.append(DetectedBeat(sample: place, quality: clear * likeness))
    }

    /// Where the slope is steepest in the rise that ends at `end`, between samples.
    private func steepest(before end: Int) -> Double {
        let sign = isTurned ? -1.0 : 1.0
        let first = max(slope.first + 1, end - Int((1.5 * Self.window * rate).rounded()))
        guard first < end else { return Double(end) }
        var best = first
        for index in first...end where sign * slope[index] > sign * slope[best] { best = index }
        guard best + 1 < slope.count else { return Double(best) }
        let (before, here, after) = (sign * slope[best - 1], sign * slope[best], sign * slope[best + 1])
        let curve = before - 2 * here + after
        return Double(best) + (curve < 0 ? min(0.5, max(-0.5, (before - after) / (2 * curve))) : 0)
    }
}
