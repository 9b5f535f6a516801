package import Documents
package import Signals

/// Makes a text easier for a reader whose load is above what is wanted: the same text always gives the same changes, and
/// each can be taken back. Names, numbers and quotations stay as they are.
package struct Adaptation: Sendable {
    /// The algorithm. Version 2: every load above the target calls for every step, plain words stand for long ones, and
    /// the difficulty afterwards is measured. Version 3: addresses, program text and what is said in single quotes stay.
    package static let method = Method("rule-based-adaptation", version: 3)

    /// A step that was called for and could not be taken.
    package struct Missing: Hashable, Sendable {
        /// The kind of change that was left out.
        package var kind: TextChange.Kind
        /// Why it was left out, and what to do about it.
        package var reason: String
    }

    /// How the text is to be shown; all factors are 1 where nothing is changed.
    package struct Presentation: Hashable, Sendable {
        /// The height of a line in multiples of the font's.
        package var lineHeight: Double
        /// Space between letters, in ems.
        package var letterSpacing: Double
        /// Space between paragraphs, in ems.
        package var paragraphSpacing: Double
        /// The pace to read at, in words per minute.
        package var wordsPerMinute: Int
    }

    /// The text as given.
    package let original: ReadText
    /// The difficulty of ``original``.
    package let before: ContentDifficulty
    /// The difficulty of ``body``, by the same measure as ``before``.
    package let after: ContentDifficulty
    /// The overall difficulty of ``body``, 0 ... 1.
    package var difficultyAfter: Double { after.overall }
    /// The language of the text.
    package let language: TextLanguage
    /// Why the text did not become measurably easier, for a person to read; nil when it did.
    package let notEasierBecause: String?
    /// All changes, in the order of the text.
    package let changes: [TextChange]
    /// How the text is to be shown.
    package let presentation: Presentation
    /// Kinds of change that could not be made.
    package let missing: [Missing]
    /// `none`, or the kinds that were applied, joined by +.
    package let strategy: String

    /// The text with all changes; explanations follow at its end.
    package var adapted: String { Self.text(original, changes) }
    /// The text with all changes and without explanations, which is what readability is measured on: short notes would
    /// make a text look easier that is as hard as before.
    package var body: String { original.applying(changes.filter { $0.kind != .explainWord }) }

    /// A summary of the changes, one line for each kind.
    package var simplifications: [String] {
        var lines: [String] = []
        for kind in TextChange.Kind.allCases {
            let count = changes.count { $0.kind == kind }
            guard count > 0 else { continue }
            switch kind {
            case .splitSentence: lines.append("Split long sentences at \(count) \(count == 1 ? "place" : "places").")
            case .replaceWord: lines.append("Put plain words for \(count) long \(count == 1 ? "one" : "ones").")
            case .explainWord: lines.append("Explained \(count) rare \(count == 1 ? "word" : "words").")
            case .chunk: lines.append("Cut long paragraphs at \(count) \(count == 1 ? "place" : "places").")
            }
        }
        return lines
    }

    /// Adapts a text.
    /// - Parameters:
    ///   - content: the text.
    ///   - told: the language in which the text is said to be written; nil to find out.
    ///   - load: the reader's load, 0 ... 1.
    ///   - target: the load that is wanted, 0 ... 1; up to it nothing is changed.
    ///   - level: of the reader.
    ///   - kinds: the steps to take; nil for all.
    ///   - speed: the reader's usual speed, in words per minute.
    ///   - lexicon: explains words; nil when there is none here.
    package init(
        of content: String, language told: LanguageTag? = nil, load: Double, target: Double,
        level: ContentDifficulty.Level = .intermediate, kinds: Set<TextChange.Kind>? = nil, speed: Double = 238,
        lexicon: (any Lexicon)? = nil
    ) {
        let text = ReadText(content)
        original = text
        let before = ContentDifficulty(estimating: text, for: level)
        self.before = before
        let language = TextLanguage(of: text, told: told)
        self.language = language
        // Decimal fractions such as 0.9 - 0.7 are not exactly 0.2.
        let gap = ((load - target) * 1e9).rounded() / 1e9
        let wanted = gap > 0 ? kinds ?? Set(TextChange.Kind.allCases) : []
        let strain = max(0, min(1, gap))
        var (changes, missing) = Self.changes(wanted, in: text, language, gap: gap, lexicon)
        changes.sort { ($0.place.lowerBound, $0.place.upperBound) < ($1.place.lowerBound, $1.place.upperBound) }
        self.changes = changes
        self.missing = missing
        let ease = wanted.isEmpty ? 0 : max(0.3, strain)
        presentation = Presentation(
            lineHeight: 1.6 + 0.4 * ease, letterSpacing: 0.03 * ease, paragraphSpacing: 1 + ease,
            wordsPerMinute: Int((speed * (1 - 0.3 * ease)).rounded()))
        let changed = text.applying(changes.filter { $0.kind != .explainWord })
        after =
            changed == content ? before : ContentDifficulty(estimating: ReadText(changed), for: level)
        notEasierBecause =
            after.overall < before.overall - 1e-9
            ? nil
            : Self.reason(gap > 0 ? nil : (load, target), wanted, text, language, changes)
        let names = TextChange.Kind.allCases.filter { kind in changes.contains { $0.kind == kind } }
        strategy = names.isEmpty ? "none" : names.map(\.rawValue).joined(separator: "+")
    }

    private static let noLexicon =
        "No dictionary is installed, so no word is explained. Install Debian's package wordnet-base: "
        + "apt-get install wordnet-base."

    /// Words that a sentence may have when the load is so far above the target.
    static func longestSentence(gap: Double) -> Int { gap >= 0.2 - 1e-9 ? 12 : SentenceSplitter.longest }

    /// The changes of the steps that can be taken, and the steps that cannot.
    private static func changes(
        _ wanted: Set<TextChange.Kind>, in text: ReadText, _ language: TextLanguage, gap: Double,
        _ lexicon: (any Lexicon)?
    ) -> ([TextChange], [Missing]) {
        var changes: [TextChange] = []
        var missing: [Missing] = []
        if wanted.contains(.chunk) { changes += Chunker.changes(in: text) }
        guard language.isEnglish else {
            let others = TextChange.Kind.allCases.filter { $0 != .chunk && wanted.contains($0) }
            return (changes, others.map { Missing(kind: $0, reason: notEnglish(language)) })
        }
        if wanted.contains(.splitSentence) {
            changes += SentenceSplitter.changes(in: text, longest: longestSentence(gap: gap))
        }
        if wanted.contains(.replaceWord) {
            // Where two changes meet, the sentence ends.
            let ends = changes.map(\.place)
            changes += WordReplacer.changes(in: text).filter { change in
                !ends.contains { $0.overlaps(change.place) }
            }
        }
        if wanted.contains(.explainWord) {
            if let lexicon {
                let replaced = changes.filter { $0.kind == .replaceWord }.map(\.place)
                changes += WordExplainer.changes(in: text, lexicon).filter { change in
                    !replaced.contains { $0.overlaps(change.place) }
                }
            } else {
                missing.append(Missing(kind: .explainWord, reason: noLexicon))
            }
        }
        return (changes, missing)
    }

    private static func notEnglish(_ language: TextLanguage) -> String {
        if let name = language.name, language.code != "en" {
            return "This step is made for English, and the text is \(name)."
        }
        if language.writing == nil {
            return "This step is made for English, and the text has letters of several scripts."
        }
        return "This step is made for English, and the text is not seen to be English; say so in `language` if it is."
    }

    private static func reason(
        _ loads: (load: Double, target: Double)?, _ wanted: Set<TextChange.Kind>, _ text: ReadText,
        _ language: TextLanguage, _ changes: [TextChange]
    ) -> String {
        if let loads {
            return "The load of \(loads.load) is not above the \(loads.target) that is wanted, so nothing was changed."
        }
        guard !text.words.isEmpty else { return "There are no words in it." }
        guard language.isEnglish else {
            return notEnglish(language).replacing("This step is", with: "The steps are")
        }
        let easing: Set<TextChange.Kind> = [.splitSentence, .replaceWord]
        guard !wanted.isDisjoint(with: easing) else {
            return "The steps that were asked for change neither sentences nor words."
        }
        let longest = text.sentences.map { text.words(in: $0).count }.max() ?? 0
        guard changes.contains(where: { easing.contains($0.kind) }) else {
            return longest <= SentenceSplitter.longest
                ? "Its sentences are short and its words plain already: the longest sentence has \(longest) words."
                : "No sentence could be split and no word made plainer without a risk for the meaning."
        }
        return "What was changed makes no difference that the measure shows."
    }

    private static func text(_ original: ReadText, _ changes: [TextChange]) -> String {
        let body = original.applying(changes.filter { $0.kind != .explainWord })
        let notes = changes.compactMap(\.note)
        guard !notes.isEmpty else { return body }
        return body + (body.hasSuffix("\n") ? "\n" : "\n\n") + notes.map(\.capitalizedFirst).joined(separator: "\n")
    }
}

extension String {
    fileprivate var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
