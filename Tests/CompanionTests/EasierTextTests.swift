import Documents
import Testing

@testable import Companion

@Suite("Easier texts")
struct EasierTextTests {
    private static let negations: Set<String> = [
        "not", "no", "never", "none", "nobody", "nothing", "nor", "neither", "without", "cannot", "unless",
    ]

    private func adapted(_ text: String, load: Double = 0.9) -> Adaptation {
        Adaptation(of: text, load: load, target: 0.7)
    }

    @Test("long texts of several kinds become measurably easier at a load of 0.9", arguments: OwnTexts.all.map(\.name))
    func kinds(name: String) throws {
        let text = try #require(OwnTexts.all.first { $0.name == name }?.text)
        #expect(ReadText(text).words.count >= 300)
        let adaptation = adapted(text)
        #expect(adaptation.language.isEnglish)
        #expect(adaptation.notEasierBecause == nil, "\(adaptation.notEasierBecause ?? "")")
        #expect(adaptation.difficultyAfter < adaptation.before.overall)
        let returned = ContentDifficulty(estimating: ReadText(adaptation.body))
        #expect(abs(adaptation.difficultyAfter - returned.overall) < 1e-12)
        let (before, after) = (try #require(Readability(text)), try #require(Readability(adaptation.body)))
        #expect(after.fleschKincaidGrade < before.fleschKincaidGrade - 0.1)
        #expect(after.fleschReadingEase > before.fleschReadingEase)
    }

    @Test("numbers, negations, names and quotations of the original are all in the result, in their order")
    func invariants() throws {
        for text in OwnTexts.all.map(\.text) + Passages.all {
            let adaptation = adapted(text, load: 1)
            let (before, after) = (ReadText(text), ReadText(adaptation.body))
            #expect(numbers(after) == numbers(before))
            #expect(words(after).filter(Self.isNegation) == words(before).filter(Self.isNegation))
            #expect(names(before).isSubset(of: Set(words(after))))
            for quotation in before.quoted { #expect(adaptation.body.contains(before.text(quotation))) }
            // Each sentence that was made begins with a capital and ends with a mark.
            for sentence in after.sentences {
                let first = try #require(after.words(in: sentence).first)
                #expect(
                    !first.hasLetter || first.text.unicodeScalars.first?.properties.isLowercase == false,
                    "\(first.text)")
            }
        }
    }

    private static func isNegation(_ word: String) -> Bool {
        negations.contains(word.lowercased()) || word.lowercased().hasSuffix("n't")
    }
    private func words(_ text: ReadText) -> [String] { text.words.map(\.text) }
    private func numbers(_ text: ReadText) -> [String] { words(text).filter { $0.contains(where: \.isNumber) } }
    private func names(_ text: ReadText) -> Set<String> {
        let starts = Set(text.sentences.compactMap { text.words(in: $0).first?.range.lowerBound })
        return Set(text.words.filter { $0.isCapitalized && !starts.contains($0.range.lowerBound) }.map(\.text))
    }

    @Test("says why nothing could be made easier")
    func reasons() {
        #expect(adapted("The cat sat. It was warm.").notEasierBecause?.contains("short") == true)
        #expect(adapted("").notEasierBecause?.contains("no words") == true)
        #expect(adapted(OwnTexts.law, load: 0.5).notEasierBecause?.contains("not above") == true)
        let german =
            "Der Rat hat am Dienstag beschlossen, dass die Mauer an der See neu gebaut wird, und die Arbeit beginnt."
        #expect(adapted(german).notEasierBecause?.contains("German") == true && adapted(german).body == german)
        let quoted = "\u{201C}\(OwnTexts.law.replacing("\n\n", with: " "))\u{201D}"
        #expect(adapted(quoted).body == quoted && adapted(quoted).notEasierBecause?.contains("risk") == true)
        let chunks = Adaptation(of: OwnTexts.law, load: 1, target: 0, kinds: [.chunk])
        #expect(chunks.notEasierBecause?.contains("neither sentences nor words") == true)
    }

    @Test("puts plain words only where they mean the same, with article and capital")
    func words() {
        func plain(_ text: String) -> String {
            Adaptation(of: text, load: 1, target: 0, kinds: [.replaceWord]).body
        }
        #expect(plain("Prior to the war an initial attempt was made.") == "Before the war a first attempt was made.")
        #expect(plain("It is an erroneous view.") == "It is a wrong view.")
        #expect(plain("Sufficient water was there.") == "Enough water was there.")
        #expect(plain("In order to win, utilize it.") == "To win, use it.")
        #expect(plain("Moreover, approximately 30 people left.") == "Also, about 30 people left.")
        for kept in [
            "It was nevertheless good.", "approximately balanced", "immediately after it", "They verify the result.",
            "A sufficient amount was there.", "the Initial Commission", "He said \u{201C}utilize it\u{201D} to me.",
            "an additional one", "The UTILIZED sum", "prior\n\nto the war",
        ] { #expect(plain(kept) == kept) }
    }

    @Test("leaves together what hangs together")
    func hanging() {
        let tail = "in the long and cold winter of that year in the small town by the sea"
        for kept in [
            "She said that the house was old and he wanted to sell it \(tail).",
            "They would leave the village if it rained and he agreed to come with them \(tail).",
            "He said that the harvest was poor, and the village was hungry \(tail).",
            "She bought the bread, and the milk she had ordered was on the table \(tail).",
        ] { #expect(Adaptation(of: kept, load: 1, target: 0, kinds: [.splitSentence]).body == kept) }
        let easy = "The old man opened the heavy door of the barn and he looked for the horse \(tail)."
        #expect(
            Adaptation(of: easy, load: 1, target: 0, kinds: [.splitSentence]).body.contains("barn. And he looked for"))
    }

    @Test("any text at all keeps its numbers and negations", arguments: 1...60)
    func random(seed: Int) {
        let pieces = [
            "and", "but", ",", ";", "he", "she", "was", "not", "12", "3.5", "the", "river", "never", "utilize", "prior",
            "to", ".", "\u{201C}", "\u{201D}", "Anna", "which", "that", "went", "an", "initial", "\u{2014}", ":", "(",
            ")",
        ]
        var state = UInt64(seed)
        var text = ""
        for _ in 0..<300 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            text += pieces[Int(state >> 33) % pieces.count] + " "
        }
        let adaptation = Adaptation(of: text, language: LanguageTag("en"), load: 1, target: 0)
        let (before, after) = (ReadText(text), ReadText(adaptation.body))
        #expect(numbers(after) == numbers(before))
        #expect(words(after).filter(Self.isNegation).count == words(before).filter(Self.isNegation).count)
        #expect(words(after).count { $0 == "Anna" } == words(before).count { $0 == "Anna" })
        #expect(adaptation.notEasierBecause == nil || adaptation.difficultyAfter >= adaptation.before.overall - 1e-9)
    }
}
