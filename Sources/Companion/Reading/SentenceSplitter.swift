import Documents

/// Splits long sentences of English between clauses that can stand alone. Where it is not sure it leaves a sentence as it
/// is: nothing is reworded, only a comma, semicolon, colon, dash or the space before "and he" becomes a full stop and the
/// next letter a capital.
enum SentenceSplitter {
    /// Words that a sentence may have before it is divided.
    static let longest = 20
    /// Words that each half must have.
    private static let fewest = 4

    static func changes(in text: ReadText, longest: Int = longest) -> [TextChange] {
        text.sentences.flatMap { split($0, of: text, longest: longest) }
    }

    private static func split(_ sentence: Range<Int>, of text: ReadText, longest: Int) -> [TextChange] {
        let words = Array(text.words(in: sentence))
        guard words.count > longest else { return [] }
        var changes: [TextChange] = []
        var start = 0
        for index in 1..<words.count {
            guard let mark = mark(between: words[index - 1], words[index], in: text) else { continue }
            // Without a mark only what is still long is parted.
            if mark.scalar == " ", words.count - start <= Self.longest { continue }
            let left = words[start..<index]
            let right = words[index...]
            guard left.count >= fewest, right.count >= fewest, canStand(left.map { $0.text.lowercased() }),
                begins(right, after: mark.scalar),
                !hangs(left, before: words[index].text.lowercased(), mark: mark.scalar)
            else { continue }
            let place = mark.index..<words[index].range.lowerBound + 1
            guard !text.isQuoted(place) else { continue }
            let first = text.text(words[index].range.lowerBound..<words[index].range.lowerBound + 1)
            // The space before a dash, and the dash, are a full stop and one space.
            let space = mark.length == 1 ? text.text(mark.index + 1..<words[index].range.lowerBound) : " "
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
    ) -> (index: Int, length: Int, scalar: Unicode.Scalar)? {
        let gap = left.range.upperBound..<right.range.lowerBound
        let scalars = text.scalars[gap]
        let marks = scalars.filter { !SentenceCutter.isSpace($0) }
        guard marks.count <= 1, let first = scalars.first, scalars.count(where: { $0 == "\n" }) < 2 else { return nil }
        guard let mark = marks.first else {
            // "… the door and he went …" needs no comma.
            return gap.count == 1 && ["and", "but", "so"].contains(right.text) ? (gap.lowerBound, 2, " ") : nil
        }
        if mark == "\u{2014}" || mark == "\u{2013}" {
            return first == mark && gap.count == 1 || gap.count >= 3 ? (gap.lowerBound, 2, mark) : nil
        }
        guard first == mark, gap.count >= 2, mark == ";" || mark == "," || mark == ":" else { return nil }
        return (gap.lowerBound, 1, mark)
    }

    /// Whether what follows may still be a part of what somebody says, or of a condition: "he said that … and she …".
    private static func hangs(
        _ left: ArraySlice<ReadText.Word>, before conjunction: String, mark: Unicode.Scalar
    ) -> Bool {
        let words = left.map { $0.text.lowercased() }
        if mark == " " { return words.dropFirst().contains { subordinators.contains($0) || relatives.contains($0) } }
        guard conjunction == "and" || conjunction == "or" else { return false }
        if words.contains(where: { $0 == "if" || $0 == "unless" || $0 == "whether" }) { return true }
        return words.indices.dropFirst().contains { place in
            (words[place] == "that" || words[place] == "what")
                && (isVerb(words[place - 1]) || words[place - 1].hasSuffix("s") || reporting.contains(words[place - 1]))
        }
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
        var own = words.prefix(12)
        if conjunctions.contains(first) {
            texts.removeFirst()
            own.removeFirst()
        } else if mark == "," {
            return false
        }
        guard let subject = texts.first, let subjectWord = own.first else { return false }
        if subordinators.contains(subject) { return false }
        if mark == " " {
            // Without a comma only a pronoun that cannot be an object begins a clause, with its verb at once.
            guard nominatives.contains(subject), let verb = texts.dropFirst().first else { return false }
            return isVerb(verb)
        }
        if pronouns.contains(subject) { return texts.dropFirst().prefix(5).contains(where: isVerb) }
        let isName = subjectWord.isCapitalized && conjunctions.contains(first)
        guard mark != "," || determiners.contains(subject) || isName else { return false }
        guard mark != ":" && mark != "\u{2014}" && mark != "\u{2013}" || determiners.contains(subject) else {
            return false
        }
        // A noun phrase needs its own verb soon, before anything like "who" or "she" takes it away.
        for (place, word) in texts.dropFirst().prefix(6).enumerated() {
            if relatives.contains(word) || nominatives.contains(word) || conjunctions.contains(word) { return false }
            if auxiliaries.contains(word) || (finite.contains(word) && (place > 0 || isName)) { return true }
        }
        return false
    }

    private static func isVerb(_ word: String) -> Bool {
        auxiliaries.contains(word) || verbs.contains(word) || finite.contains(word)
            || (word.hasSuffix("ed") && word.count > 4 && !["hundred", "indeed", "sacred", "kindred"].contains(word))
            || word.hasSuffix("n't") || word.hasSuffix("n\u{2019}t")
    }

    /// Pronouns that are always a subject.
    private static let nominatives: Set<String> = ["i", "he", "she", "we", "they"]
    /// Verbs whose form says that they have a subject: no participle, hardly ever a noun.
    private static let finite: Set<String> = [
        "said", "went", "came", "took", "gave", "knew", "began", "wrote", "became", "grew", "fell", "spoke", "drew",
        "chose", "wore", "shook", "saw", "rose", "ate", "drank", "sang", "flew", "threw", "drove", "rode", "swam",
        "forgot", "broke", "froze", "stole", "swore", "woke", "stood", "sat", "ran", "thought", "felt", "seems",
        "becomes", "contains", "remains", "allows", "requires", "provides", "depends", "occurs", "includes", "consists",
        "explains", "suggests", "describes", "gives", "takes", "makes", "goes", "comes", "knows", "keeps", "begins",
        "applies", "holds", "says", "needs", "remained", "seemed", "appeared", "followed", "continued", "refused",
    ]
    private static let reporting: Set<String> = [
        "say", "know", "think", "believe", "hope", "fear", "find", "show", "ask", "wonder", "told", "report", "agree",
        "argue", "claim", "suggest", "provided", "understand", "me", "him", "her", "us", "them", "you",
    ]
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
        "let", "had", "were", "should", "notwithstanding", "except", "subject", "despite", "pursuant", "upon",
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
