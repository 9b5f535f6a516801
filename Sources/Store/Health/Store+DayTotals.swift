package import Signals

// What the samples of days come to is kept as figures of days are, and in the same turn taken away by whatever changes a day:
// see Store+DayFigures.

/// Whose samples of which type, and whose days.
package struct DayTotalsKey: Hashable, Sendable {
    /// The person's number in the tables of what programs send.
    package var person: Int64
    /// The name of the zone.
    package var zone: String
    /// The type, such as `steps`.
    package var type: String

    /// Memberwise.
    package init(person: Int64, zone: String, type: String) {
        (self.person, self.zone, self.type) = (person, zone, type)
    }
}

extension Store {
    /// Grows when samples come to something else by the same data: what an earlier version made is made anew.
    private static let dayTotalsVersion = 1

    /// What is kept of the days `first ... last`.
    /// - Parameters:
    ///   - key: whose, and of what.
    ///   - byHour: whether each day is told hour by hour, or as one part.
    ///   - first: the first day.
    ///   - last: the last one.
    /// - Throws: `Failure` when the store cannot be read.
    package func dayTotals(
        _ key: DayTotalsKey, byHour: Bool, from first: CivilDate, to last: CivilDate
    ) throws(Failure) -> [CivilDate: SampleTotals] {
        try readers.read { connection in
            let rows = try connection.prepare(Queries.dayTotals)
            rows.bind(1, key.person)
            rows.bind(2, key.zone)
            rows.bind(3, key.type)
            rows.bind(4, byHour ? 1 : 0)
            rows.bind(5, first.daysSince1970)
            rows.bind(6, last.daysSince1970)
            rows.bind(7, Self.dayTotalsVersion)
            var days: [CivilDate: SampleTotals] = [:]
            while try rows.step() {
                days[CivilDate(daysSince1970: Int(rows.integer(0)))] = try SampleTotals(rows.bytes(1))
            }
            return days
        }
    }

    /// Says that days are about to be summed up: what is read after this returns is what they are made from.
    /// - Throws: `Failure` when it cannot be kept.
    package func beginDayTotals(_ dates: [CivilDate], _ key: DayTotalsKey, mark: Int64) async throws(Failure) {
        try await perform { writer in
            let begin = try writer.connection.prepare(
                """
                INSERT OR REPLACE INTO day_totals (person, zone, type, by_hour, date, version, made)
                VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
                """)
            for date in dates {
                for byHour in 0...1 {
                    begin.bind(1, key.person)
                    begin.bind(2, key.zone)
                    begin.bind(3, key.type)
                    begin.bind(4, byHour)
                    begin.bind(5, date.daysSince1970)
                    begin.bind(6, Self.dayTotalsVersion)
                    begin.bind(7, mark)
                    try begin.run()
                }
            }
            writer.keptDays = nil
        }
    }

    /// Keeps what days came to of which nothing has changed since ``beginDayTotals(_:_:mark:)``; the others are left out.
    /// - Parameters:
    ///   - days: the days, hour by hour and as a whole.
    ///   - key: whose, and of what.
    ///   - mark: what was said at the beginning.
    /// - Throws: `Failure` when it cannot be kept.
    package func keep(
        _ days: [(date: CivilDate, hours: SampleTotals, whole: SampleTotals)], _ key: DayTotalsKey, mark: Int64
    ) async throws(Failure) {
        try await perform { writer in
            let keep = try writer.connection.prepare(
                """
                UPDATE day_totals SET body = ?7 WHERE person = ?1 AND zone = ?2 AND type = ?3 AND by_hour = ?4 AND date = ?5
                    AND made = ?6 AND body IS NULL
                """)
            for day in days {
                for (byHour, totals) in [day.whole, day.hours].enumerated() {
                    keep.bind(1, key.person)
                    keep.bind(2, key.zone)
                    keep.bind(3, key.type)
                    keep.bind(4, byHour)
                    keep.bind(5, day.date.daysSince1970)
                    keep.bind(6, mark)
                    keep.bind(7, totals.record)
                    try keep.run()
                }
            }
        }
    }
}

extension Queries {
    static let dayTotals = """
        SELECT date, body FROM day_totals
        WHERE person = ?1 AND zone = ?2 AND type = ?3 AND by_hour = ?4 AND date BETWEEN ?5 AND ?6
            AND version = ?7 AND body IS NOT NULL ORDER BY date
        """
}
