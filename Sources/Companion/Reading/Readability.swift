import Signals

/// How hard a text is to read, by the published measures. All are made for English prose of a hundred words and more.
///
/// Dale–Chall is left out: its list of familiar words is not free.
package struct Readability: Hashable, Sendable {
    /// Number of sentences.
    package var sentences: Int
    /// Number of words.
    package var words: Int
    /// Number of syllables, by ``Syllables``.
    package var syllables: Int
    /// Letters and digits of all words.
    package var letters: Int
    /// Words of three syllables and more.
    package var polysyllables: Int
    /// Those of them that count for Gunning: no names, and not by an ending such as -ed or -ing.
    package var complexWords: Int

    /// Counts a text; nil for one without words.
    package init?(_ text: ReadText) {
        guard !text.words.isEmpty else { return nil }
        sentences = max(1, text.sentences.count)
        words = text.words.count
        (syllables, letters, polysyllables, complexWords) = (0, 0, 0, 0)
        let starts = Set(text.sentences.compactMap { text.words(in: $0).first?.range.lowerBound })
        for word in text.words {
            let count = Syllables.count(word.text)
            syllables += count
            letters += word.text.unicodeScalars.count { WordCutter.isLetterOrDigit($0) }
            guard count >= 3 else { continue }
            polysyllables += 1
            let isName = word.isCapitalized && !starts.contains(word.range.lowerBound)
            if !isName, Self.isComplex(word.text, count) { complexWords += 1 }
        }
    }

    /// Counts a text; nil for one without words.
    package init?(_ string: String) { self.init(ReadText(string)) }

    private static func isComplex(_ word: String, _ syllables: Int) -> Bool {
        guard syllables == 3 else { return true }
        let word = word.lowercased()
        return !word.contains("-") && !["ed", "es", "ing"].contains { word.hasSuffix($0) }
    }

    private var wordsPerSentence: Double { Double(words) / Double(sentences) }
    private var syllablesPerWord: Double { Double(syllables) / Double(words) }

    /// Flesch reading ease: 100 very easy, 30 very hard (R. Flesch, J Appl Psychol 1948).
    package var fleschReadingEase: Double { 206.835 - 1.015 * wordsPerSentence - 84.6 * syllablesPerWord }
    /// Flesch–Kincaid grade (J. P. Kincaid and others, Research Branch Report 8-75, 1975).
    package var fleschKincaidGrade: Double { 0.39 * wordsPerSentence + 11.8 * syllablesPerWord - 15.59 }
    /// Gunning fog index (R. Gunning, The Technique of Clear Writing, 1952).
    package var gunningFog: Double { 0.4 * (wordsPerSentence + 100 * Double(complexWords) / Double(words)) }
    /// SMOG grade (G. H. McLaughlin, J Reading 1969).
    package var smogGrade: Double {
        1.0430 * (Double(polysyllables) * 30 / Double(sentences)).squareRoot() + 3.1291
    }
    /// Coleman–Liau index (M. Coleman and T. L. Liau, J Appl Psychol 1975).
    package var colemanLiauIndex: Double {
        5.88 * Double(letters) / Double(words) - 29.6 * Double(sentences) / Double(words) - 15.8
    }
    /// Automated readability index (R. J. Senter and E. A. Smith, AMRL-TR-66-220, 1967).
    package var automatedReadabilityIndex: Double {
        4.71 * Double(letters) / Double(words) + 0.5 * wordsPerSentence - 21.43
    }

    /// The measures by the names that a reply gives them.
    package var measures: [(name: String, value: Double)] {
        [
            ("flesch_reading_ease", fleschReadingEase), ("flesch_kincaid_grade", fleschKincaidGrade),
            ("gunning_fog", gunningFog), ("smog_grade", smogGrade), ("coleman_liau_index", colemanLiauIndex),
            ("automated_readability_index", automatedReadabilityIndex),
        ]
    }
}
