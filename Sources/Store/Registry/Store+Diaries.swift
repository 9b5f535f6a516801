package import Signals

extension Store {
    /// The most entries that one request brings.
    package static let mostDiaryEntries = 4000

    /// The entries of a person's diary that hold, by date; those of everybody without an owner.
    /// - Throws: `Failure` when the store cannot be read.
    package func diary(
        of owner: DiaryOwner?, from first: CivilDate, to last: CivilDate
    ) throws(Failure) -> [DiaryEntry] {
        try readers.read { connection in
            let rows = try connection.prepare(owner == nil ? Queries.diaries : Queries.diary)
            rows.bind(1, first.daysSince1970)
            rows.bind(2, last.daysSince1970)
            if let owner {
                rows.bind(3, owner.number)
                rows.bind(4, owner.former)
            }
            var entries: [DiaryEntry] = []
            while try rows.step() { entries.append(DiaryEntry(rows)) }
            // Of a day that was written under both numbers the one that is kept now counts.
            guard let owner, owner.number != owner.former else { return entries }
            let own = Set(entries.filter { $0.person == owner.number }.map(\.night.date))
            return entries.filter { $0.person == owner.number || !own.contains($0.night.date) }
        }
    }

    /// Keeps entries of a person's diary. What was said of the same days before is put aside, not deleted.
    /// - Parameters:
    ///   - nights: what is said, a day each.
    ///   - owner: whose diary.
    ///   - file: the name of the file that they came in; nil where they were entered by hand.
    ///   - isAdded: whether what was said before and is not said again still holds.
    ///   - author: who says so; nil for the machine's own user.
    ///   - now: the time.
    /// - Throws: `Failure` when they cannot be kept.
    package func keep(
        _ nights: [DiaryNight], of owner: DiaryOwner, file: String?, adding isAdded: Bool, by author: Person.ID?,
        at now: Instant
    ) async throws(Failure) -> DiaryChange {
        let done = Locked(DiaryChange())
        try await perform { writer in
            var change = DiaryChange()
            for night in nights {
                let known = try writer.diaryRow(owner, night.date)
                let said = isAdded ? known.map { night.adding(to: $0.entry.night) } ?? night : night
                guard known?.entry.night != said else {
                    change.unchanged.append(night.date)
                    continue
                }
                if known == nil { change.added.append(night.date) } else { change.changed.append(night.date) }
                let last = try writer.connection.integer("SELECT seq FROM sqlite_sequence WHERE name = 'diary_entry'")
                let id = (last ?? 0) + 1
                if file != nil, change.imported == nil { change.imported = id }
                if let known { try writer.putDiaryAside(known.id, for: id, at: now) }
                let entry = DiaryEntry(
                    person: owner.number, night: said, source: file, imported: change.imported, author: author,
                    made: now)
                try writer.add(entry, as: id)
            }
            try writer.noteDiary(change.added + change.changed)
            done.withLock { [change] in $0 = change }
        }
        return done.withLock { $0 }
    }

    /// Takes the entry of a day out of a person's diary.
    /// - Throws: `Failure` with code `notFound` where there is none.
    package func removeDiary(_ date: CivilDate, of owner: DiaryOwner, at now: Instant) async throws(Failure) {
        try await perform { writer in
            guard let known = try writer.diaryRow(owner, date) else {
                throw Failure(.notFound, "The diary says nothing of the night of \(date).")
            }
            try writer.putDiaryAside(known.id, for: nil, at: now)
            // One from before there were people would hold again.
            if let other = try writer.diaryRow(owner, date) { try writer.putDiaryAside(other.id, for: nil, at: now) }
            try writer.noteDiary([date])
        }
    }

    /// Takes back what an import brought into a person's diary: what was said before holds again.
    /// - Returns: the days that it was about.
    /// - Throws: `Failure` with code `notFound` where nothing of it is left.
    package func undoDiary(
        _ imported: Int64, of owner: DiaryOwner, at now: Instant
    ) async throws(Failure) -> [CivilDate] {
        let done = Locked<[CivilDate]>([])
        try await perform { writer in
            let rows = try writer.connection.prepare(
                """
                SELECT id, date, replaced IS NULL, replaced_by FROM diary_entry
                WHERE imported = ?1 AND person IN (?2, ?3) ORDER BY id
                """)
            rows.bind(1, imported)
            rows.bind(2, owner.number)
            rows.bind(3, owner.former)
            var found: [(id: Int64, date: CivilDate, holds: Bool, next: Int64?)] = []
            while try rows.step() {
                found.append(
                    (
                        rows.integer(0), CivilDate(daysSince1970: Int(rows.integer(1))), rows.integer(2) != 0,
                        rows.integerOrNil(3)
                    ))
            }
            rows.reset()
            let before = try writer.connection.prepare(
                """
                UPDATE diary_entry SET replaced_by = ?2, replaced = CASE WHEN ?3 THEN NULL ELSE replaced END
                WHERE replaced_by = ?1
                """)
            let cut = try writer.connection.prepare("UPDATE diary_entry SET replaced_by = NULL WHERE id = ?1")
            var dates: [CivilDate] = []
            for row in found {
                if row.holds { try writer.putDiaryAside(row.id, for: nil, at: now) }
                before.bind(1, row.id)
                before.bind(2, row.next)
                before.bind(3, row.holds ? 1 : 0)
                try before.run()
                cut.bind(1, row.id)
                try cut.run()
                if row.holds { dates.append(row.date) }
            }
            guard !dates.isEmpty else {
                throw Failure(.notFound, "Nothing of the import \(imported) is in the diary.")
            }
            try writer.noteDiary(dates)
            done.withLock { [dates] in $0 = dates }
        }
        return done.withLock { $0 }
    }
}

