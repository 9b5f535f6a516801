/// A dictionary that can explain a word.
public protocol Lexicon {
    /// What the dictionary says; nil for a word that it does not have.
    /// - Parameter word: in lower case, as it stands in the text.
    func entry(for word: String) -> LexiconEntry?
}

/// What a dictionary says of a word.
public struct LexiconEntry: Hashable, Sendable {
    /// The base form.
    public var lemma: String
    /// The most usual meaning in a few words.
    public var gloss: String
    /// How often the word was met in a body of texts; the fewer, the rarer.
    public var uses: Int
    /// How many meanings it has.
    public var meanings: Int

    /// An entry from its parts.
    public init(lemma: String, gloss: String, uses: Int, meanings: Int) {
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
    /// Shorter ones are hardly rare.
    private static let shortest = 5
    /// Explanations in one text.
    private static let most = 200

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
            guard seen.insert(plain).inserted, let entry = lexicon.entry(for: plain), entry.uses <= rare,
                seen.insert("=\(entry.lemma)").inserted
            else { continue }
            let kind = entry.meanings > 1 ? "most often means" : "means"
            changes.append(
                TextChange(
                    .explainWord, at: word.range, of: text, with: word.text,
                    note: "\(entry.lemma) \(kind) \(entry.gloss).",
                    why:
                        "A rare word: met \(entry.uses == 0 ? "never" : "\(entry.uses) times") in the dictionary's texts."
                ))
        }
        return changes
    }
}
