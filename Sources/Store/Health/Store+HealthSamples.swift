package import Signals

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
    package func healthSamples(
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
            return try rows.healthSamples(type)
        }
    }

    /// A person's samples of one type that touch a stretch of time, by their start.
    /// - Parameters:
    ///   - type: what they are.
    ///   - person: whose.
    ///   - range: the stretch.
    ///   - longest: nanoseconds that a sample lasts at most; longer ones are left out.
    ///   - after: the last one that was seen: those after it come.
    ///   - limit: how many at most.
    /// - Throws: `Failure` when the store cannot be read.
    package func healthSamples(
        _ type: String, of person: Int64, touching range: Range<Instant>, longest: Int64,
        after: (time: Instant, row: Int64)? = nil, limit: Int
    ) throws(Failure) -> [(row: Int64, sample: HealthSample)] {
        try readers.read { connection in
            let rows = try connection.prepare(Queries.healthSamplesTouching)
            rows.bind(1, person)
            rows.bind(2, type)
            // The later of both, so that each page begins where the one before ended.
            let first = range.lowerBound.advanced(byNanoseconds: -longest)
            rows.bind(3, max(first, after?.time ?? first).nanoseconds)
            rows.bind(4, range.upperBound.nanoseconds)
            rows.bind(5, after?.time.nanoseconds ?? .min)
            rows.bind(6, after?.row ?? .min)
            rows.bind(7, limit)
            rows.bind(8, range.lowerBound.nanoseconds)
            rows.bind(9, longest)
            return try rows.healthSamples(type)
        }
    }

    /// What of one type a person has, with how many samples.
    /// - Throws: `Failure` when the store cannot be read.
    package func healthSampleTypes(of person: Int64) throws(Failure) -> [(type: String, count: Int)] {
        try readers.read { connection in
            let rows = try connection.prepare(Queries.healthSampleTypes)
            rows.bind(1, person)
            var types: [(type: String, count: Int)] = []
            while try rows.step() { types.append((rows.text(0), Int(rows.integer(1)))) }
            return types
        }
    }
}

extension Statement {
    /// The samples of all rows, with the row of each.
    fileprivate borrowing func healthSamples(_ type: String) throws(SQLiteError) -> [(row: Int64, sample: HealthSample)]
    {
        var samples: [(row: Int64, sample: HealthSample)] = []
        while try step() {
            var sample = HealthSample(
                type: type, start: Instant(nanoseconds: integer(1)), end: Instant(nanoseconds: integer(2)),
                value: doubleOrNil(3), word: text(4), unit: text(5), device: textOrNil(6), source: text(7))
            (sample.energy, sample.distance) = (doubleOrNil(8), doubleOrNil(9))
            samples.append((integer(0), sample))
        }
        return samples
    }
}

extension Queries {
    private static let healthSampleColumns =
        "SELECT id, start, end, value, word, unit, device, source, energy, distance FROM sample"
    static let healthSamples =
        healthSampleColumns + """
             WHERE person = ?1 AND type = ?2 AND start >= ?3 AND start < ?4 AND (start, id) > (?5, ?6)
            ORDER BY start, id LIMIT ?7
            """
    static let healthSamplesTouching =
        healthSampleColumns + """
             WHERE person = ?1 AND type = ?2 AND start >= ?3 AND start < ?4 AND (start, id) > (?5, ?6)
            AND (end > ?8 OR start >= ?8) AND end - start <= ?9
            ORDER BY start, id LIMIT ?7
            """
    static let healthSampleTypes = "SELECT type, count(*) FROM sample WHERE person = ?1 GROUP BY type ORDER BY type"
}
