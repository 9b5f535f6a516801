package import Signals

/// How often insights are written of somebody, and of what kinds none, by the words of the interface.
package struct InsightChoice: Hashable, Sendable {
    /// How often.
    package var frequency: String
    /// The kinds of which nothing is said, in order.
    package var muted: [String]

    /// Memberwise.
    package init(frequency: String, muted: [String]) { (self.frequency, self.muted) = (frequency, muted) }
}

extension Store {
    /// What a person chose of insights; nil where they have not.
    /// - Throws: `Failure` when the store cannot be read.
    package func insightChoice(of person: Int64) throws(Failure) -> InsightChoice? {
        try readers.read { connection in
            let rows = try connection.prepare(Queries.insightChoice)
            rows.bind(1, person)
            guard try rows.step() else { return nil }
            return InsightChoice(
                frequency: rows.text(0), muted: rows.text(1).split(separator: ",").map { "\($0)" })
        }
    }

    /// Keeps what a person chose of insights.
    /// - Throws: `Failure` when the store cannot be changed.
    package func keep(_ choice: InsightChoice, of person: Int64) async throws(Failure) {
        try await perform { writer in
            let keep = try writer.connection.prepare("INSERT OR REPLACE INTO insight_choice VALUES (?1, ?2, ?3)")
            keep.bind(1, person)
            keep.bind(2, choice.frequency)
            keep.bind(3, choice.muted.joined(separator: ","))
            try keep.run()
        }
    }
}

extension Queries {
    static let insightChoice = "SELECT frequency, muted FROM insight_choice WHERE person = ?1"
}
