package import Companion

/// WordNet 3.0 (Princeton University), as Debian's package `wordnet-base` installs it: read from its own files at each
/// question (formats: wndb(5WN), cntlist(5WN), morphy(7WN)).
package final class WordNetLexicon: Lexicon {
    /// The folder of Debian's package.
    package static let folder = "/usr/share/wordnet"

    /// A part of speech, in the order in which meanings are preferred.
    private struct Part {
        var index: WordNetFile
        var data: WordNetFile
        var exceptions: WordNetFile?
        /// The part of speech's digits in a sense key.
        var keys: Set<Character>
        /// Endings, and what replaces them in the base form.
        var rules: [(ending: String, base: String)]
    }

    private let parts: [Part]
    private let counts: WordNetFile

    /// Opens the dictionary of a folder; nil when it is not there.
    package init?(folder: String = WordNetLexicon.folder) {
        guard let counts = WordNetFile(path: "\(folder)/cntlist.rev") else { return nil }
        self.counts = counts
        parts = Self.kinds.compactMap { kind in
            guard let index = WordNetFile(path: "\(folder)/index.\(kind.name)"),
                let data = WordNetFile(path: "\(folder)/data.\(kind.name)")
            else { return nil }
            return Part(
                index: index, data: data, exceptions: WordNetFile(path: "\(folder)/\(kind.name).exc"), keys: kind.keys,
                rules: kind.rules)
        }
        guard !parts.isEmpty else { return nil }
    }

    /// What WordNet says of a word; nil for one that it does not have, and for names.
    package func entry(for word: String) -> LexiconEntry? {
        guard word.utf8.allSatisfy({ (97...122).contains($0) }), word.utf8.count <= 40 else { return nil }
        var best: (entry: LexiconEntry, uses: Int)?
        var (uses, meanings) = (0, 0)
        var seen: Set<String> = []
        for part in parts {
            guard let (lemma, line) = find(word, in: part), let gloss = gloss(of: line, lemma, in: part) else {
                continue
            }
            if seen.insert(lemma).inserted { uses += self.uses(of: lemma) }
            let own = self.uses(of: lemma, only: part.keys)
            meanings += Int(line[2]) ?? 1
            if best == nil || own > (best?.uses ?? 0) {
                best = (LexiconEntry(lemma: lemma, gloss: gloss, uses: 0, meanings: 0), own)
            }
        }
        guard var entry = best?.entry else { return nil }
        (entry.uses, entry.meanings) = (uses, meanings)
        return entry
    }

    /// The base form of a word with its line in the index.
    private func find(_ word: String, in part: Part) -> (lemma: String, line: [Substring])? {
        var candidates = [word]
        if let exception = part.exceptions?.lines(with: word + " ").first {
            candidates += exception.split(separator: " ").dropFirst().map(String.init)
        }
        for rule in part.rules where word.hasSuffix(rule.ending) && word.count > rule.ending.count + 1 {
            candidates.append(String(word.dropLast(rule.ending.count)) + rule.base)
        }
        for lemma in candidates {
            guard let line = part.index.lines(with: lemma + " ").first else { continue }
            let fields = line.split(separator: " ")
            if fields.count > 6 { return (lemma, fields) }
        }
        return nil
    }

    /// The first meaning in the data file, up to its first example; nil for a name.
    private func gloss(of line: [Substring], _ lemma: String, in part: Part) -> String? {
        guard let count = Int(line[2]), count > 0, line.count >= count, let offset = Int(line[line.count - count]),
            let bytes = part.data.line(at: offset)
        else { return nil }
        let text = String(decoding: bytes, as: UTF8.self)
        let fields = text.split(separator: " ", maxSplits: 5)
        // The words of a synonym set stand in their own spelling: a capital is a name.
        let words = text.prefix { $0 != "|" }.split(separator: " ").dropFirst(4)
        if words.contains(where: { $0.lowercased() == lemma && $0.first?.isUppercase == true }) { return nil }
        guard fields.count > 4, let bar = text.firstIndex(of: "|") else { return nil }
        let gloss = text[text.index(after: bar)...].prefix { $0 != ";" }
        let short = gloss.split(separator: " ").prefix(30).joined(separator: " ")
        return short.isEmpty ? nil : short
    }

    /// How often a lemma is tagged in WordNet's corpus.
    private func uses(of lemma: String, only keys: Set<Character>? = nil) -> Int {
        counts.lines(with: lemma + "%", limit: 100).reduce(0) { sum, line in
            let fields = line.split(separator: " ")
            guard fields.count == 3, let count = Int(fields[2]),
                keys.map({ $0.contains(fields[0].dropFirst(lemma.count + 1).first ?? " ") }) ?? true
            else { return sum }
            return sum + count
        }
    }

    private static let kinds: [(name: String, keys: Set<Character>, rules: [(ending: String, base: String)])] = [
        (
            "noun", ["1"],
            [
                ("s", ""), ("ses", "s"), ("xes", "x"), ("zes", "z"), ("ches", "ch"), ("shes", "sh"), ("men", "man"),
                ("ies", "y"),
            ]
        ),
        (
            "verb", ["2"],
            [
                ("s", ""), ("ies", "y"), ("es", "e"), ("es", ""), ("ed", "e"), ("ed", ""), ("ing", "e"), ("ing", ""),
            ]
        ), ("adj", ["3", "5"], [("er", ""), ("est", ""), ("er", "e"), ("est", "e")]), ("adv", ["4"], []),
    ]
}
