package import Documents

/// How hard a text is to read, in four parts of 0 ... 1.
package struct ContentDifficulty: Hashable, Sendable {
    /// Difficulty of the words: rare and long ones.
    package var lexical: Double
    /// Difficulty of the sentences: their length and structure.
    package var syntactic: Double
    /// Density of ideas.
    package var concept: Double
    /// How far it is from what the reader grew up with.
    package var cultural: Double

    /// A difficulty from its parts, each 0 ... 1.
    package init(lexical: Double = 0.5, syntactic: Double = 0.5, concept: Double = 0.5, cultural: Double = 0.5) {
        self.lexical = lexical
        self.syntactic = syntactic
        self.concept = concept
        self.cultural = cultural
    }

    /// The weighted mean: 0.30 lexical, 0.25 syntactic, 0.25 concept, 0.20 cultural.
    package var overall: Double { 0.30 * lexical + 0.25 * syntactic + 0.25 * concept + 0.20 * cultural }
}

extension ContentDifficulty {
    /// What a reader can do already.
    package typealias Level = ReaderLevel

    /// A rough estimate from the surface of a text: mean length of words over 8, of sentences over 25, of punctuation in
    /// sentences over 4; the cultural part is 0.4 for all. A text without words has none of it.
    package init(estimating text: ReadText, for level: Level = .intermediate) {
        let words = max(1, text.words.count)
        let sentences = Double(max(1, text.sentences.count))
        let letters = text.words.reduce(0) { $0 + $1.text.count }
        let marks = text.scalars.count { $0 == "," || $0 == ";" || $0 == ":" }
        func part(_ value: Double, _ share: Double) -> Double {
            min(1, max(0, min(value, 1) + share * level.adjustment))
        }
        self.init(
            lexical: part(Double(letters) / Double(words) / 8, 1),
            syntactic: part(Double(text.words.count) / sentences / 25, 1),
            concept: part(Double(marks) / sentences / 4, 1 / 2), cultural: part(0.4, 1 / 3))
    }
}

extension ReaderLevel {
    /// What it adds to the difficulty of words and sentences.
    var adjustment: Double {
        switch self {
        case .beginner: 0.15
        case .intermediate: 0
        case .advanced: -0.10
        }
    }
}
