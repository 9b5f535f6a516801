/// Finds R peaks in an electrocardiogram, sample by sample, at 100 to 1000 samples a second.
///
/// The first beats are found by their energy with thresholds that follow beats and noise (after Pan & Tompkins, IEEE
/// Trans Biomed Eng 1985). From eight of them the shape of this heart's complex is learned, and from then on beats are
/// what looks like it; what only has the energy, such as a ventricular beat or the jerk of an electrode, counts where
/// the rhythm leaves a place for it. Each peak is placed where the band of QRS complexes peaks, between samples. A beat
/// is told within half a second; one of odd shape with the next, and the first when the shape is known.
public struct RPeakDetector: Sendable {
    let rate: Double
    var raw: SampleHistory
    let band: QRSBand
    /// Above 0 where R waves point up; a running mean, so that one odd beat turns nothing round.
    var polarity = 0.0
    var energy: EnergyPeaks
    var matched: MatchedPeaks
    var levels = BeatLevels()
    /// Peaks of energy that await a decision.
    var waiting: [PeakCandidate] = []
    /// Peaks that were passed over since the last beat.
    var skipped: [PeakCandidate] = []
    /// The last beat intervals, in samples.
    var intervals: [Double] = []
    /// The places of the last beats, in samples.
    var beats: [Int] = []
    /// A beat that came early and waits for the next.
    var held: PeakCandidate?
    /// Where the last beat was, also of a shape that was given up.
    private var told: Double?
    private var found: [DetectedBeat] = []
    /// Beats that were found by their energy and wait for the shape, to have their quality judged.
    private var early: [DetectedBeat] = []
    private var quality = BeatQuality()
    /// The first sample, so that the filters begin without a step.
    private var origin = 0.0

    /// A detector without history.
    /// - Parameter rate: samples per second, 100 ... 1000; nil outside of 50 ... 4000.
    public init?(rate: Double) {
        guard rate >= 50, rate <= 4000 else { return nil }
        self.rate = rate
        raw = SampleHistory(capacity: Int(16 * rate))
        band = QRSBand(rate: rate)
        energy = EnergyPeaks(rate: rate)
        matched = MatchedPeaks(rate: rate)
    }

    /// Takes in a sample, in any unit; NaN repeats the sample before.
    public mutating func append(_ value: Double) {
        let now = raw.count
        let value = value.isFinite && abs(value) < 1e12 ? value : now > 0 ? raw[now - 1] : 0
        if now == 0 { origin = value }
        raw.append(value)
        if let peak = energy.append(value - origin, at: now) { take(energy: peak) }
        if let peak = matched.append(value - origin) { take(matched: peak) }
        if now.isMultiple(of: max(1, Int(rate / 10))) { look(at: now) }
    }

    /// The next beat, in order; nil when none is ready.
    public mutating func next() -> DetectedBeat? { found.isEmpty ? nil : found.removeFirst() }

    /// Decides on what is still open: the signal has ended.
    public mutating func finish() {
        if let peak = energy.finish() { take(energy: peak) }
        if let peak = matched.finish() { take(matched: peak) }
        if levels.isEmpty { learnLevels() }
        if let held { settle(held) }
        if matched.hasShape { fill(until: raw.count, isOpen: true) } else { judgeWaiting() }
        tellEarly()
    }

    /// Tells a beat, unless it is one with the last.
    /// - Parameter quality: 0 ... 1; nil for a beat that was found by its shape, to have it compared.
    mutating func tell(_ peak: PeakCandidate, quality: Double?) {
        // Likeness says where to a few samples, energy only about.
        let place = locate(peak.sample, within: quality == nil ? 0.03 : 0.08)
        let sample = Int(place.rounded())
        guard told.map({ place - $0 > 0.2 * rate }) ?? true else { return }
        told = place
        let interval = beats.last.map { Double(sample - $0) }
        let before = beats.last ?? sample - Int(rate)
        if let last = beats.last {
            intervals.append(Double(sample - last))
            if intervals.count > 8 { intervals.removeFirst() }
        }
        beats.append(sample)
        if beats.count > 12 { beats.removeFirst() }
        guard matched.hasShape else {
            early.append(DetectedBeat(sample: place, quality: min(0.5, max(0, (quality ?? 0) / 2))))
            return
        }
        let judged = judge(sample, after: before, interval: interval)
        found.append(DetectedBeat(sample: place, quality: quality.map { min($0, judged) } ?? judged))
    }

    /// The quality of a beat, 0 ... 1, where the shape is known.
    private mutating func judge(_ sample: Int, after last: Int, interval: Double?) -> Double {
        quality.next(
            likeness: matched.likeness(at: sample), noise: matched.noise(between: last, and: sample),
            interval: interval.map { $0 / usual })
    }

    /// Tells the beats that waited for the shape: judged by it, or as doubtful where it did not come.
    mutating func tellEarly() {
        guard !early.isEmpty else { return }
        if matched.hasShape {
            var last: Int?
            for index in early.indices {
                let sample = Int(early[index].sample.rounded())
                // Where the shape came late, the first are no longer at hand.
                if sample - Int(0.2 * rate) > raw.first {
                    early[index].quality = judge(
                        sample, after: last ?? sample - Int(rate), interval: last.map { Double(sample - $0) })
                }
                last = sample
            }
        }
        found += early
        early = []
    }

    /// Waits no longer for the shape with beats that are about to leave the history.
    mutating func tellOverdue(at now: Int) {
        guard let first = early.first, Double(now) - first.sample > 15 * rate else { return }
        tellEarly()
    }

    /// The usual interval, in samples: a second before any is known.
    var usual: Double { intervals.isEmpty ? rate : intervals.sorted()[intervals.count / 2] }
}
