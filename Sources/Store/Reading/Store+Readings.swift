public import Analysis
public import Signals

extension Queries {
    static let readings = """
        SELECT time, load, load_time, p, state, heart_rate, rmssd, sdnn, motion, stale, assessment, detail, body
        FROM reading JOIN context ON context.id = reading.context
        WHERE source = ?1 AND time >= ?2 AND time < ?3 ORDER BY time
        """
}

extension Store {
    /// The live load readings of a device in `start ..< end`, in order.
    public func readings(of device: DeviceID, from start: Instant, to end: Instant) throws(Failure) -> [LoadReading] {
        try readers.read { connection in
            guard let source = try connection.source(of: device, recording: nil) else { return [] }
            let rows = try connection.prepare(Queries.readings)
            rows.bind(1, source)
            rows.bind(2, start.nanoseconds)
            rows.bind(3, end.nanoseconds)
            var readings: [LoadReading] = []
            while try rows.step() {
                var reading = try ReadingRecord.decode(
                    context: rows.bytes(12), time: Instant(nanoseconds: rows.integer(0)))
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
