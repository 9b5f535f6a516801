package import Analysis
package import Signals

extension Store {
    /// What people said of when the sleep of nights was that ended on a day of `first ... last`, as it holds now.
    package func nightEdits(from first: CivilDate, to last: CivilDate) throws(Failure) -> [NightEdit] {
        try readers.read { connection in
            let rows = try connection.prepare(Queries.nightEdits)
            rows.bind(1, first.daysSince1970)
            rows.bind(2, last.daysSince1970)
            var edits: [NightEdit] = []
            while try rows.step() { edits.append(NightEdit(rows)) }
            return edits
        }
    }

    /// All that was ever said of when the sleep of one night was, the latest first.
    package func nightEditHistory(of device: DeviceID, on date: CivilDate) throws(Failure) -> [NightEdit] {
        try readers.read { connection in
            let rows = try connection.prepare(Queries.nightEditHistory)
            rows.bind(1, device.rawValue)
            rows.bind(2, date.daysSince1970)
            var edits: [NightEdit] = []
            while try rows.step() { edits.append(NightEdit(rows)) }
            return edits
        }
    }

    /// Keeps what a person says of a night, or that nothing is said any more. What was said before is put aside, not
    /// deleted. Returns when it is on disk.
    /// - Parameters:
    ///   - date: the day of waking up.
    ///   - device: whose night.
    ///   - bounds: when the sleep was; nil where that is left to the score.
    ///   - lightsOut: when the lights went out, where there are no bounds.
    ///   - author: who says so; nil for the machine's own user.
    ///   - now: the time.
    /// - Throws: `Failure` when it cannot be kept.
    package func edit(
        _ date: CivilDate, of device: DeviceID, bounds: NightBounds?, lightsOut: Instant? = nil,
        by author: Person.ID? = nil, at now: Instant
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
            guard bounds != nil || lightsOut != nil else { return }
            let add = try writer.connection.prepare(
                """
                INSERT INTO night_edit (date, device, start, end, lights_out, author, made)
                VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
                """)
            add.bind(1, date.daysSince1970)
            add.bind(2, row)
            add.bind(3, bounds?.sleepPeriod.lowerBound.nanoseconds)
            add.bind(4, bounds?.sleepPeriod.upperBound.nanoseconds)
            add.bind(5, (bounds.map(\.lightsOut) ?? lightsOut)?.nanoseconds)
            add.bind(6, author?.rawValue)
            add.bind(7, now.nanoseconds)
            try add.run()
        }
    }
}

extension NightEdit {
    fileprivate init(_ rows: borrowing Statement) {
        var period: Range<Instant>?
        if let start = rows.integerOrNil(2), let end = rows.integerOrNil(3) {
            period = Instant(nanoseconds: start)..<Instant(nanoseconds: max(start, end))
        }
        self.init(
            device: DeviceID(rawValue: rows.text(0)), date: CivilDate(daysSince1970: Int(rows.integer(1))),
            sleepPeriod: period, lightsOut: rows.integerOrNil(4).map { Instant(nanoseconds: $0) },
            author: rows.integerOrNil(5).map(Person.ID.init(rawValue:)), made: Instant(nanoseconds: rows.integer(6)),
            replaced: rows.integerOrNil(7).map { Instant(nanoseconds: $0) })
    }
}

extension Queries {
    private static let editColumns = "SELECT device.name, date, start, end, lights_out, author, made, replaced"
    /// Selects the edits in force, by date.
    static let nightEdits = """
        \(editColumns) FROM night_edit CROSS JOIN device ON device.id = night_edit.device
        WHERE date >= ?1 AND date <= ?2 AND replaced IS NULL ORDER BY date
        """
    /// Selects all edits of a night, the latest first.
    static let nightEditHistory = """
        \(editColumns) FROM device CROSS JOIN night_edit ON night_edit.device = device.id
        WHERE device.name = ?1 AND date = ?2 ORDER BY made DESC, night_edit.id DESC
        """
}
