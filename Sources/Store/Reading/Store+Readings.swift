package import Analysis
package import Signals

extension Queries {
    static let readings = """
        SELECT time, load, load_time, p, state, heart_rate, rmssd, sdnn, motion, stale, assessment, detail, context
        FROM reading WHERE source = ?1 AND time >= ?2 AND time < ?3 ORDER BY time
        """
    static let context = "SELECT body FROM context WHERE id = ?1"
}

extension Store {
    /// The live load readings of a device in `start ..< end`, in order.
    package func readings(of device: DeviceID, from start: Instant, to end: Instant) throws(Failure) -> [LoadReading] {
        try readers.read { connection in
            guard let source = try connection.source(of: device, recording: nil) else { return [] }
            let rows = try connection.prepare(Queries.readings)
            rows.bind(1, source)
            rows.bind(2, start.nanoseconds)
            rows.bind(3, end.nanoseconds)
            let context = try connection.prepare(Queries.context)
            // The words of a reading repeat themselves: a night of thousands has a few dozen.
            var contexts: [Int64: LoadReading] = [:]
            var readings: [LoadReading] = []
            while try rows.step() {
                var reading: LoadReading
                if let known = contexts[rows.integer(12)] {
                    reading = known
                } else {
                    context.bind(1, rows.integer(12))
                    guard try context.step() else {
                        throw DecodeError(.invalid("a reading without its words"), at: 0)
                    }
                    reading = try ReadingRecord.decode(context: context.bytes(0), time: start)
                    context.reset()
                    contexts[rows.integer(12)] = reading
                }
                reading.time = Instant(nanoseconds: rows.integer(0))
                reading.load = rows.doubleOrNil(1)
                reading.loadTime = rows.integerOrNil(2).map(Instant.init(nanoseconds:))
                reading.p = rows.doubleOrNil(3)
                reading.state = rows.textOrNil(4).flatMap(LoadReading.State.init(rawValue:))
                reading.heartRate.value = rows.doubleOrNil(5)
                reading.rmssd.value = rows.doubleOrNil(6)
                reading.sdnn.value = rows.doubleOrNil(7)
                reading.motion = rows.doubleOrNil(8)
                reading.isStale = rows.integer(9) != 0
                reading.isAssessment = rows.integer(10) != 0
                try ReadingRecord.decode(detail: rows.bytes(11), into: &reading)
                readings.append(reading)
            }
            return readings
        }
    }
}
