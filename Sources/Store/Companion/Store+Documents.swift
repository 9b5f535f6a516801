package import Signals

extension Store {
    /// Keeps a text with its passages in place of the one of that name. Returns when it is on disk.
    /// - Parameters:
    ///   - document: the text.
    ///   - passages: its passages, as they are shown.
    ///   - indexed: what each is found by, in the same order; nil for the passages themselves.
    ///   - person: whose.
    package func keep(
        _ document: StoredDocument, passages: [String], indexed: [String]? = nil, of person: Int64
    ) async throws(Failure) {
        try await perform { writer in
            try Self.remove(document.name, of: person, writer.connection)
            let add = try writer.connection.prepare(
                """
                INSERT INTO document (person, name, title, language, size, difficulty, terms, added)
                VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)
                """)
            add.bind(1, person)
            add.bind(2, document.name)
            add.bind(3, document.title)
            add.bind(4, document.language)
            add.bind(5, document.size)
            add.bind(6, document.difficulty)
            add.bind(7, document.terms.joined(separator: " "))
            add.bind(8, document.added.nanoseconds)
            try add.run()
            let id = writer.connection.lastRow
            let passage = try writer.connection.prepare(
                "INSERT INTO passage (person, document, position, text, words) VALUES (?1, ?2, ?3, ?4, ?5)")
            for (position, text) in passages.enumerated() {
                passage.bind(1, person)
                passage.bind(2, id)
                passage.bind(3, position)
                passage.bind(4, text)
                passage.bind(5, indexed.flatMap { position < $0.count ? $0[position] : nil } ?? text)
                try passage.run()
            }
        }
    }

    /// Removes a text. Returns when it is gone.
    /// - Throws: `Failure` with code `notFound` when the person has none of that name.
    package func removeDocument(_ name: String, of person: Int64) async throws(Failure) {
        try await perform { writer in
            guard try Self.remove(name, of: person, writer.connection) else {
                throw Failure(.notFound, "There is no text “\(name)”.")
            }
        }
    }

    @discardableResult
    private static func remove(_ name: String, of person: Int64, _ connection: borrowing Connection) throws -> Bool {
        for sql in [
            "DELETE FROM passage WHERE document = (SELECT id FROM document WHERE person = ?1 AND name = ?2)",
            "DELETE FROM document WHERE person = ?1 AND name = ?2",
        ] {
            let remove = try connection.prepare(sql)
            remove.bind(1, person)
            remove.bind(2, name)
            try remove.run()
        }
        return connection.changes > 0
    }

    /// A person's texts, the newest first, at most a thousand.
    package func documents(of person: Int64) throws(Failure) -> [StoredDocument] {
        try readers.read { connection in
            let rows = try connection.prepare(
                """
                SELECT name, title, language, size, difficulty, terms, added FROM document WHERE person = ?1
                ORDER BY added DESC, id DESC LIMIT 1000
                """)
            rows.bind(1, person)
            var documents: [StoredDocument] = []
            while try rows.step() {
                documents.append(
                    StoredDocument(
                        name: rows.text(0), title: rows.text(1), language: rows.text(2), size: Int(rows.integer(3)),
                        difficulty: rows.doubleOrNil(4), terms: rows.text(5).split(separator: " ").map(String.init),
                        added: Instant(nanoseconds: rows.integer(6))))
            }
            return documents
        }
    }
}
