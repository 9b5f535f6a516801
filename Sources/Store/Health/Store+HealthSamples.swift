public import Signals

extension Store {
    /// A person's samples of one type that begin in a stretch of time, oldest first.
    /// - Parameters:
    ///   - type: what they are.
    ///   - person: whose.
    ///   - start: the first time.
    ///   - end: the time before which they begin.
    ///   - after: the last one that was seen: those after it come.
    ///   - limit: how many at most.
    /// - Throws: `Failure` when the store cannot be read.
    public func healthSamples(
        _ type: String, of person: Int64, from start: Instant, to end: Instant,
        after: (time: Instant, row: Int64)? = nil, limit: Int
    ) throws(Failure) -> [(row: Int64, sample: HealthSample)] {
        try readers.read { connection in
            let rows = try connection.prepare(Queries.healthSamples)
            rows.bind(1, person)
            rows.bind(2, type)
            rows.bind(3, start.nanoseconds)
            rows.bind(4, end.nanoseconds)
            rows.bind(5, after?.time.nanoseconds ?? .min)
            rows.bind(6, after?.row ?? .min)
            rows.bind(7, limit)
            var samples: [(row: Int64, sample: HealthSample)] = []
            while try rows.step() {
                let sample = HealthSample(
                    type: type, start: Instant(nanoseconds: rows.integer(1)),
                    end: Instant(nanoseconds: rows.integer(2)), value: rows.doubleOrNil(3), word: rows.text(4),
                    unit: rows.text(5), device: rows.textOrNil(6), source: rows.text(7))
                samples.append((rows.integer(0), sample))
            }
            return samples
        }
    }

    /// What of one type a person has, with how many samples.
    /// - Throws: `Failure` when the store cannot be read.
    public func healthSampleTypes(of person: Int64) throws(Failure) -> [(type: String, count: Int)] {
        try readers.read { connection in
            let rows = try connection.prepare(Queries.healthSampleTypes)
            rows.bind(1, person)
            var types: [(type: String, count: Int)] = []
            while try rows.step() { types.append((rows.text(0), Int(rows.integer(1)))) }
            return types
        }
    }
}

extension Queries {
    static let healthSamples = """
        SELECT id, start, end, value, word, unit, device, source FROM sample
        WHERE person = ?1 AND type = ?2 AND start >= ?3 AND start < ?4 AND (start, id) > (?5, ?6)
        ORDER BY start, id LIMIT ?7
        """
    static let healthSampleTypes = "SELECT type, count(*) FROM sample WHERE person = ?1 GROUP BY type ORDER BY type"
}
