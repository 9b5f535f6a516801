package import Signals

/// The load that a reader's own figures give, by a fixed formula: 0.25 speed + 0.25 errors + 0.20 pauses + 0.15 heart
/// rate variability + 0.15 difficulty, each 0 ... 1.
///
/// It answers single questions of programs that know the figures already. Without a baseline, speed is taken for 0.5 and
/// the result lies between 0.125 and 0.875; ``Answer/basis`` and ``Answer/confidence`` say how much was known.
package enum LoadFormula {
    /// The algorithm and its version.
    package static let method = Method(
        "reading-load", version: 1,
        parameters: [
            "weight_speed": 0.25, "weight_errors": 0.25, "weight_pauses": 0.20, "weight_variability": 0.15,
            "weight_difficulty": 0.15,
        ])

    /// The measurements at one moment of reading.
    package struct Question: Hashable, Sendable {
        /// Reading speed, words per minute, at least 0.
        package var speed: Double
        /// Share of answers or words that were wrong, 0 ... 1.
        package var errors: Double
        /// Pauses per minute, not negative.
        package var pauses: Double
        /// Heart rate variability, in ms; nil when it was not measured.
        package var variability: Double?
        /// Of the text; nil when unknown, taken for 0.5 in each part.
        package var difficulty: ContentDifficulty?
        /// Parts of ``difficulty`` that nobody gave, by their names in the contract; they are taken for 0.5.
        package var missingDifficulty: Set<String> = []
        /// Minutes of the session so far, nil when they were not given. The formula has no part for them.
        package var minutes: Double?

        /// Memberwise; what is not given has its default.
        package init(
            speed: Double, errors: Double, pauses: Double, variability: Double? = nil,
            difficulty: ContentDifficulty? = nil
        ) {
            self.speed = speed
            self.errors = errors
            self.pauses = pauses
            self.variability = variability
            self.difficulty = difficulty
        }
    }

    /// One term of the load.
    package struct Factor: Hashable, Sendable {
        /// The part's name in the contract, such as `reading_speed`.
        package var name: String
        /// Its weight; the weights of all factors sum to 1.
        package var weight: Double
        /// Its load, 0 ... 1.
        package var score: Double
        /// How much of ``score`` was measured rather than assumed, 0 ... 1.
        package var knowledge: Double
        /// What the score was made from, for a person to read.
        package var basis: String
    }

    /// The load and its factors.
    package struct Answer: Hashable, Sendable {
        /// The load, 0 ... 1.
        package var load: Double
        /// The parts, in the order of the formula.
        package var factors: [Factor]

        /// Below 0.4 underload, above 0.7 overload, both bounds optimal.
        package var state: LoadState { LoadState(load: load) }
        /// Share of the weights that rests on measurements, 0 ... 1.
        package var confidence: Double { factors.reduce(0) { $0 + $1.weight * $1.knowledge } }
        /// Inputs that do not enter the load, as sentences.
        package var unused: [String] = []
        /// What each part was made from, and what was given and not used.
        package var basis: [String] { factors.map(\.basis) + unused }
    }

    /// The load of `question` for a person with `baseline`.
    package static func answer(_ question: Question, baseline: ReadingBaseline = ReadingBaseline()) -> Answer {
        let factors = [
            speed(question.speed, usual: baseline.speed), errors(question.errors),
            pauses(question.pauses, usual: baseline.pauses),
            variability(question.variability, usual: baseline.variability), difficulty(question),
        ]
        let load = factors.reduce(0) { $0 + $1.weight * $1.score }
        let unused = question.minutes == nil ? [] : ["session_duration: not used, the formula has no part for it"]
        return Answer(load: min(1, max(0, load)), factors: factors, unused: unused)
    }

    private static func speed(_ now: Double, usual: Double?) -> Factor {
        let name = "reading_speed"
        guard let usual else {
            return Factor(
                name: name, weight: 0.25, score: 0.5, knowledge: 0,
                basis: "\(name): no baseline of this person yet, taken for 0.5")
        }
        return Factor(
            name: name, weight: 0.25, score: excess(usual / max(now, 1)), knowledge: 1, basis: "\(name): own baseline")
    }

    private static func errors(_ now: Double) -> Factor {
        Factor(name: "error_rate", weight: 0.25, score: min(1, max(0, now)), knowledge: 1, basis: "error_rate")
    }

    private static func pauses(_ now: Double, usual: Double?) -> Factor {
        let name = "pause_frequency"
        guard let usual else {
            return Factor(
                name: name, weight: 0.20, score: min(now / 5, 1), knowledge: 0.5,
                basis: "\(name): against 5 per minute, no baseline of this person yet")
        }
        return Factor(
            name: name, weight: 0.20, score: min(now / max(usual, 0.1) / 2, 1), knowledge: 1,
            basis: "\(name): own baseline")
    }

    private static func variability(_ now: Double?, usual: Double?) -> Factor {
        let name = "heart_rate_variability"
        guard let now else {
            return Factor(
                name: name, weight: 0.15, score: 0.5, knowledge: 0, basis: "\(name): not given, taken for 0.5")
        }
        guard let usual else {
            return Factor(
                name: name, weight: 0.15, score: 1 - min(now / 100, 1), knowledge: 0.5,
                basis: "\(name): against 100 ms, no baseline of this person yet")
        }
        return Factor(
            name: name, weight: 0.15, score: excess(usual / max(now, 1)), knowledge: 1, basis: "\(name): own baseline")
    }

    private static func difficulty(_ question: Question) -> Factor {
        let name = "content_difficulty"
        let missing = difficultyParts.filter {
            question.difficulty == nil || question.missingDifficulty.contains($0.name)
        }
        let known = missing.count == difficultyParts.count ? 0 : 1 - missing.reduce(0) { $0 + $1.weight }
        let basis =
            missing.isEmpty
            ? name
            : missing.count == difficultyParts.count
                ? "\(name): not given, 0.5 in each part"
                : "\(name): without \(missing.map(\.name).joined(separator: ", ")), taken for 0.5"
        return Factor(
            name: name, weight: 0.15, score: (question.difficulty ?? ContentDifficulty()).overall, knowledge: known,
            basis: basis)
    }

    /// What each part weighs in ``ContentDifficulty/overall``.
    private static let difficultyParts = [
        (name: "lexical", weight: 0.30), (name: "syntactic", weight: 0.25), (name: "concept", weight: 0.25),
        (name: "cultural", weight: 0.20),
    ]

    /// The part of a ratio above 1, at most 1.
    private static func excess(_ ratio: Double) -> Double { ratio > 1 ? min(ratio - 1, 1) : 0 }
}
