package import Documents
package import Signals

/// Ranks things to read by several objectives at once.
package enum Recommender {
    /// The algorithm and its version.
    package static let method = Method("weighted-objectives", version: 1)

    /// An objective and its weight.
    package struct Objective: Hashable, Sendable {
        /// `relevance`, `difficulty_match`, `novelty` or `engagement`.
        package var name: Name
        /// Its weight, not negative; weights count by their shares of the sum.
        package var weight: Double
        /// Whether a high score is better; otherwise a low one is.
        package var maximize: Bool

        /// Memberwise; what is not given has its default.
        package init(_ name: Name, weight: Double, maximize: Bool = true) {
            self.name = name
            self.weight = weight
            self.maximize = maximize
        }

        /// What can be scored.
        package typealias Name = ReadingObjective
    }

    /// 0.35 relevance, 0.25 difficulty match, 0.20 novelty, 0.20 engagement.
    package static let objectives = [
        Objective(.relevance, weight: 0.35), Objective(.difficultyMatch, weight: 0.25),
        Objective(.novelty, weight: 0.20), Objective(.engagement, weight: 0.20),
    ]

    /// Something that could be read, as far as it is known.
    package struct Candidate: Hashable, Sendable {
        /// The name by which the caller knows it.
        package var id: String
        /// How hard it is, 0 ... 1; nil when its text is not known.
        package var difficulty: Double?
        /// Its most telling words; empty when its text is not known.
        package var terms: Set<String>
        /// Share of it that was read to the end when it was opened, 0 ... 1; nil when it never was.
        package var finished: Double?

        /// Memberwise; what is not given has its default.
        package init(id: String, difficulty: Double? = nil, terms: Set<String> = [], finished: Double? = nil) {
            self.id = id
            self.difficulty = difficulty
            self.terms = terms
            self.finished = finished
        }
    }

    /// The reader whom candidates are ranked for.
    package struct Reader: Hashable, Sendable {
        /// The difficulty that the reader reads with ease, 0 ... 1.
        package var level: Double
        /// Words that the reader is interested in, from what was read and what was said; empty when unknown.
        package var interests: Set<String>
        /// Names of texts that were read already.
        package var read: Set<String>

        /// Memberwise; what is not given has its default.
        package init(level: Double = 0.5, interests: Set<String> = [], read: Set<String> = []) {
            self.level = level
            self.interests = interests
            self.read = read
        }
    }

    /// The ranking of one candidate.
    package struct Recommendation: Hashable, Sendable {
        /// The candidate's name.
        package var id: String
        /// The weighted mean of ``scores``, 0 ... 1.
        package var overall: Double
        /// The score of each objective, 0 ... 1, as scored before turning those that are to be small.
        package var scores: [Objective.Name: Double]
        /// A sentence on each score.
        package var explanation: [Objective.Name: String]
        /// Share of the weights whose score rests on something known, 0 ... 1.
        package var confidence: Double
        /// The rank; 1 is the best.
        package var rank: Int
    }

    /// The best `count` of `candidates`, the best first; equals keep the order in which they came, and of one name only
    /// the first counts.
    package static func rank(
        _ candidates: [Candidate], for reader: Reader, objectives: [Objective] = objectives, count: Int = 10
    ) -> [Recommendation] {
        let total = objectives.reduce(0) { $0 + $1.weight }
        var seen: Set<String> = []
        let scored = candidates.filter { seen.insert($0.id).inserted }.map { candidate in
            score(candidate, reader, objectives, total: total)
        }
        let order = scored.indices.sorted { (-scored[$0].overall, $0) < (-scored[$1].overall, $1) }
        return order.prefix(max(0, count)).enumerated().map { place, index in
            var recommendation = scored[index]
            recommendation.rank = place + 1
            return recommendation
        }
    }

    private static func score(
        _ candidate: Candidate, _ reader: Reader, _ objectives: [Objective], total: Double
    ) -> Recommendation {
        var result = Recommendation(
            id: candidate.id, overall: 0, scores: [:], explanation: [:], confidence: 0, rank: 0)
        for objective in objectives {
            let (score, reason, isKnown) = Self.score(objective.name, candidate, reader)
            let share = total > 0 ? objective.weight / total : 0
            result.scores[objective.name] = score
            result.explanation[objective.name] = reason
            result.overall += share * (objective.maximize ? score : 1 - score)
            if isKnown { result.confidence += share }
        }
        return result
    }

    private static func score(
        _ name: Objective.Name, _ candidate: Candidate, _ reader: Reader
    ) -> (score: Double, reason: String, isKnown: Bool) {
        switch name {
        case .relevance: relevance(candidate, reader)
        case .difficultyMatch: difficultyMatch(candidate, reader)
        case .novelty: novelty(candidate, reader)
        case .engagement: engagement(candidate)
        }
    }
}

extension Recommender {
    typealias Score = (score: Double, reason: String, isKnown: Bool)

    private static func relevance(_ candidate: Candidate, _ reader: Reader) -> Score {
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

    private static func engagement(_ candidate: Candidate) -> Score {
        guard let finished = candidate.finished else {
            return (0.5, "It was never opened: taken for 0.5.", false)
        }
        return (min(1, max(0, finished)), "\(Int((finished * 100).rounded())) % of it was read when it was open.", true)
    }

    private static func hundredths(_ number: Double) -> String { "\((number * 100).rounded() / 100)" }
}
