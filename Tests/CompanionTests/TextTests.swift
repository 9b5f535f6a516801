import Testing

@testable import Companion

@Suite("Sentences, words and syllables")
struct TextTests {
    private func sentences(_ string: String) -> [String] {
        let text = ReadText(string)
        return text.sentences.map { text.text($0) }
    }

    @Test("ends no sentence at an abbreviation, an initial or a number")
    func abbreviations() {
        #expect(sentences("Mr. Smith met Dr. J. K. Jones at 3.30 p.m. on Main St. in town. They left.").count == 2)
        #expect(
            sentences("See fig. 3 and e.g. the U.S. Army, i.e. those. It cost 1,000.50 pounds, etc. Fine.").count == 3)
        #expect(sentences("So did I. We went home.").count == 2)
        #expect(sentences("It has apples, pears, etc. and more.").count == 1)
    }

    @Test("keeps what is said with the one who says it")
    func quotations() {
        #expect(sentences("\u{201C}Why?\u{201D} she asked. \u{201C}I know!\u{201D} He left.").count == 3)
        #expect(sentences("\"Stop!\" he cried. \"No.\" She ran.") == ["\"Stop!\" he cried.", "\"No.\"", "She ran."])
        #expect(sentences("Wait... what? Yes\u{2026} No.").count == 3)
    }

    @Test("ends a sentence at an empty line and in other scripts")
    func scripts() {
        #expect(
            sentences("A heading\n\nA line\nbroken in two.\r\n\r\nLast") == [
                "A heading", "A line\nbroken in two.", "Last",
            ])
        #expect(sentences("これは本です。あれはペンです。").count == 2)
        #expect(sentences("Où est-il ? Il est là. Élan vital.").count == 3)
        #expect(sentences("").isEmpty && sentences(" ... !! \n").isEmpty)
    }

    @Test("counts words with their apostrophes, hyphens and accents as one")
    func words() {
        let words = ReadText("Don\u{2019}t re-read the naïve e\u{301}tude; it's 3.14 or 1,000 'twas -no-").words
        #expect(
            words.map(\.text) == [
                "Don\u{2019}t", "re-read", "the", "naïve", "e\u{301}tude", "it's", "3.14", "or", "1,000", "twas", "no",
            ])
        #expect(words[0].isCapitalized && !words[6].hasLetter)
    }

    @Test("counts the syllables of a sample of a pronouncing dictionary")
    func syllables() {
        let wrong = SyllableSample.words.filter { Syllables.count($0.key) != $0.value }
        #expect(SyllableSample.words.count >= 240)
        // Spelling tells the syllables of nineteen English words in twenty.
        #expect(wrong.count <= SyllableSample.words.count / 20, "\(wrong)")
        #expect(Syllables.count("well-known") == 2 && Syllables.count("42") == 1 && Syllables.count("") == 1)
    }

    @Test("gives the published measures")
    func readability() throws {
        let text = "The cat sat on the mat. It was happy because the afternoon was beautiful."
        let counts = try #require(Readability(text))
        #expect(counts.words == 14 && counts.sentences == 2 && counts.syllables == 20)
        #expect(counts.letters == 58 && counts.polysyllables == 2 && counts.complexWords == 2)
        #expect(abs(counts.fleschReadingEase - (206.835 - 1.015 * 7 - 84.6 * 20 / 14)) < 1e-9)
        #expect(abs(counts.fleschKincaidGrade - (0.39 * 7 + 11.8 * 20 / 14 - 15.59)) < 1e-9)
        #expect(abs(counts.gunningFog - 0.4 * (7 + 100.0 * 2 / 14)) < 1e-9)
        #expect(abs(counts.smogGrade - (1.0430 * 30.0.squareRoot() + 3.1291)) < 1e-9)
        #expect(abs(counts.colemanLiauIndex - (0.0588 * 5800 / 14 - 0.296 * 200 / 14 - 15.8)) < 1e-9)
        #expect(abs(counts.automatedReadabilityIndex - (4.71 * 58 / 14 + 3.5 - 21.43)) < 1e-9)
        #expect(Readability(" \u{2026} ") == nil && counts.measures.count == 6)
    }
}
