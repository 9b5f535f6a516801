import Documents
import Testing

@testable import Companion

/// A dictionary of three words.
private struct SmallLexicon: Lexicon {
    func entry(for word: String) -> LexiconEntry? {
        switch word {
        case "infusoria": LexiconEntry(lemma: "infusoria", gloss: "tiny creatures", uses: 0, meanings: 1)
        case "ishmael": LexiconEntry(lemma: "Ishmael", gloss: "a man of the Bible", uses: 0, meanings: 1)
        case "spleen": LexiconEntry(lemma: "spleen", gloss: "bad temper", uses: 2, meanings: 3)
        case "world", "worlds": LexiconEntry(lemma: "world", gloss: "the earth", uses: 200, meanings: 8)
        default: nil
        }
    }
}

@Suite("Adaptation of texts")
struct AdaptationTests {
    private func split(_ string: String) -> String {
        Adaptation(of: string, load: 1, target: 0, kinds: [.splitSentence]).adapted
    }

    @Test("makes real texts measurably easier, and the same way each time", arguments: Passages.all)
    func realTexts(passage: String) throws {
        let kinds: Set<TextChange.Kind> = [.splitSentence, .chunk]
        let adaptation = Adaptation(of: passage, load: 1, target: 0.3, kinds: kinds)
        let before = try #require(Readability(adaptation.original))
        let after = try #require(Readability(adaptation.adapted))
        #expect(adaptation.changes.count { $0.kind == .splitSentence } > 0)
        #expect(after.fleschReadingEase > before.fleschReadingEase)
        #expect(after.fleschKincaidGrade < before.fleschKincaidGrade)
        #expect(after.gunningFog < before.gunningFog && after.smogGrade < before.smogGrade)
        #expect(after.automatedReadabilityIndex < before.automatedReadabilityIndex)
        // Coleman–Liau has the sentences in it, too.
        #expect(after.colemanLiauIndex < before.colemanLiauIndex)
        #expect(Adaptation(of: passage, load: 1, target: 0.3, kinds: kinds).adapted == adaptation.adapted)
        #expect(adaptation.difficultyAfter < adaptation.before.overall)
        // Not a word is lost, added or put elsewhere.
        #expect(words(adaptation.adapted) == words(passage))
    }

    @Test("can be taken back, each change by itself", arguments: Passages.all)
    func reversible(passage: String) {
        let adaptation = Adaptation(of: passage, load: 1, target: 0, kinds: Set(TextChange.Kind.allCases))
        let text = adaptation.original
        #expect(text.applying([]) == passage)
        for (change, range) in zip(adaptation.changes, text.ranges(of: adaptation.changes)) {
            #expect(String(decoding: Array(passage.utf8)[range.utf8], as: UTF8.self) == change.original)
            #expect(String(decoding: Array(passage.utf16)[range.utf16], as: UTF16.self) == change.original)
            #expect(!change.why.isEmpty && change.original != change.replacement || change.kind == .explainWord)
        }
    }

    private func words(_ string: String) -> [String] { ReadText(string).words.map { $0.text.lowercased() } }

    @Test("splits only where both parts can stand alone")
    func splitting() {
        let filler = "and that is a long way to go for everybody who has to walk on foot in the rain"
        #expect(
            split("She has two sons, and they live in a small town by the sea \(filler).").contains("sons. And they"))
        let kept = [
            "When she came home, and he was there, they sat down at the old table in the kitchen \(filler).",
            "He bought apples, pears, and the plums that his mother had wanted for so many years \(filler).",
            "He said \u{201C}she is old; she was never young in all the years that we have known her\u{201D} \(filler).",
            "It was late (she had slept; he had read the news of the day in the old chair) \(filler).",
            "If the door is open; it is cold in the whole house and nobody wants to be there \(filler).",
        ]
        for text in kept { #expect(split(text) == text) }
        #expect(split("It is short; it stays.") == "It is short; it stays.")
    }

