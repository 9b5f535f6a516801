import Signals

extension Connection {
    /// The visible sources of a device, recordings first, newest first: the order in which they are believed.
    borrowing func sources(of device: DeviceID) throws(SQLiteError) -> [Int64] {
        let statement = try prepare(Queries.sources)
        statement.bind(1, device.rawValue)
        var sources: [Int64] = []
        while try statement.step() { sources.append(statement.integer(0)) }
        return sources
    }
}

/// The queries that must stay fast however many years there are; tests look at their plans.
enum Queries {
    static let sources = """
        SELECT source.id FROM device JOIN source ON source.device = device.id
        WHERE device.name = ?1 AND source.state = 0 AND source.state < 2
        ORDER BY ifnull(source.recording, 0) DESC
        """
    static let epochs = """
        SELECT 1 FROM epoch WHERE source = ?1 AND seconds = ?2 AND start >= ?3 AND start < ?4
        AND keeps_epoch(start, samples, enmo, mad, angle_z, beats, rate, ?5) ORDER BY start
        """
    static let epochLength = "SELECT min(seconds) FROM epoch WHERE source = ?1 AND seconds > ?2"
    static let beats = """
        SELECT time, rr, label, provisional FROM beat WHERE source = ?1 AND time >= ?2 AND time < ?3 ORDER BY time
        """
    static let losses = """
        SELECT first, end, cause, channel, count, unit, detail FROM loss
        WHERE source = ?1 AND at >= ?2 AND at < ?3 ORDER BY at, id
        """
    static let channels = "SELECT channel, unit, axes FROM stream WHERE source = ?1 ORDER BY channel, unit, axes"
    static let streams = "SELECT id, unit, axes, longest FROM stream WHERE source = ?1 AND channel = ?2"
    static let blocks = """
        SELECT size, body FROM raw_block
        WHERE stream = ?1 AND start >= ?2 AND start < ?4 AND end >= ?3 ORDER BY start
        """
    static let tail = """
        SELECT body FROM raw_batch WHERE stream = ?1 AND start < ?2 AND end >= ?3 ORDER BY start, sequence
        """
}
