import Glibc
package import Signals

extension Store {
    /// Passages that are ranked, preselected by BM25.
    private static let mostWeighed = 1000

    /// The passages of a person's texts that have any of `words`, the best first.
    ///
    /// The score is the share of the words that a passage has, 0 to 1, each weighed by how rare it is among the person's own
    /// passages, those in `language` where one is given: ln(1 + (N - n + 0.5) / (n + 0.5)) where n of N have it (the weight of BM25 that is never negative, Robertson
    /// and Zaragoza 2009 as Lucene has it). A word that none of them has weighs as much as the heaviest that some have. Of
    /// equal scores the better by BM25 comes first, which counts how often and in how short a passage the words stand.
    /// - Parameters:
    ///   - words: each is looked for by its stem.
    ///   - person: whose texts.
    ///   - language: of texts in this language only: `en` stands for `en-GB` as well, and `zh-CN` for
    ///     a text of which no more is known than `zh`.
    ///   - limit: at most so many.
    package func passages(
        with words: [StoredDocument.Term], of person: Int64, language: String? = nil, limit: Int
    ) throws(Failure) -> [StoredDocument.Passage] {
        guard !words.isEmpty else { return [] }
        // Each word in quotes: none of them is an operator of the query language.
        let quoted = words.map { "\"\($0.text.filter { $0 != "\"" })\"\($0.isPrefix ? " *" : "")" }
        return try readers.read { connection in
            let counting = try connection.prepare(
                """
                SELECT count(*) FROM passage JOIN document ON document.id = passage.document
                WHERE passage.person = ?1 AND (?2 IS NULL OR \(Self.isOfLanguage("?2")))
                """)
            counting.bind(1, person)
            counting.bind(2, language)
            let total = try counting.step() ? Double(counting.integer(0)) : 0
            var having: [Int64: [Int]] = [:]
            var weights = [Double](repeating: 0, count: words.count)
            for (index, word) in quoted.enumerated() {
                let found = try Self.having(word, of: person, language, connection)
                var count = 0.0
                while try found.step() {
                    having[found.integer(0), default: []].append(index)
                    count += 1
                }
                if count > 0 { weights[index] = log1p((max(total, count) - count + 0.5) / (count + 0.5)) }
            }
            guard let heaviest = weights.max(), heaviest > 0 else { return [] }
            let whole = weights.reduce(0) { $0 + ($1 > 0 ? $1 : heaviest) }
            var ranked: [(passage: Int64, score: Double)] = []
            let best = try Self.having(
                quoted.joined(separator: " OR "), of: person, language, connection,
                "ORDER BY bm25(passage), passage.rowid LIMIT \(Self.mostWeighed)")
            while try best.step() {
                let passage = best.integer(0)
                ranked.append((passage, (having[passage] ?? []).reduce(0) { $0 + weights[$1] } / whole))
            }
            // Stable: of equal scores the order of BM25 stays.
            let order = ranked.enumerated().sorted {
                ($1.element.score, $0.offset) < ($0.element.score, $1.offset)
            }
            var found: [StoredDocument.Passage] = []
            let row = try connection.prepare(
                """
                SELECT passage.text, document.name, document.title, passage.position
                FROM passage JOIN document ON document.id = passage.document WHERE passage.rowid = ?1
                """)
            for place in order.prefix(limit) {
                row.bind(1, place.element.passage)
                guard try row.step() else { continue }
                found.append(
                    StoredDocument.Passage(
                        text: row.text(0), document: row.text(1), title: row.text(2), position: Int(row.integer(3)),
                        score: place.element.score))
                row.reset()
            }
            return found
        }
    }

    /// That a text's language is the one of a parameter, or one of the two a kind of the other, whatever the case.
    private static func isOfLanguage(_ parameter: String) -> String {
        """
        lower(document.language) = lower(\(parameter))
        OR substr(lower(document.language), 1, length(\(parameter)) + 1) = lower(\(parameter)) || '-'
        OR substr(lower(\(parameter)), 1, length(document.language) + 1) = lower(document.language) || '-'
        """
    }

    /// The numbers of a person's passages that match.
    private static func having(
        _ match: String, of person: Int64, _ language: String?, _ connection: borrowing Connection, _ rest: String = ""
    ) throws -> Statement {
        let rows = try connection.prepare(
            """
            SELECT passage.rowid FROM passage JOIN document ON document.id = passage.document
            WHERE passage MATCH ?1 AND passage.person = ?2 AND (?3 IS NULL OR \(isOfLanguage("?3"))) \(rest)
            """)
        rows.bind(1, match)
        rows.bind(2, person)
        rows.bind(3, language)
        return rows
    }
}
