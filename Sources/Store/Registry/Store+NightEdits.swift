package import Analysis
package import Signals

extension Store {
    /// What people said of the nights that ended on a day of `first ... last`, as it holds now.
    package func nightEdits(from first: CivilDate, to last: CivilDate) throws(Failure) -> [NightEdit] {
        try readers.read { connection in
            let rows = try connection.prepare(Queries.nightEdits)
            rows.bind(1, first.daysSince1970)
            rows.bind(2, last.daysSince1970)
            var edits: [NightEdit] = []
            while try rows.step() {
                let start = Instant(nanoseconds: rows.integer(2))
                let end = max(start, Instant(nanoseconds: rows.integer(3)))
                edits.append(
                    NightEdit(
                        device: DeviceID(rawValue: rows.text(0)),
                        date: CivilDate(daysSince1970: Int(rows.integer(1))),
                        bounds: NightBounds(
                            sleepPeriod: start..<end,
                            lightsOut: rows.integerOrNil(4).map { Instant(nanoseconds: $0) }),
                        made: Instant(nanoseconds: rows.integer(5))))
            }
            return edits
        }
    }

    /// Keeps what a person says of a night, or that nothing is said any more. What was said before is put aside, not
    /// deleted. Returns when it is on disk.
    package func edit(
        _ date: CivilDate, of device: DeviceID, bounds: NightBounds?, at now: Instant
    ) async throws(Failure) {
        try await perform { writer in
            let row = try writer.row(of: device, seen: now)
            try writer.outdateDays(date...date)
            try writer.noteNight(date)
            let replace = try writer.connection.prepare(
                "UPDATE night_edit SET replaced = ?3 WHERE date = ?1 AND device = ?2 AND replaced IS NULL")
            replace.bind(1, date.daysSince1970)
            replace.bind(2, row)
            replace.bind(3, now.nanoseconds)
            try replace.run()
            guard let bounds else { return }
            let add = try writer.connection.prepare(
                """
                INSERT INTO night_edit (date, device, start, end, lights_out, made) VALUES (?1, ?2, ?3, ?4, ?5, ?6)
                """)
            add.bind(1, date.daysSince1970)
            add.bind(2, row)
            add.bind(3, bounds.sleepPeriod.lowerBound.nanoseconds)
            add.bind(4, bounds.sleepPeriod.upperBound.nanoseconds)
            add.bind(5, bounds.lightsOut?.nanoseconds)
            add.bind(6, now.nanoseconds)
            try add.run()
        }
    }
}

extension Queries {
    /// Selects the edits in force, by date.
    static let nightEdits = """
        SELECT device.name, date, start, end, lights_out, made
        FROM night_edit CROSS JOIN device ON device.id = night_edit.device
        WHERE date >= ?1 AND date <= ?2 AND replaced IS NULL ORDER BY date
        """
}
