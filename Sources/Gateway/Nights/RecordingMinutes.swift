import Epochs
import Recordings
package import Signals

/// ActiGraph counts and wear of each minute of a recording of raw acceleration, made beside its nights.
package struct RecordingMinutes {
    /// The counts of one minute.
    package struct Minute: Hashable, Sendable {
        /// The start of the minute.
        package let start: Instant
        /// The length of the vector of the three axes' counts (Neishabouri 2022); nil where too little was recorded.
        package let counts: Double?
        /// Whether the recorder was worn; nil where that is unknown.
        package let isWorn: Bool?
    }

    /// The minutes that have samples, in order.
    package private(set) var minutes: [Minute] = []
    private var measures: MotionMetrics?
    private var waiting: [Epoch] = []
    private let survey: RecordingSurvey
    private let zone: Zone
    private var rate: Double?

    init(_ survey: RecordingSurvey, zone: Zone) {
        (self.survey, self.zone) = (survey, zone)
    }

    mutating func begin(_ header: RecordingHeader) {
        rate = header.channels.first { $0.channel == .acceleration }?.nominalRate
    }

    mutating func add(_ batch: SampleBatch) {
        guard batch.channel == .acceleration, batch.count > 0 else { return }
        if measures == nil {
            guard let rate = rate ?? Self.rate(of: batch) else { return }
            measures = MotionMetrics(
                [.counts], seconds: 60, zone: zone, rate: rate, calibration: survey.accepted)
        }
        measures?.add(batch)
    }

    mutating func finish() { measures?.finish() }

    /// Takes epochs that have closed; those of a minute are kept with their counts once these are whole.
    mutating func take(_ epochs: [Epoch]) {
        waiting += epochs.filter { $0.seconds == 60 && $0.motion != nil }
        var done = 0
        while done < waiting.count, measures?.isComplete(at: waiting[done].end) ?? true {
            let start = waiting[done].start
            let counts = measures?.take(start).vectorMagnitude
            let middle = start.advanced(byNanoseconds: 30_000_000_000)
            minutes.append(Minute(start: start, counts: counts, isWorn: survey.isWorn(at: middle)))
            done += 1
        }
        waiting.removeFirst(done)
    }

    private static func rate(of batch: SampleBatch) -> Double? {
        guard case .uniform(let line) = batch.times else { return nil }
        return MotionMetrics.nominalRate(near: line.hertz)
    }
}
