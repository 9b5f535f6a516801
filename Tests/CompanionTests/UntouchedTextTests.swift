import Documents
import Testing

@testable import Companion

/// Explains three words that no reader needs explained, and one that some do.
private struct OddLexicon: Lexicon {
    func entry(for word: String) -> LexiconEntry? {
        switch word {
        case "nobody": LexiconEntry(lemma: "nobody", gloss: "a person of no influence", uses: 1, meanings: 1)
        case "except": LexiconEntry(lemma: "except", gloss: "take exception to", uses: 2, meanings: 2)
        case "cream": LexiconEntry(lemma: "cream", gloss: "the best people in a group", uses: 2, meanings: 5)
        case "herein": LexiconEntry(lemma: "herein", gloss: "in this place etc.", uses: 1, meanings: 1)
        default: nil
        }
    }
}

@Suite("What easier texts leave alone")
struct UntouchedTextTests {
    private func plain(_ text: String) -> String { Adaptation(of: text, load: 1, target: 0).body }

    @Test(
        "addresses, file names and identifiers stay as they are",
        arguments: [
            "https://example.com/utilize/prior-to?x=commence,and;y=2", "terminate@utilize.com", "www.utilize.org",
            "utilize.example.com", "/usr/share/commence/utilize.txt", "C:\\utilize\\obtain", "utilize_count",
            "@utilize", "#commence", "utilize.commence()", "obtain(x)", "`apt-get install utilize`",
            "--mode=utilize",
        ])
    func addresses(kept: String) {
        let text =
            "Please look at \(kept), and then the system will utilize it, and it will answer at 5 p.m. on Monday."
        let easier = plain(text)
        #expect(easier.contains(kept), "\(easier)")
        #expect(easier.contains("will use it"), "\(easier)")
    }

    @Test("program text stays as it is, prose around it does not")
    func programs() {
        let program = """
            def utilize(x):
                # commence the operation prior to the loop; the variable is not modified, and it is returned later
                for i in range(10):
                    print("utilize, commence")
                return x
            """
        let fenced = "```\nutilize the numerous\nobtain\n```"
        let easier = plain("Utilize this program.\n\n\(program)\n\n\(fenced)\n\nThen utilize that one.")
        #expect(easier == "Use this program.\n\n\(program)\n\n\(fenced)\n\nThen use that one.")
        let verse = "Thou art lovely;\nI utilize the sun;\nAnd summer ends;"
        #expect(plain(verse) == verse.replacing("utilize", with: "use"))
    }

    @Test("a backtick that stands alone keeps no fence from being seen and nothing around it from being made easier")
    func strayMarks() {
        let fenced = "```\nutilize the numerous\nobtain\n```"
        for stray in ["Press the ` key first.", "Press the `` keys first."] {
            #expect(plain("\(stray)\n\n\(fenced)") == "\(stray)\n\n\(fenced)")
            let around = "\(stray)\n\(fenced)\nThen utilize it.\n\n\(fenced)\n\nWe utilize that."
            let easier = around.replacing("Then utilize", with: "Then use").replacing("We utilize", with: "We use")
            #expect(plain(around) == easier)
            for end in ["\n\n", "\r\n\r\n", "\n \t\n"] {
                let apart = "\(stray)\(end)Please utilize it.\(end)\(stray)"
                #expect(plain(apart) == apart.replacing("utilize", with: "use"))
            }
        }
        let quoted = "He said `like this' that we utilize it. She said `like that' too."
        #expect(plain(quoted) == quoted.replacing("utilize", with: "use"))
        // A span may go over the end of a line, and a fence over an empty one.
        for kept in ["Type `obtain\r\nutilize` first.", "See:\n\n````\nutilize\n\n```\nobtain\n````\n\nNow."] {
            #expect(plain(kept) == kept)
        }
    }

    @Test("what is said between plain single quotes stays as it was said")
    func singleQuotes() {
        let said = "'It isn't sufficient, and I won't utilize it,'"
        #expect(plain("\(said) he whispered. We utilize it.") == "\(said) he whispered. We use it.")
        #expect(plain("The boys' room wasn't utilized, and 'twas a pity.").contains("wasn't used"))
        #expect(plain("Don't utilize it.") == "Don't use it.")
    }

    @Test(
        "a word stays where the plain one would say something else",
        arguments: [
            "a necessary and sufficient condition", "each additional child", "that additional cost",
            "Smith's additional cost", "principal component analysis", "the initial conditions",
            "they are more numerous",
            "Mosquitoes transmit malaria.", "the Golgi apparatus", "the fundamental frequency",
            "the page immediately following", "the custom obtains in the north", "Her 3 assists were good.",
            "He indicated that he was tired.", "the commencement speech",
            "Results obtained from it were good.", "It was obtained.",
        ])
    func meanings(kept: String) { #expect(plain(kept) == kept) }

    @Test("explains no small words, and does not say which meaning is meant where there are several")
    func explanations() throws {
        let text = "Nobody came except the cream of the town, as is said herein, at cream.example.com."
        let adaptation = Adaptation(of: text, load: 1, target: 0, kinds: [.explainWord], lexicon: OddLexicon())
        #expect(
            adaptation.changes.map(\.note) == [
                "cream can mean the best people in a group.", "herein means in this place etc.",
            ])
        #expect(try #require(adaptation.changes.last).why == "A rare word: met once in the dictionary's texts.")
    }

    @Test("abbreviations make an English text no other language's")
    func abbreviations() {
        let text = "The company utilizes e.g. coal, i.e. two fuels, e.g. peat."
        #expect(plain(text) == text.replacing("utilizes", with: "uses"))
        #expect(TextLanguage(of: ReadText("Il gatto e il cane e la casa e il mare.")).code == "it")
    }

    @Test("a sentence that hangs on an exception to everything is not parted")
    func exceptions() {
        let text =
            "Notwithstanding anything in this letter, the owner shall not sell the house, and the buyer may leave the "
            + "contract within thirty days of the day on which it was signed."
        #expect(Adaptation(of: text, load: 1, target: 0, kinds: [.splitSentence]).body == text)
    }
}
