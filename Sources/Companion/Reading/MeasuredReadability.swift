/// How hard a text is by the formulas of its language; what has none says why.
package struct MeasuredReadability: Sendable {
    /// The measures by the names that a reply gives them.
    package let values: [(name: String, value: Double)]
    /// Number of words.
    package let words: Int
    /// Number of sentences.
    package let sentences: Int

    /// Why a text has no measures.
    package struct Unknown: Error, Hashable {
        /// The reason, in a sentence.
        package let reason: String
    }

    /// Measures a text.
    /// - Throws: ``Unknown`` for a language without a formula, a text of several scripts, and one without words.
    package init(_ text: ReadText, _ language: TextLanguage) throws(Unknown) {
        guard let counts = Readability(text) else { throw Unknown(reason: "There are no words in it.") }
        (words, sentences) = (counts.words, counts.sentences)
        guard let writing = language.writing else {
            throw Unknown(
                reason: "Its letters are of several scripts, and the formulas are made for one language each.")
        }
        guard let code = language.code else {
            throw Unknown(reason: "Its language is not known; name it in `language`. \(Self.available)")
        }
        let name = language.name ?? code
        guard writing == .latin || !Self.formulas.contains(code) else {
            throw Unknown(reason: "It is said to be \(name) and is written in \(writing.rawValue) letters.")
        }
        let perSentence = Double(counts.words) / Double(counts.sentences)
        switch code {
        case "en": values = counts.measures
        case "de":
            let perWord = Self.syllables(text, Vowels.german) / Double(counts.words)
            values = [("amstad_reading_ease", 180 - perSentence - 58.5 * perWord)]
        case "es":
            let perWord = Self.syllables(text, Vowels.spanish) / Double(counts.words)
            values = [
                ("fernandez_huerta", 206.84 - 60 * perWord - 1.02 * perSentence),
                ("szigriszt_pazos", 206.835 - 62.3 * perWord - perSentence),
            ]
        case "it":
            values = [
                (
                    "gulpease",
                    89 + (300 * Double(counts.sentences) - 10 * Double(counts.letters)) / Double(counts.words)
                )
            ]
        default: throw Unknown(reason: "There is no formula for \(name) here. \(Self.available)")
        }
    }

    private static let formulas: Set<String> = ["en", "de", "es", "it"]
    private static let available = "There are formulas for English, German, Spanish and Italian."

    private static func syllables(_ text: ReadText, _ vowels: Vowels) -> Double {
        Double(text.words.reduce(0) { $0 + vowels.syllables(in: $1.text) })
    }
}

/// Syllables by the vowels of a word, for languages that are written as they are spoken.
///
/// The formulas: German by T. Amstad (Wie verständlich sind unsere Zeitungen?, Zürich 1978); Spanish by J. Fernández Huerta
/// (Medidas sencillas de lecturabilidad, Consigna 1959, as commonly corrected to 60 syllables' weight per word) and F.
/// Szigriszt Pazos (Madrid 1993); Italian Gulpease by P. Lucisano and M. E. Piemontese (Scuola e città 1988), which counts
/// letters.
struct Vowels {
    /// The vowels of the language.
    let all: Set<Character>
    /// Pairs of vowels that make one syllable.
    let joined: Set<String>

    /// Syllables of a word, at least 1.
    func syllables(in word: String) -> Int {
        let letters = Array(word.lowercased())
        var count = 0
        var last: Character?
        for (index, letter) in letters.enumerated() {
            guard all.contains(letter), !isSilent(letters, index) else {
                last = nil
                continue
            }
            if let before = last, joined.contains("\(before)\(letter)") {
                // A third vowel begins a syllable of its own, but in Paraguay.
                last = joined.contains("\(letter)\(letter)") ? nil : letter
            } else {
                count += 1
                last = letter
            }
        }
        return max(1, count)
    }

    /// Whether a letter is the silent u of qu.
    private func isSilent(_ letters: [Character], _ index: Int) -> Bool {
        letters[index] == "u" && index > 0 && letters[index - 1] == "q"
    }

    static let german = Vowels(
        all: Set("aeiouyäöüáéàè"), joined: ["ei", "ie", "ai", "au", "eu", "äu", "aa", "ee", "oo", "ey", "ay"])
    static let spanish = Vowels(
        all: Set("aeiouáéíóúü"),
        joined: Set(
            ["i", "u", "ü"].flatMap { weak in
                "aeoáéó".flatMap { ["\(weak)\($0)", "\($0)\(weak)"] }
            } + ["iu", "ui", "uí", "iú", "üi", "üe"]))
}
