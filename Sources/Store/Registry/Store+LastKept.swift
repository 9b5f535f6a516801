package import Signals

extension Store {
    /// The latest instant of a sample or beat that came in live from a device and is on disk; nil without any.
    package func lastKept(of device: DeviceID) throws(Failure) -> Instant? {
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

    /// The latest instant of a sample of one stream that came in from a device and is on disk; nil without any.
    /// - Throws: `Failure` when the store cannot be read.
    package func lastKept(of device: DeviceID, channel: Channel) throws(Failure) -> Instant? {
        try readers.read { connection in
            guard let source = try connection.source(of: device, recording: nil) else { return nil }
            let row = try connection.prepare(Queries.lastKeptOfStream)
            row.bind(1, source)
            row.bind(2, channel.rawValue)
            return try row.step() ? row.integerOrNil(0).map(Instant.init(nanoseconds:)) : nil
        }
    }
}

extension Queries {
    /// The newest of a stream's blocks and its tail; history comes late, so blocks need not lie in order of their ends.
    static let lastKeptOfStream = """
        SELECT max(ifnull((SELECT max(end) FROM raw_block WHERE stream = stream.id), -9223372036854775808),
            ifnull((SELECT max(end) FROM raw_batch WHERE raw_batch.stream = stream.id), -9223372036854775808)) AS newest
        FROM stream WHERE source = ?1 AND channel = ?2 ORDER BY newest DESC LIMIT 1
        """

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