extension Writer {
    fileprivate func diaryRow(
        _ owner: DiaryOwner, _ date: CivilDate
    ) throws(SQLiteError) -> (id: Int64, entry: DiaryEntry)? {
        let rows = try connection.prepare(Queries.diaryRow)
        rows.bind(1, date.daysSince1970)
        rows.bind(2, owner.number)
        rows.bind(3, owner.former)
        guard try rows.step() else { return nil }
        let found = (rows.integer(DiaryEntry.columns), DiaryEntry(rows))
        rows.reset()
        return found
    }

    fileprivate func putDiaryAside(_ id: Int64, for next: Int64?, at now: Instant) throws(SQLiteError) {
        let replace = try connection.prepare("UPDATE diary_entry SET replaced = ?2, replaced_by = ?3 WHERE id = ?1")
        replace.bind(1, id)
        replace.bind(2, now.nanoseconds)
        replace.bind(3, next)
        try replace.run()
    }

    fileprivate func noteDiary(_ dates: [CivilDate]) throws(SQLiteError) {
        guard let first = dates.min(), let last = dates.max() else { return }
        try outdateDays(first...last)
        for date in dates { try noteNight(date) }
    }

    fileprivate func add(_ entry: DiaryEntry, as id: Int64) throws(SQLiteError) {
        let add = try connection.prepare(
            """
            INSERT INTO diary_entry (id, \(Queries.diaryColumns)) VALUES
            (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18, ?19)
            """)
        let night = entry.night
        add.bind(1, id)
        add.bind(2, entry.person)
        add.bind(3, night.date.daysSince1970)
        add.bind(4, night.zone)
        for (index, time) in [night.inBed, night.lightsOut, night.asleep, night.awake, night.gotUp].enumerated() {
            add.bind(Int32(5 + index), time?.nanoseconds)
        }
        add.bind(10, night.awakenings.map { Int64($0) })
        add.bind(11, night.awakeMinutes)
        add.bind(12, night.quality.map { Int64($0) })
        add.bind(13, DiaryEntry.text(of: night.naps))
        add.bind(14, DiaryEntry.text(of: night.notWorn))
        add.bind(15, night.text)
        add.bind(16, entry.source)
        add.bind(17, entry.imported)
        add.bind(18, entry.author?.rawValue)
        add.bind(19, entry.made.nanoseconds)
        try add.run()
    }
}

extension DiaryEntry {
    /// How many columns ``Queries/diaryColumns`` names.
    fileprivate static let columns: Int32 = 18

    fileprivate init(_ rows: borrowing Statement) {
        var night = DiaryNight(CivilDate(daysSince1970: Int(rows.integer(1))), zone: rows.text(2))
        let times = [rows.integerOrNil(3), rows.integerOrNil(4), rows.integerOrNil(5), rows.integerOrNil(6)]
            .map { $0.map { Instant(nanoseconds: $0) } }
        (night.inBed, night.lightsOut, night.asleep, night.awake) = (times[0], times[1], times[2], times[3])
        night.gotUp = rows.integerOrNil(7).map { Instant(nanoseconds: $0) }
        night.awakenings = rows.integerOrNil(8).map { Int($0) }
        night.awakeMinutes = rows.doubleOrNil(9)
        night.quality = rows.integerOrNil(10).map { Int($0) }
        night.naps = Self.spans(rows.textOrNil(11))
        night.notWorn = Self.spans(rows.textOrNil(12))
        night.text = rows.textOrNil(13)
        self.init(
            person: rows.integer(0), night: night, source: rows.textOrNil(14), imported: rows.integerOrNil(15),
            author: rows.integerOrNil(16).map(Person.ID.init(rawValue:)), made: Instant(nanoseconds: rows.integer(17)))
    }

    /// Stretches of time as they are stored: `START END`, in nanoseconds, with a comma between two.
    fileprivate static func text(of spans: [Range<Instant>]) -> String? {
        spans.isEmpty
            ? nil : spans.map { "\($0.lowerBound.nanoseconds) \($0.upperBound.nanoseconds)" }.joined(separator: ",")
    }

    private static func spans(_ text: String?) -> [Range<Instant>] {
        (text ?? "").split(separator: ",").compactMap { span in
            let ends = span.split(separator: " ").compactMap { Int64($0) }
            guard ends.count == 2, ends[0] <= ends[1] else { return nil }
            return Instant(nanoseconds: ends[0])..<Instant(nanoseconds: ends[1])
        }
    }
}

extension Queries {
    fileprivate static let diaryColumns = """
        person, date, zone, in_bed, lights_out, asleep, awake, got_up, awakenings, awake_min, quality, naps, not_worn,
        text, source, imported, author, made
        """
    /// Selects everybody's entries that hold, by date.
    static let diaries = """
        SELECT \(diaryColumns) FROM diary_entry WHERE date BETWEEN ?1 AND ?2 AND replaced IS NULL ORDER BY date, person
        """
    /// Selects a person's entries that hold, by date.
    static let diary = """
        SELECT \(diaryColumns) FROM diary_entry
        WHERE date BETWEEN ?1 AND ?2 AND replaced IS NULL AND person IN (?3, ?4) ORDER BY date
        """
    /// Selects the entry of a person and day that holds.
    fileprivate static let diaryRow = """
        SELECT \(diaryColumns), id FROM diary_entry
        WHERE date = ?1 AND person IN (?2, ?3) AND replaced IS NULL ORDER BY person = ?2 DESC
        """
}
