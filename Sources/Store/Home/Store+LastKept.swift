public import Signals

extension Store {
    /// The latest instant of a sample or beat that came in live from a device and is on disk; nil without any.
    public func lastKept(of device: DeviceID) throws(Failure) -> Instant? {
        try readers.read { connection in
            guard let source = try connection.source(of: device, recording: nil) else { return nil }
            var latest: Int64?
            for sql in Queries.lastKept {
                let row = try connection.prepare(sql)
                row.bind(1, source)
                while try row.step() {
                    if let value = row.integerOrNil(0) { latest = max(latest ?? value, value) }
                }
            }
            return latest.map(Instant.init(nanoseconds:))
        }
    }
}

extension Queries {
    /// The newest beat, the newest block of each stream, and the tails, which are short.
    static let lastKept = [
        "SELECT max(time) FROM beat WHERE source = ?1",
        """
        SELECT (SELECT end FROM raw_block WHERE stream = stream.id ORDER BY start DESC LIMIT 1) FROM stream
        WHERE source = ?1 AND channel NOT IN ('battery_level', 'contact')
        """,
        "SELECT (SELECT max(end) FROM raw_batch WHERE raw_batch.stream = stream.id) FROM stream "
            + "WHERE source = ?1 AND channel NOT IN ('battery_level', 'contact')",
    ]
}
