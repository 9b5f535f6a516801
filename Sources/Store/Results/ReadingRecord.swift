import Analysis
import Signals

/// The parts of a reading that have no column: numbers that only a closer look asks for, and words that repeat.
enum ReadingRecord {
    private static let layout: UInt8 = 1

    /// Encodes the numbers.
    static func detail(_ reading: LoadReading) -> [UInt8] {
        var record = RecordWriter(layout: layout)
        record.write(reading.confidence.motion)
        record.write(reading.confidence.signal)
        record.write(reading.confidence.baseline)
        record.write(reading.confidence.coverage)
        let deviations = reading.deviations
        for value in [deviations.heartRate, deviations.lnRMSSD, deviations.lnSDNN] {
            record.write(value) { $0.write($1) }
        }
        for estimate in [reading.heartRate, reading.rmssd, reading.sdnn] {
            record.write(estimate.confidence) { $0.write($1) }
        }
        return record.bytes
    }

    /// Encodes the texts.
    static func context(_ reading: LoadReading) -> [UInt8] {
        var record = RecordWriter(layout: layout)
        record.write(reading.method)
        for estimate in [reading.heartRate, reading.rmssd, reading.sdnn] {
            record.write(estimate.method)
            record.write(estimate.reason) { $0.write($1) }
        }
        record.write(reading.reasons) { $0.write($1) }
        return record.bytes
    }

    /// Decodes what ``detail(_:)`` encoded.
    static func decode(detail bytes: [UInt8], into reading: inout LoadReading) throws(DecodeError) {
        var record = try RecordReader(bytes.span.bytes, layout: layout)
        reading.confidence = LoadConfidence(
            motion: try record.double(), signal: try record.double(), baseline: try record.double(),
            coverage: try record.double())
        reading.deviations = LoadDeviations(
            heartRate: try record.optionalDouble(), lnRMSSD: try record.optionalDouble(),
            lnSDNN: try record.optionalDouble())
        reading.heartRate.confidence = try record.optionalDouble()
        reading.rmssd.confidence = try record.optionalDouble()
        reading.sdnn.confidence = try record.optionalDouble()
    }

    /// A reading at `time` with what ``context(_:)`` wrote and nothing else yet.
    static func decode(context bytes: [UInt8], time: Instant) throws(DecodeError) -> LoadReading {
        var record = try RecordReader(bytes.span.bytes, layout: layout)
        let method = try record.method()
        let (heartRate, rmssd, sdnn) = (try estimate(&record), try estimate(&record), try estimate(&record))
        var reasons: [String] = []
        for _ in 0..<(try record.count()) { reasons.append(try record.text()) }
        return LoadReading(
            time: time, confidence: LoadConfidence(motion: 0, signal: 0, baseline: 0, coverage: 0),
            heartRate: heartRate, rmssd: rmssd, sdnn: sdnn, reasons: reasons, method: method)
    }

    private static func estimate(_ record: inout RecordReader) throws(DecodeError) -> Estimate {
        let method = try record.method()
        var estimate = Estimate(unknown: "", method: method)
        estimate.reason = try record.optionalText()
        return estimate
    }
}
