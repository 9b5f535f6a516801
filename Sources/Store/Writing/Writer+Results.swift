import Analysis
import Signals

/// The statements for readings and nights.
final class ResultStatements {
    let findContext: Statement
    let addContext: Statement
    let addReading: Statement
    let addNight: Statement

    init(_ connection: borrowing Connection) throws(SQLiteError) {
        findContext = try connection.prepare("SELECT id FROM context WHERE body = ?1")
        addContext = try connection.prepare("INSERT INTO context (body) VALUES (?1)")
        addReading = try connection.prepare(
            """
            INSERT INTO reading (
                source, time, load, load_time, p, state, confidence, heart_rate, rmssd, sdnn, motion, stale,
                assessment, detail, context)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15)
            ON CONFLICT (source, time) DO NOTHING
            """)
        addNight = try connection.prepare(
            """
            INSERT INTO night (
                source, date, zone, period_start, period_end, total_sleep_time, sleep_efficiency, confidence,
                period_method, period_version, scoring_method, scoring_version, made, size, body)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15)
            ON CONFLICT (source, date, period_method, period_version, scoring_method, scoring_version) DO UPDATE SET
                zone = excluded.zone, period_start = excluded.period_start, period_end = excluded.period_end,
                total_sleep_time = excluded.total_sleep_time, sleep_efficiency = excluded.sleep_efficiency,
                confidence = excluded.confidence, made = excluded.made, size = excluded.size, body = excluded.body
            """)
    }
}

extension Writer {
    /// Contexts that the cache holds at most.
    private static let contextLimit = 256

    /// Keeps live readings; one of the same time is there already.
    func keep(_ readings: [LoadReading], of device: DeviceID) throws(SQLiteError) {
        guard let newest = readings.last else { return }
        results.addReading.bind(1, try source(device, .live, at: newest.time))
        for reading in readings {
            results.addReading.bind(2, reading.time.nanoseconds)
            results.addReading.bind(3, reading.load)
            results.addReading.bind(4, reading.loadTime?.nanoseconds)
            results.addReading.bind(5, reading.p)
            results.addReading.bind(6, reading.state?.rawValue)
            results.addReading.bind(7, reading.confidence.value)
            results.addReading.bind(8, reading.heartRate.value)
            results.addReading.bind(9, reading.rmssd.value)
            results.addReading.bind(10, reading.sdnn.value)
            results.addReading.bind(11, reading.motion)
            results.addReading.bind(12, reading.isStale ? 1 : 0)
            results.addReading.bind(13, reading.isAssessment ? 1 : 0)
            results.addReading.bind(14, ReadingRecord.detail(reading))
            results.addReading.bind(15, try context(ReadingRecord.context(reading)))
            try results.addReading.run()
            if connection.changes == 0 { duplicates += 1 }
        }
    }

    private func context(_ body: [UInt8]) throws(SQLiteError) -> Int64 {
        if let known = contexts[body] { return known }
        results.findContext.bind(1, body)
        var found = try results.findContext.step() ? results.findContext.integer(0) : nil
        results.findContext.reset()
        if found == nil {
            results.addContext.bind(1, body)
            try results.addContext.run()
            found = connection.lastRow
        }
        if contexts.count >= Self.contextLimit { contexts = [:] }
        contexts[body] = found
        return found ?? 0
    }

    /// Keeps nights; one of the same date, methods and versions takes the place of the earlier one.
    func keep(_ nights: [Night], of device: DeviceID, _ origin: Origin, at now: Instant) throws {
        guard !nights.isEmpty else { return }
        try outdateDays(at: nights.flatMap { [$0.window.lowerBound, $0.window.upperBound] })
        for night in nights {
            let range = SampleChange.hours(night.window.lowerBound, night.window.upperBound, before: 24, after: 24)
            try note(SampleChange(subject: .device(device), type: "sleep_analysis", range: range))
        }
        results.addNight.bind(1, try source(device, origin, at: now))
        for night in nights {
            let body = NightRecord.encode(night)
            results.addNight.bind(2, night.date.daysSince1970)
            results.addNight.bind(3, night.zone)
            results.addNight.bind(4, night.sleepPeriod?.lowerBound.nanoseconds)
            results.addNight.bind(5, night.sleepPeriod?.upperBound.nanoseconds)
            results.addNight.bind(6, night.measures.totalSleepTime.value)
            results.addNight.bind(7, night.measures.sleepEfficiency.value)
            results.addNight.bind(8, night.confidence.value)
            results.addNight.bind(9, night.periodMethod.name)
            results.addNight.bind(10, night.periodMethod.version)
            results.addNight.bind(11, night.scoringMethod.name)
            results.addNight.bind(12, night.scoringMethod.version)
            results.addNight.bind(13, now.nanoseconds)
            results.addNight.bind(14, body.count)
            results.addNight.bind(15, try Zstd.compress(body))
            try results.addNight.run()
        }
    }
}
