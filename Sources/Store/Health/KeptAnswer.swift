package import Signals

/// An answer that was given to a request with a key, for when the request comes again.
package struct KeptAnswer: Hashable, Sendable {
    /// What was asked, so that a key cannot be used for something else.
    package var request: String
    /// The HTTP status.
    package var status: Int
    /// The media type; nil without a body.
    package var mediaType: String?
    /// The body.
    package var body: [UInt8]

    /// Memberwise.
    package init(request: String, status: Int, mediaType: String?, body: [UInt8]) {
        self.request = request
        self.status = status
        self.mediaType = mediaType
        self.body = body
    }
}

extension Store {
    /// Seconds for which an answer is kept.
    package static let answersAreKept: Double = 86400
    /// Answers that are kept at most, over all people.
    static let keptAnswerLimit = 10_000

    /// The answer that was kept under a person's key; nil without one.
    /// - Throws: `Failure` when the store cannot be read.
    package func keptAnswer(of person: Int64, key: String) throws(Failure) -> KeptAnswer? {
        try readers.read { connection in
            let rows = try connection.prepare(Queries.keptAnswer)
            rows.bind(1, person)
            rows.bind(2, key)
            guard try rows.step() else { return nil }
            return KeptAnswer(
                request: rows.text(0), status: Int(rows.integer(1)), mediaType: rows.textOrNil(2), body: rows.bytes(3))
        }
    }

    /// Keeps an answer; those that are too old, or too many, go.
    /// - Throws: `Failure` when the store cannot be changed.
    package func keep(_ answer: KeptAnswer, of person: Int64, key: String, at now: Instant) async throws(Failure) {
        try await perform { writer in
            let drop = try writer.connection.prepare(Queries.dropKeptAnswers)
            drop.bind(1, now.advanced(bySeconds: -Self.answersAreKept).nanoseconds)
            drop.bind(2, Self.keptAnswerLimit)
            try drop.run()
            let keep = try writer.connection.prepare(
                """
                INSERT INTO kept_answer (person, key, request, made, status, media_type, body)
                VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7) ON CONFLICT DO NOTHING
                """)
            keep.bind(1, person)
            keep.bind(2, key)
            keep.bind(3, answer.request)
            keep.bind(4, now.nanoseconds)
            keep.bind(5, answer.status)
            keep.bind(6, answer.mediaType)
            keep.bind(7, answer.body)
            try keep.run()
        }
    }
}

extension Queries {
    static let keptAnswer = """
        SELECT request, status, media_type, body FROM kept_answer WHERE person = ?1 AND key = ?2
        """
    static let dropKeptAnswers = """
        DELETE FROM kept_answer WHERE made < ?1
            OR made < (SELECT made FROM kept_answer ORDER BY made DESC LIMIT 1 OFFSET ?2)
        """
}
