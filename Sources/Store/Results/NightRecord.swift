import Analysis
import Signals

/// The stored form of a night, without loss of precision.
enum NightRecord {
    /// Layout 2 adds the expected error.
    private static let layouts: ClosedRange<UInt8> = 1...2

    /// Encodes `night`.
    static func encode(_ night: Night) -> [UInt8] {
        var record = RecordWriter(layout: layouts.upperBound)
        record.write(night.date.daysSince1970)
        record.write(night.zone)
        record.write(night.window)
        record.write(night.sleepPeriod) { $0.write($1) }
        record.write(night.sleepPeriodReason) { $0.write($1) }
        record.write(night.naps) { $0.write($1) }
        record.write(night.statesStart)
        record.write(night.epochSeconds)
        record.write(bytes: night.states.map(\.rawValue))
        record.write(night.awakenings) { $0.write($1) }
        for measure in night.measures.named { record.write(measure.estimate) }
        record.write(night.confidence.completeness)
        record.write(night.confidence.wear)
        record.write(night.confidence.agreement)
        record.write(night.confidence.expectedError) { $0.write($1) }
        record.write(night.periodMethod)
        record.write(night.scoringMethod)
        record.write(night.losses) { $0.write($1) }
        return record.bytes
    }

    /// The night in `bytes`.
    /// - Throws: `DecodeError` for what ``encode(_:)`` cannot have made.
    static func decode(_ bytes: [UInt8]) throws(DecodeError) -> Night {
        var record = try RecordReader(bytes.span.bytes, layouts: layouts)
        let date = CivilDate(daysSince1970: try record.integer())
        let zone = try record.text()
        let window = try record.range()
        let period = try record.optionalRange()
        let reason = try record.optionalText()
        let naps = try ranges(&record)
        let statesStart = try record.instant()
        let epochSeconds = try record.integer()
        let states = try record.bytes().map { SleepState(rawValue: $0) ?? .unknown }
        let awakenings = try ranges(&record)
        // In the order of `SleepMeasures.named`.
        let measures = SleepMeasures(
            totalSleepTime: try record.estimate(), sleepOnsetLatency: try record.estimate(),
            wakeAfterSleepOnset: try record.estimate(), sleepEfficiency: try record.estimate(),
            awakenings: try record.estimate(), sleepPeriod: try record.estimate(), timeInBed: try record.estimate(),
            midSleep: try record.estimate())
        let confidence = NightConfidence(
            completeness: try record.double(), wear: try record.double(), agreement: try record.double(),
            expectedError: record.layout == 1 ? nil : try record.optionalDouble())
        let (periodMethod, scoringMethod) = (try record.method(), try record.method())
        var losses: [Loss] = []
        for _ in 0..<(try record.count()) { losses.append(try record.loss()) }
        return Night(
            date: date, zone: zone, window: window, sleepPeriod: period, sleepPeriodReason: reason, naps: naps,
            statesStart: statesStart, epochSeconds: epochSeconds, states: states, awakenings: awakenings,
            measures: measures, confidence: confidence, periodMethod: periodMethod, scoringMethod: scoringMethod,
            losses: losses)
    }

    private static func ranges(_ record: inout RecordReader) throws(DecodeError) -> [Range<Instant>] {
        var ranges: [Range<Instant>] = []
        for _ in 0..<(try record.count()) { ranges.append(try record.range()) }
        return ranges
    }
}