    @Test("never touches names, numbers and quotations")
    func untouchable() {
        let text = """
            Mr. Ishmael Cato paid 1,000.50 pounds in 1851, and he said \u{201C}I am glad; you are not, and it is well so \
            for all of us who came here\u{201D} to Dr. J. K. Jones of the U.S. Army, but she did not hear it at all then.
            """
        let adaptation = Adaptation(
            of: text, load: 1, target: 0, kinds: Set(TextChange.Kind.allCases), lexicon: SmallLexicon())
        for kept in [
            "Mr. Ishmael Cato", "1,000.50", "1851", "Dr. J. K. Jones", "U.S. Army",
            "\u{201C}I am glad; you are not, and it is well so for all of us who came here\u{201D}",
        ] { #expect(adaptation.adapted.contains(kept), "\(kept)") }
        #expect(adaptation.changes.allSatisfy { $0.kind != .explainWord })
        #expect(!adaptation.changes.isEmpty)
    }

    @Test("explains rare words beside the text, and says when there is no dictionary")
    func explaining() throws {
        let text = "Call me Ishmael. The spleen of the world, the spleen, and the infusoria."
        let adaptation = Adaptation(of: text, load: 1, target: 0, kinds: [.explainWord], lexicon: SmallLexicon())
        #expect(adaptation.changes.map(\.original) == ["spleen", "infusoria"])
        #expect(
            adaptation.changes.map(\.note) == [
                "spleen can mean bad temper.", "infusoria means tiny creatures.",
            ])
        #expect(adaptation.adapted.hasPrefix(text) && adaptation.adapted.hasSuffix("Infusoria means tiny creatures."))
        // Notes make nothing easier: they are not measured.
        #expect(adaptation.body == text)
        let without = Adaptation(of: text, load: 1, target: 0, kinds: [.explainWord])
        #expect(without.adapted == text && without.strategy == "none")
        #expect(try #require(without.missing.first).reason.contains("apt-get install wordnet-base"))
    }

    @Test("changes nothing up to the target and says so, and measures what it changed above it")
    func target() {
        let idle = Adaptation(of: Passages.mill, load: 0.7, target: 0.7, kinds: [.splitSentence])
        #expect(idle.adapted == Passages.mill && idle.strategy == "none" && idle.difficultyAfter == idle.before.overall)
        #expect(idle.notEasierBecause?.contains("not above") == true)
        let easier = Adaptation(of: Passages.mill, load: 0.9, target: 0.7)
        #expect(easier.notEasierBecause == nil && easier.difficultyAfter < easier.before.overall)
        #expect(easier.after == ContentDifficulty(estimating: ReadText(easier.body)))
    }

    @Test("estimates the difficulty of a text from its surface")
    func estimate() {
        let text = ReadText("One two, three. Four.")
        let difficulty = ContentDifficulty(estimating: text)
        #expect(abs(difficulty.lexical - 15.0 / 4 / 8) < 1e-9 && abs(difficulty.syntactic - 2.0 / 25) < 1e-9)
        #expect(difficulty.concept == 0.125 && difficulty.cultural == 0.4)
        let beginner = ContentDifficulty(estimating: text, for: .beginner)
        #expect(abs(beginner.lexical - difficulty.lexical - 0.15) < 1e-9 && abs(beginner.cultural - 0.45) < 1e-9)
        #expect(abs(ContentDifficulty(estimating: text, for: .advanced).concept - 0.075) < 1e-9)
    }

    @Test("takes any text at all without a fault")
    func hostile() {
        for text in ["", " ", ";;;,,,", "\u{1F469}\u{200D}\u{1F680}", String(repeating: "a, and it is ", count: 3000)] {
            let adaptation = Adaptation(of: text, load: 1, target: 0, kinds: Set(TextChange.Kind.allCases))
            #expect(adaptation.original.applying([]) == text)
        }
    }
}
