extension Recommender {
    typealias Score = (score: Double, reason: String, isKnown: Bool)

    static func relevance(_ candidate: Candidate, _ reader: Reader) -> Score {
        guard !candidate.terms.isEmpty, !reader.interests.isEmpty else {
            return (0.5, "Nothing is known to compare it with: taken for 0.5.", false)
        }
        let shared = candidate.terms.intersection(reader.interests)
        let share = Double(shared.count) / Double(min(candidate.terms.count, reader.interests.count))
        let words = shared.sorted().prefix(5).joined(separator: ", ")
        return (
            min(1, share),
            shared.isEmpty ? "It shares no word with what you read or asked for." : "It speaks of \(words), as you do.",
            true
        )
    }

    /// 1 from the reader's level to 0.2 above it; harder falls by 2 for each 1, easier goes down to 0.5.
    static func difficultyMatch(_ candidate: Candidate, _ reader: Reader) -> Score {
        guard let difficulty = candidate.difficulty else {
            return (0.5, "Its text is not known: taken for 0.5.", false)
        }
        let figure = "difficulty \(hundredths(difficulty)), your level \(hundredths(reader.level))"
        if difficulty < reader.level {
            return (0.5 + 0.5 * difficulty / max(reader.level, 0.01), "Easier than you can read: \(figure).", true)
        }
        // Decimal fractions such as 0.5 + 0.2 are not exactly 0.7.
        let excess = ((difficulty - reader.level - 0.2) * 1e9).rounded() / 1e9
        if excess <= 0 { return (1, "Just right to grow: \(figure).", true) }
        return (max(0, 1 - 2 * excess), "Harder than is good now: \(figure).", true)
    }

    static func novelty(_ candidate: Candidate, _ reader: Reader) -> Score {
        if reader.read.contains(candidate.id) { return (0, "You have read it.", true) }
        guard !candidate.terms.isEmpty, !reader.read.isEmpty else {
            return (1, "You have not read it.", !reader.read.isEmpty)
        }
        let share = Double(candidate.terms.intersection(reader.interests).count) / Double(candidate.terms.count)
        return (
            1 - 0.5 * share, "You have not read it; \(Int((share * 100).rounded())) % of its words are familiar.", true
        )
    }

    static func engagement(_ candidate: Candidate) -> Score {
        guard let finished = candidate.finished else {
            return (0.5, "It was never opened: taken for 0.5.", false)
        }
        return (min(1, max(0, finished)), "\(Int((finished * 100).rounded())) % of it was read when it was open.", true)
    }

    private static func hundredths(_ number: Double) -> String { "\((number * 100).rounded() / 100)" }
}
