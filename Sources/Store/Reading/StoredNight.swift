package import Analysis
package import Signals

/// A night with its origin.
package struct StoredNight: Hashable, Sendable {
    /// The device that recorded it.
    package var device: DeviceID
    /// The recording it was found in; nil when its data came in live.
    package var recording: RecordingID?
    /// Whether the device's data are generated.
    package var isSynthetic: Bool
    /// When it was scored.
    package var made: Instant
    /// The night.
    package var night: Night
}

/// An entry of the list of nights.
package struct NightListing: Hashable, Sendable {
    /// The local day on which the night ended.
    package var date: CivilDate
    /// The device that recorded it.
    package var device: DeviceID
    /// The recording it was found in; nil when its data came in live.
    package var recording: RecordingID?
    /// Whether the device's data are generated.
    package var isSynthetic: Bool
    /// Whether there is a sleep period.
    package var hasSleepPeriod: Bool
    /// Minutes asleep; nil when unknown.
    package var totalSleepTime: Double?
    /// Sleep efficiency in percent; nil when unknown.
    package var sleepEfficiency: Double?
    /// The confidence in the night, 0 ... 1.
    package var confidence: Double
}

extension Queries {
    /// The nights that may be seen, each date's most trusted first: real before synthetic, with a sleep period before
    /// without, then by confidence, then the latest scored.
    private static let nightOrder = """
        FROM night JOIN source ON source.id = night.source AND source.state = 0
            JOIN device ON device.id = source.device
        WHERE date >= ?1 AND date <= ?2
        ORDER BY date, device.synthetic, period_start IS NULL, confidence DESC, made DESC, night.id DESC
        """
    static let nights = "SELECT device.name, source.recording, device.synthetic, made, size, body \(nightOrder)"
    static let nightListing = """
        SELECT date, device.name, source.recording, device.synthetic, period_start IS NOT NULL, total_sleep_time,
            sleep_efficiency, confidence
        \(nightOrder)
        """
    static let nightDates = """
        SELECT DISTINCT source.recording, date FROM night CROSS JOIN source ON source.id = night.source
        WHERE source.state = 0 AND source.recording IS NOT NULL ORDER BY source.recording, date
        """
    static let liveNightDates = """
        SELECT DISTINCT device.name, date FROM night CROSS JOIN source ON source.id = night.source
            JOIN device ON device.id = source.device
        WHERE source.state = 0 AND source.recording IS NULL ORDER BY device.name, date
        """
    static let lastNight = """
        SELECT date FROM night CROSS JOIN source ON source.id = night.source AND source.state = 0
        ORDER BY date DESC LIMIT 1
        """
}
