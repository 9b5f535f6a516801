package import Signals

/// Something that was written about a person's days.
package struct StoredInsight: Hashable, Sendable {
    /// Its name.
    package var id: String
    /// The day whose insight it is; nil for one that a program asked for.
    package var day: CivilDate?
    /// The language of its words.
    package var language: String
    /// When it was written.
    package var made: Instant
    /// Whether it was put away.
    package var isDismissed = false
    /// The document, as JSON.
    package var body: [UInt8]

    /// Memberwise.
    package init(id: String, day: CivilDate?, language: String, made: Instant, body: [UInt8]) {
        (self.id, self.day, self.language, self.made, self.body) = (id, day, language, made, body)
    }
}

extension Store {
    /// Insights of one person that are kept at most; the oldest go first.
    package static let insightLimit = 2000

    /// Keeps an insight of a person. That of a day takes the place of the day's former one in its language, under the name that this
    /// has, and stays put away where it was.
    /// - Returns: whether it is the first of its day in any language; false for one that has no day.
    /// - Throws: `Failure` when the store cannot be changed.
    @discardableResult
    package func keep(_ insight: StoredInsight, of person: Int64) async throws(Failure) -> Bool {
        let isFirst = Locked(false)
        try await perform(isDerived: insight.day != nil) { writer in
            if let day = insight.day {
                let known = try writer.connection.prepare(
                    "SELECT 1 FROM insight WHERE person = ?1 AND day = ?2 LIMIT 1")
                known.bind(1, person)
                known.bind(2, day.daysSince1970)
                let isKnown = try known.step()
                isFirst.withLock { $0 = !isKnown }
            }
            let keep = try writer.connection.prepare(
                """
                INSERT INTO insight (person, id, day, language, made, dismissed, body)
                VALUES (?1, ?2, ?3, ?4, ?5, NULL, ?6)
                ON CONFLICT (person, day, language) DO UPDATE SET made = excluded.made, body = excluded.body
                """)
            keep.bind(1, person)
            keep.bind(2, insight.id)
            keep.bind(3, insight.day.map { Int64($0.daysSince1970) })
            keep.bind(4, insight.language)
            keep.bind(5, insight.made.nanoseconds)
            keep.bind(6, insight.body)
            try keep.run()
            let drop = try writer.connection.prepare(
                """
                DELETE FROM insight WHERE person = ?1 AND made <= (
                    SELECT made FROM insight WHERE person = ?1 ORDER BY made DESC LIMIT 1 OFFSET ?2)
                """)
            drop.bind(1, person)
            drop.bind(2, Self.insightLimit)
            try drop.run()
        }
        return isFirst.withLock { $0 }
    }

    /// An insight of a person by its name; nil where they have none of it.
    /// - Throws: `Failure` when the store cannot be read.
    package func insight(_ id: String, of person: Int64) throws(Failure) -> StoredInsight? {
        try readers.read { connection in
            let rows = try connection.prepare(Queries.insight)
            rows.bind(1, person)
            rows.bind(2, id)
            return try rows.step() ? StoredInsight(rows) : nil
        }
    }

    /// The insight of a day of a person; nil before it was written.
    /// - Throws: `Failure` when the store cannot be read.
    package func insight(of day: CivilDate, in language: String, of person: Int64) throws(Failure) -> StoredInsight? {
        try readers.read { connection in
            let rows = try connection.prepare(Queries.insightOfDay)
            rows.bind(1, person)
            rows.bind(2, day.daysSince1970)
            rows.bind(3, language)
            return try rows.step() ? StoredInsight(rows) : nil
        }
    }

    /// A page of a person's insights, the newest first, and how many there are.
    /// - Throws: `Failure` when the store cannot be read.
    package func insights(
        of person: Int64, limit: Int, offset: Int
    ) throws(Failure) -> (insights: [StoredInsight], total: Int) {
        try readers.read { connection in
            let count = try connection.prepare("SELECT count(*) FROM insight WHERE person = ?1")
            count.bind(1, person)
            let total = try count.step() ? Int(count.integer(0)) : 0
            let rows = try connection.prepare(Queries.insights)
            rows.bind(1, person)
            rows.bind(2, limit)
            rows.bind(3, offset)
            var found: [StoredInsight] = []
            while try rows.step() { found.append(StoredInsight(rows)) }
            return (found, total)
        }
    }

    /// Puts an insight away.
    /// - Returns: False where the person has none of that name.
    /// - Throws: `Failure` when the store cannot be changed.
    package func dismissInsight(_ id: String, of person: Int64, at now: Instant) async throws(Failure) -> Bool {
        try await change(
            "UPDATE insight SET dismissed = ifnull(dismissed, ?3) WHERE person = ?1 AND id = ?2", id, person,
            now.nanoseconds)
    }

    /// Takes back an insight that was put away.
    /// - Returns: False where the person has none of that name.
    /// - Throws: `Failure` when the store cannot be changed.
    package func restoreInsight(_ id: String, of person: Int64) async throws(Failure) -> Bool {
        try await change("UPDATE insight SET dismissed = NULL WHERE person = ?1 AND id = ?2", id, person, nil)
    }

    /// Deletes an insight.
    /// - Returns: False where the person has none of that name.
    /// - Throws: `Failure` when the store cannot be changed.
    package func deleteInsight(_ id: String, of person: Int64) async throws(Failure) -> Bool {
        try await change("DELETE FROM insight WHERE person = ?1 AND id = ?2", id, person, nil)
    }

    private func change(_ sql: String, _ id: String, _ person: Int64, _ time: Int64?) async throws(Failure) -> Bool {
        let changed = Locked(false)
        try await perform { writer in
            let change = try writer.connection.prepare(sql)
            change.bind(1, person)
            change.bind(2, id)
            if let time { change.bind(3, time) }
            try change.run()
            let isChanged = writer.connection.changes > 0
            changed.withLock { $0 = isChanged }
        }
        return changed.withLock { $0 }
    }
}

extension StoredInsight {
    fileprivate init(_ rows: borrowing Statement) {
        self.init(
            id: rows.text(0), day: rows.integerOrNil(1).map { CivilDate(daysSince1970: Int($0)) },
            language: rows.text(2),
            made: Instant(nanoseconds: rows.integer(3)), body: rows.bytes(5))
        isDismissed = rows.integerOrNil(4) != nil
    }
}

extension Queries {
    private static let insightColumns = "SELECT id, day, language, made, dismissed, body FROM insight"
    static let insight = "\(insightColumns) WHERE person = ?1 AND id = ?2"
    static let insightOfDay = "\(insightColumns) WHERE person = ?1 AND day = ?2 AND language = ?3"
    static let insights = "\(insightColumns) WHERE person = ?1 ORDER BY made DESC, id LIMIT ?2 OFFSET ?3"
}
