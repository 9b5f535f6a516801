package import Signals

// Figures of days are kept as long as nothing that they are made from changes. Whoever writes into a day takes its row
// away in the same transaction; who makes figures leaves an empty row first, reads, and fills only the row that is still
// the one left. So a row with figures is right however reading and writing met.

extension Store {
    /// What is kept of the days `first ... last` of a person, in order.
    /// - Throws: `Failure` when the store cannot be read.
    package func dayFigures(
        of person: Int64, in zone: String, from first: CivilDate, to last: CivilDate
    ) throws(Failure) -> [DayFigures] {
        try readers.read { connection in
            let rows = try connection.prepare(Queries.dayFigures)
            rows.bind(1, person)
            rows.bind(2, zone)
            rows.bind(3, first.daysSince1970)
            rows.bind(4, last.daysSince1970)
            rows.bind(5, DayFigures.version)
            var days: [DayFigures] = []
            while try rows.step() {
                days.append(try DayFigures(CivilDate(daysSince1970: Int(rows.integer(0))), rows.bytes(1)))
            }
            return days
        }
    }

    /// Says that figures of days are about to be made: what is read after this returns is what they are made from.
    /// - Parameters:
    ///   - dates: the days.
    ///   - person: whose.
    ///   - zone: whose days, by its name.
    ///   - mark: what tells this making from others, such as a time.
    /// - Throws: `Failure` when it cannot be kept.
    package func beginDayFigures(
        _ dates: [CivilDate], of person: Int64, in zone: String, mark: Int64
    ) async throws(Failure) {
        try await perform(isDerived: true) { writer in
            let begin = try writer.connection.prepare(
                "INSERT OR REPLACE INTO day_figures (person, zone, date, version, made) VALUES (?1, ?2, ?3, ?4, ?5)")
            for date in dates {
                begin.bind(1, person)
                begin.bind(2, zone)
                begin.bind(3, date.daysSince1970)
                begin.bind(4, DayFigures.version)
                begin.bind(5, mark)
                try begin.run()
            }
            writer.keptDays = nil
        }
    }

    /// Keeps figures of days of which nothing has changed since ``beginDayFigures(_:of:in:mark:)``; the others are left out.
    /// - Throws: `Failure` when it cannot be kept.
    package func keep(_ days: [DayFigures], of person: Int64, in zone: String, mark: Int64) async throws(Failure) {
        try await perform(isDerived: true) { writer in
            let keep = try writer.connection.prepare(
                """
                UPDATE day_figures SET body = ?5 WHERE person = ?1 AND zone = ?2 AND date = ?3 AND made = ?4 AND body IS NULL
                """)
            for day in days {
                keep.bind(1, person)
                keep.bind(2, zone)
                keep.bind(3, day.date.daysSince1970)
                keep.bind(4, mark)
                keep.bind(5, day.record)
                try keep.run()
            }
        }
    }
}

extension Writer {
    /// Forgets what days came to that these instants lie in, in whatever zone.
    func outdateDays(at instants: some Sequence<Instant>) throws(SQLiteError) {
        guard let first = instants.min(), let last = instants.max() else { return }
        let day: Int64 = 86_400_000_000_000
        // A day's figures begin with the night before it, and zones lie up to 14 hours from UTC.
        let dates = (Int(first.nanoseconds / day) - 2)...(Int(last.nanoseconds / day) + 2)
        try outdateDays(CivilDate(daysSince1970: dates.lowerBound)...CivilDate(daysSince1970: dates.upperBound))
    }

    /// Forgets what these days came to.
    func outdateDays(_ dates: ClosedRange<CivilDate>) throws(SQLiteError) {
        let kept: ClosedRange<CivilDate>?
        if let keptDays { kept = keptDays } else { kept = try readKeptDays() }
        keptDays = kept
        // What streams in is of today, of which nothing is kept: no more than this look for each commit.
        guard let kept, kept.overlaps(dates.lowerBound.adding(days: -1)...dates.upperBound) else { return }
        // Of a night that ends on a day, the evening is the day before.
        for (table, first) in [("day_figures", dates.lowerBound), ("day_totals", dates.lowerBound.adding(days: -1))] {
            let drop = try connection.prepare("DELETE FROM \(table) WHERE date BETWEEN ?1 AND ?2")
            drop.bind(1, first.daysSince1970)
            drop.bind(2, dates.upperBound.daysSince1970)
            try drop.run()
        }
        keptDays = nil
    }

    /// Forgets what days came to, all of them, and notes that any sample may have changed: whose data are whose has.
    func outdateDays() throws(SQLiteError) {
        try forgetDays()
        try noteAllChanged()
    }

    /// Forgets what days came to, all of them.
    func forgetDays() throws(SQLiteError) {
        try connection.execute("DELETE FROM day_figures")
        try connection.execute("DELETE FROM day_totals")
        keptDays = nil
    }

    /// The first and the last day of which anything is kept; nil without any.
    private func readKeptDays() throws(SQLiteError) -> ClosedRange<CivilDate>? {
        var days: [Int] = []
        for table in ["day_figures", "day_totals"] {
            for order in ["ASC", "DESC"] {
                let date = try connection.integer("SELECT date FROM \(table) ORDER BY date \(order) LIMIT 1")
                if let date { days.append(Int(date)) }
            }
        }
        guard let first = days.min(), let last = days.max() else { return nil }
        return CivilDate(daysSince1970: first)...CivilDate(daysSince1970: last)
    }
}

extension Queries {
    static let dayFigures = """
        SELECT date, body FROM day_figures
        WHERE person = ?1 AND zone = ?2 AND date BETWEEN ?3 AND ?4 AND version = ?5 AND body IS NOT NULL ORDER BY date
        """
}
