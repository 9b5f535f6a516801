package import Documents

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
