package import Signals

/// An analysis of activity that a person's program sent, as it was answered.
package struct ActivityAnalysis: Hashable, Sendable {
    /// The id; ids are never reused.
    package var id: String
    /// The person whose analysis it is.
    package var person: Int64
    /// When it was finished.
    package var made: Instant
    /// The outcome: `completed` or `failed`.
    package var status: String
    /// The reply, as JSON.
    package var body: [UInt8]

    /// Memberwise.
    package init(id: String, person: Int64, made: Instant, status: String, body: [UInt8]) {
        self.id = id
        self.person = person
        self.made = made
        self.status = status
        self.body = body
    }
}

extension Store {
    /// Analyses of one person that are kept at most; the oldest go first.
    package static let activityAnalysisLimit = 2000

    /// Keeps an analysis.
    /// - Throws: `Failure` when the store cannot be changed.
    package func keep(_ analysis: ActivityAnalysis) async throws(Failure) {
        try await perform { writer in
            let keep = try writer.connection.prepare(
                "INSERT OR REPLACE INTO activity_analysis (id, person, made, status, body) VALUES (?1, ?2, ?3, ?4, ?5)")
            keep.bind(1, analysis.id)
            keep.bind(2, analysis.person)
            keep.bind(3, analysis.made.nanoseconds)
            keep.bind(4, analysis.status)
            keep.bind(5, analysis.body)
            try keep.run()
            let drop = try writer.connection.prepare(
                """
                DELETE FROM activity_analysis WHERE id IN (
                    SELECT id FROM activity_analysis WHERE person = ?1 ORDER BY made DESC LIMIT -1 OFFSET ?2)
                """)
            drop.bind(1, analysis.person)
            drop.bind(2, Self.activityAnalysisLimit)
            try drop.run()
        }
    }

    /// One analysis of a person; nil when the person has none of that name.
    /// - Throws: `Failure` when the store cannot be read.
    package func activityAnalysis(_ id: String, of person: Int64) throws(Failure) -> ActivityAnalysis? {
        try readers.read { connection in
            let rows = try connection.prepare(Queries.activityAnalysis)
            rows.bind(1, id)
            rows.bind(2, person)
            guard try rows.step() else { return nil }
            return ActivityAnalysis(
                id: id, person: person, made: Instant(nanoseconds: rows.integer(0)), status: rows.text(1),
                body: rows.bytes(2))
        }
    }

    /// Deletes an analysis of a person.
    /// - Returns: False when the person has none of that name.
    /// - Throws: `Failure` when the store cannot be changed.
    package func deleteActivityAnalysis(_ id: String, of person: Int64) async throws(Failure) -> Bool {
        let deleted = Locked(false)
        try await perform { writer in
            let drop = try writer.connection.prepare("DELETE FROM activity_analysis WHERE id = ?1 AND person = ?2")
            drop.bind(1, id)
            drop.bind(2, person)
            try drop.run()
            let isDeleted = writer.connection.changes == 1
            deleted.withLock { $0 = isDeleted }
        }
        return deleted.withLock { $0 }
    }
}

extension Queries {
    static let activityAnalysis = "SELECT made, status, body FROM activity_analysis WHERE id = ?1 AND person = ?2"
}
