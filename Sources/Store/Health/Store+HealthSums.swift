public import Signals

/// What samples of one type and one program come to in a stretch of time.
public struct HealthSum: Hashable, Sendable {
    /// The program that has them.
    public var source: String
    /// When the stretch begins.
    public var start: Instant
    /// How many there are.
    public var count: Int
    /// Their sum.
    public var sum: Double
    /// The least.
    public var least: Double
    /// The most.
    public var most: Double
    /// Their unit.
    public var unit: String
}

extension Store {
    /// Sums of a person's samples of one type, by program and by stretches of equal length.
    /// - Parameters:
    ///   - type: what they are.
    ///   - person: whose.
    ///   - start: the first time, where the first stretch begins.
    ///   - end: the time before which they begin.
    ///   - step: nanoseconds of a stretch.
    /// - Throws: `Failure` when the store cannot be read.
    public func healthSums(
        _ type: String, of person: Int64, from start: Instant, to end: Instant, step: Int64
    ) throws(Failure) -> [HealthSum] {
        try readers.read { connection in
            let rows = try connection.prepare(Queries.healthSums)
            rows.bind(1, person)
            rows.bind(2, type)
            rows.bind(3, start.nanoseconds)
            rows.bind(4, end.nanoseconds)
            rows.bind(5, step)
            var sums: [HealthSum] = []
            while try rows.step() {
                sums.append(
                    HealthSum(
                        source: rows.text(0), start: start.advanced(byNanoseconds: rows.integer(1) * step),
                        count: Int(rows.integer(2)), sum: rows.double(3), least: rows.double(4), most: rows.double(5),
                        unit: rows.text(6)))
            }
            return sums
        }
    }
}

extension Queries {
    static let healthSums = """
        SELECT source, (start - ?3) / ?5 AS part, count(value), sum(value), min(value), max(value), max(unit) FROM sample
        WHERE person = ?1 AND type = ?2 AND start >= ?3 AND start < ?4 AND value IS NOT NULL
        GROUP BY source, part ORDER BY part, source
        """
}
