import Documents

/// A dictionary that can explain a word.
package protocol Lexicon {
    /// What the dictionary says; nil for a word that it does not have.
    /// - Parameter word: in lower case, as it stands in the text.
    func entry(for word: String) -> LexiconEntry?
}

/// A dictionary's entry for a word.
package struct LexiconEntry: Hashable, Sendable {
    /// The base form.
    package var lemma: String
    /// A short definition of the most usual meaning.
    package var gloss: String
    /// How often the word was met in a body of texts; the fewer, the rarer.
    package var uses: Int
    /// How many meanings it has.
    package var meanings: Int

    /// Memberwise.
    package init(lemma: String, gloss: String, uses: Int, meanings: Int) {
        self.lemma = lemma
        self.gloss = gloss
        self.uses = uses
        self.meanings = meanings
    }
}

/// Explains rare words of a text, each once, never a name, a number or a word whose meaning the dictionary does not have.
enum WordExplainer {
    /// Words met more often than this need no explanation.
    static let rare = 2
    /// Letters below which a word is not looked up, as short words are seldom rare.
    private static let shortest = 5
    /// Explanations in one text at most.
    private static let most = 200

    /// Words that the grammar is made of: a dictionary of nouns and verbs has them as something else, if at all.
    private static let small: Set<String> = Set(
        """
        about above across after again against almost along alongside already also although always amid among amongst \
        another anybody anyone anything around aside astride because before behind below beneath beside besides between \
        beyond cannot could despite during either elsewhere enough every everybody everyone everything except hence \
        however inside instead itself maybe might myself neither never nobody nothing nowhere often other otherwise \
        ought ourselves outside perhaps quite rather shall should since somebody someone something sometimes somewhere \
        still than their theirs themselves there therefore these those though through throughout thus together toward \
        towards under underneath unless unlike until upon versus whatever whenever where whereas wherever whether which \
        whichever while whilst whoever whole whose within without would yours yourself
        """.split(separator: " ").map(String.init))

    private static func met(_ uses: Int) -> String {
        switch uses {
        case 0: "never met"
        case 1: "met once"
        case 2: "met twice"
        default: "met \(uses) times"
        }
    }

    static func changes(in text: ReadText, _ lexicon: any Lexicon) -> [TextChange] {
        var seen: Set<String> = []
        var changes: [TextChange] = []
        let starts = Set(text.sentences.compactMap { text.words(in: $0).first?.range.lowerBound })
        for word in text.words where changes.count < most {
            let isName = word.isCapitalized && !starts.contains(word.range.lowerBound)
            guard !isName, word.hasLetter, word.text.count >= shortest, word.text.allSatisfy(\.isLetter) else {
                continue
            }
            let plain = word.text.lowercased()
            guard !small.contains(plain), !text.isVerbatim(word.range), seen.insert(plain).inserted,
                let entry = lexicon.entry(for: plain), entry.uses <= rare, seen.insert("=\(entry.lemma)").inserted
            else { continue }
            // Counts of rare words do not tell which of several meanings is the usual one, less which is meant here.
            let kind = entry.meanings > 1 ? "can mean" : "means"
            let end = entry.gloss.hasSuffix(".") ? "" : "."
            changes.append(
                TextChange(
                    .explainWord, at: word.range, of: text, with: word.text,
                    note: "\(entry.lemma) \(kind) \(entry.gloss)\(end)",
                    why: "A rare word: \(met(entry.uses)) in the dictionary's texts."))
        }
        return changes
    }
}
