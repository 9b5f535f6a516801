/// Splits long sentences of English between clauses that can stand alone. Where it is not sure it leaves a sentence as it
/// is: nothing is reworded, only a comma or semicolon becomes a full stop and the next letter a capital.
enum SentenceSplitter {
    /// Words that a sentence may have.
    static let longest = 20
    /// Fewer words are no sentence worth having.
    private static let fewest = 4

    static func changes(in text: ReadText) -> [TextChange] {
        text.sentences.flatMap { split($0, of: text) }
    }

    private static func split(_ sentence: Range<Int>, of text: ReadText) -> [TextChange] {
        let words = Array(text.words(in: sentence))
        guard words.count > longest else { return [] }
        var changes: [TextChange] = []
        var start = 0
        for index in 1..<words.count {
            guard let mark = mark(between: words[index - 1], words[index], in: text) else { continue }
            let left = words[start..<index]
            let right = words[index...]
            guard left.count >= fewest, right.count >= fewest, canStand(left.map { $0.text.lowercased() }),
                begins(right, after: mark.scalar)
            else { continue }
            let place = mark.index..<words[index].range.lowerBound + 1
            guard !text.isQuoted(place) else { continue }
            let first = text.text(words[index].range.lowerBound..<words[index].range.lowerBound + 1)
            let space = text.text(mark.index + 1..<words[index].range.lowerBound)
            changes.append(
                TextChange(
                    .splitSentence, at: place, of: text, with: "." + space + first.uppercased(),
                    why: "A sentence of \(words.count) words; this part can stand alone."))
            start = index
        }
        return changes
    }

    /// The comma, semicolon or colon between two words, when there is nothing else but space.
    private static func mark(
        between left: ReadText.Word, _ right: ReadText.Word, in text: ReadText
    ) -> (index: Int, scalar: Unicode.Scalar)? {
        let gap = left.range.upperBound..<right.range.lowerBound
        guard gap.count >= 2, let scalar = text.scalars[gap].first, scalar == ";" || scalar == ",",
            text.scalars[gap].dropFirst().allSatisfy(SentenceCutter.isSpace)
        else { return nil }
        return (gap.lowerBound, scalar)
    }

    /// Whether words that lie before a mark are a whole clause: with a verb in it, and not hung on what is to follow.
    private static func canStand(_ words: [String]) -> Bool {
        guard let first = words.first else { return false }
        let opener = conjunctions.contains(first) ? words.dropFirst().first ?? first : first
        return !subordinators.contains(opener) && words.contains(where: isVerb)
    }

    /// Whether the words after a mark begin a clause of their own.
    private static func begins(_ words: ArraySlice<ReadText.Word>, after mark: Unicode.Scalar) -> Bool {
        var texts = words.prefix(12).map { $0.text.lowercased() }
        guard let first = texts.first else { return false }
        if conjunctions.contains(first) {
            texts.removeFirst()
        } else if mark == "," {
            return false
        }
        guard let subject = texts.first else { return false }
        if subordinators.contains(subject) { return false }
        if pronouns.contains(subject) { return texts.dropFirst().prefix(5).contains(where: isVerb) }
        guard mark == ";" || determiners.contains(subject) else { return false }
        // A noun phrase needs its own verb soon, before anything like "who" or "which" takes it away.
        for word in texts.dropFirst().prefix(6) {
            if auxiliaries.contains(word) { return true }
            if relatives.contains(word) { return false }
        }
        return false
    }

    private static func isVerb(_ word: String) -> Bool {
        auxiliaries.contains(word) || verbs.contains(word)
            || (word.hasSuffix("ed") && word.count > 4 && !["hundred", "indeed", "sacred", "kindred"].contains(word))
            || word.hasSuffix("n't") || word.hasSuffix("n\u{2019}t")
    }

    private static let conjunctions: Set<String> = ["and", "but", "so", "yet", "nor", "or"]
    private static let pronouns: Set<String> = [
        "i", "he", "she", "it", "we", "they", "you", "there", "this", "these", "those", "everyone", "nobody", "nothing",
        "everything", "somebody", "someone",
    ]
    private static let determiners: Set<String> = [
        "the", "a", "an", "his", "her", "its", "their", "our", "my", "your", "no", "some", "all", "every", "many",
        "few",
        "several", "most",
    ]
    private static let relatives: Set<String> = ["who", "whom", "whose", "which", "that", "what", "where", "when"]
    private static let subordinators: Set<String> = [
        "if", "when", "although", "though", "because", "while", "whilst", "since", "unless", "until", "whether", "as",
        "that", "which", "who", "whom", "whose", "where", "whereas", "after", "before", "once", "lest", "provided",
        "whenever", "wherever", "whatever", "however", "what", "how", "why", "than", "not", "neither", "either", "both",
        "let", "had", "were", "should",
    ]
    private static let auxiliaries: Set<String> = [
        "is", "are", "was", "were", "am", "has", "have", "had", "will", "would", "can", "could", "may", "might", "must",
        "shall", "should", "do", "does", "did", "cannot", "i'm", "it's", "he's", "she's", "they're", "we're", "you're",
        "i've", "we've", "i'll",
    ]
    private static let verbs: Set<String> = [
        "said", "says", "say", "went", "go", "goes", "came", "come", "comes", "made", "make", "makes", "took", "take",
        "takes", "gave", "give", "gives", "saw", "see", "sees", "knew", "know", "knows", "thought", "think", "thinks",
        "found", "find", "finds", "told", "tell", "tells", "felt", "feel", "feels", "left", "kept", "keep", "keeps",
        "began", "begin", "begins", "seem", "seems", "stood", "stand", "stands", "sat", "ran", "run", "runs", "held",
        "hold", "holds", "brought", "bring", "brings", "wrote", "write", "writes", "got", "get", "gets", "put", "lay",
        "lies", "lie", "became", "become", "becomes", "grew", "grow", "grows", "fell", "fall", "falls", "met", "paid",
        "spoke", "speak", "sent", "built", "spent", "lost", "heard", "hear", "hears", "meant", "means", "mean", "led",
        "rose", "rise", "rises", "drew", "chose", "wore", "shook", "showed", "show", "shows", "need", "needs", "want",
        "wants", "believe", "believes", "hope", "like", "love", "use", "uses", "live", "lives", "work", "works", "read",
        "reads", "remain", "remains", "contain", "contains", "follow", "follows", "appear", "appears", "account",
    ]
}
