public import Signals

/// Beats of a heart from the raw signal of a sensor, batch by batch: the same kind of beats as a strap's intervals.
///
/// After a hole in the signal, or when its rate changes, everything is learned anew and no interval spans the hole.
public struct SignalBeats: Sendable {
    /// The kind of signal.
    public enum Kind: Sendable, Hashable {
        /// An electrocardiogram: beats lie on R peaks.
        case electrocardiogram
        /// Light at the skin: beats lie where a pulse rises steepest.
        case pulse
    }

    /// A beat with its interval.
    public struct Found: Sendable, Hashable {
        /// The instant of the beat.
        public var time: Instant
        /// The interval since the beat before, in ms; nil for the first and after a hole.
        public var interval: Double?
        /// The poorer of the qualities of the two beats, 0 ... 1.
        public var quality: Double
    }

    private let kind: Kind
    // One of the two; two variables, because each sample changes one in place.
    private var heart: RPeakDetector?
    private var pulse: PulseDetector?
    private var rate = 0.0
    /// The instants of the last 16 s of samples, in a ring.
    private var instants: [Int64] = []
    private var count = 0
    private var last: (time: Instant, quality: Double)?

    /// Beats without history.
    public init(_ kind: Kind) { self.kind = kind }

    /// Takes samples, in the order of time; of several values per sample the first counts. The rate must be 50 to 4000
    /// a second, for a pulse 20 to 4000; of other signals there are no beats.
    public mutating func receive(_ batch: SampleBatch) -> [Found] {
        guard batch.count > 0, let rate = Self.rate(of: batch) ?? (self.rate > 0 ? self.rate : nil) else { return [] }
        var found: [Found] = []
        if !continues(with: batch.times.instant(at: 0), rate: rate) {
            found = finish()
            begin(rate: rate)
        }
        for index in 0..<batch.count {
            instants[count % instants.count] = batch.times.instant(at: index).nanoseconds
            count += 1
            let value = Double(batch.values[index * batch.axes])
            heart?.append(value)
            pulse?.append(value)
            drain(into: &found)
        }
        return found
    }

    /// Decides on what is still open: the signal has ended.
    public mutating func finish() -> [Found] {
        var found: [Found] = []
        heart?.finish()
        pulse?.finish()
        drain(into: &found)
        (heart, pulse, last) = (nil, nil, nil)
        return found
    }

    private mutating func drain(into found: inout [Found]) {
        while let beat = heart?.next() ?? pulse?.next() { put(beat, in: &found) }
    }

    private mutating func put(_ beat: DetectedBeat, in found: inout [Found]) {
        let time = instant(of: beat.sample)
        let interval = last.map { Double(time.nanoseconds(since: $0.time)) / 1e6 }
        if let interval, interval <= 0 { return }
        let isFar = interval.map { $0 > 4000 } ?? true
        found.append(
            Found(
                time: time, interval: isFar ? nil : interval,
                quality: isFar ? beat.quality : min(beat.quality, last?.quality ?? beat.quality)))
        last = (time, beat.quality)
    }

    private func instant(of sample: Double) -> Instant {
        let whole = Int(sample)
        let here = instants[whole % instants.count]
        let next = whole + 1 < count ? instants[(whole + 1) % instants.count] : here + Int64(1e9 / rate)
        return Instant(nanoseconds: here + Int64((sample - Double(whole)) * Double(next - here)))
    }

    private mutating func begin(rate: Double) {
        self.rate = rate
        count = 0
        last = nil
        instants = Array(repeating: 0, count: max(64, Int(16 * min(rate, 4000)) + 1))
        heart = kind == .electrocardiogram ? RPeakDetector(rate: rate) : nil
        pulse = kind == .pulse ? PulseDetector(rate: rate) : nil
    }

    /// Whether the samples follow those before at the same rate, give or take a tenth of a second and two percent.
    private func continues(with first: Instant, rate: Double) -> Bool {
        guard heart != nil || pulse != nil, count > 0, abs(rate / self.rate - 1) < 0.02 else { return false }
        let expected = instants[(count - 1) % instants.count] + Int64(1e9 / self.rate)
        let (shift, overflow) = first.nanoseconds.subtractingReportingOverflow(expected)
        return !overflow && abs(Double(shift)) < 1e8
    }

    /// Samples per second; nil where the batch is too short to say.
    private static func rate(of batch: SampleBatch) -> Double? {
        if case .uniform(let line) = batch.times { return line.hertz }
        guard batch.count >= 8 else { return nil }
        let span = batch.times.instant(at: batch.count - 1).seconds(since: batch.times.instant(at: 0))
        return span > 0 ? Double(batch.count - 1) / span : nil
    }
}
