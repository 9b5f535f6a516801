public import Signals

/// Makes a text easier for a reader whose load is above what is wanted: the same text always gives the same changes, and
/// each can be taken back. Names, numbers and quotations stay as they are.
public struct Adaptation: Sendable {
    /// The algorithm. Version 1.
    public static let method = Method("rule-based-adaptation", version: 1)

    /// A step that was called for and could not be taken.
    public struct Missing: Hashable, Sendable {
        /// Which.
        public var kind: TextChange.Kind
        /// Why, and what to do.
        public var reason: String
    }

    /// How the text is to be shown; all factors are 1 where nothing is changed.
    public struct Presentation: Hashable, Sendable {
        /// The height of a line in multiples of the font's.
        public var lineHeight: Double
        /// Space between letters, in ems.
        public var letterSpacing: Double
        /// Space between paragraphs, in ems.
        public var paragraphSpacing: Double
        /// The pace to read at, in words per minute.
        public var wordsPerMinute: Int
    }

    /// The text as it came.
    public let original: ReadText
    /// The difficulty as it came.
    public let before: ContentDifficulty
    /// The overall difficulty that the reader is spared to, by the contract's formula.
    public let difficultyAfter: Double
    /// All changes, in the order of the text.
    public let changes: [TextChange]
    /// How the text is to be shown.
    public let presentation: Presentation
    /// Steps that could not be taken.
    public let missing: [Missing]
    /// `none`, or the kinds that were applied, joined by +.
    public let strategy: String

    /// The text with all changes; explanations follow at its end.
    public var adapted: String { Self.text(original, changes) }
    /// The text with all changes and without explanations, which is what readability is measured on: short notes would
    /// make a text look easier that is as hard as before.
    public var body: String { original.applying(changes.filter { $0.kind != .explainWord }) }

    /// What was done, one line for each kind.
    public var simplifications: [String] {
        var lines: [String] = []
        for kind in TextChange.Kind.allCases {
            let count = changes.count { $0.kind == kind }
            guard count > 0 else { continue }
            switch kind {
            case .splitSentence: lines.append("Split long sentences at \(count) \(count == 1 ? "place" : "places").")
            case .explainWord: lines.append("Explained \(count) rare \(count == 1 ? "word" : "words").")
            case .chunk: lines.append("Cut long paragraphs at \(count) \(count == 1 ? "place" : "places").")
            }
        }
        return lines
    }

    /// Adapts a text.
    /// - Parameters:
    ///   - content: the text.
    ///   - load: the reader's load, 0 ... 1.
    ///   - target: the load that is wanted, 0 ... 1; up to it nothing is changed.
    ///   - level: of the reader.
    ///   - kinds: the steps to take whatever the load; nil for those that difficulty and load call for.
    ///   - speed: the reader's usual speed, in words per minute.
    ///   - lexicon: explains words; nil when there is none here.
    public init(
        of content: String, load: Double, target: Double, level: ContentDifficulty.Level = .intermediate,
        kinds: Set<TextChange.Kind>? = nil, speed: Double = 238, lexicon: (any Lexicon)? = nil
    ) {
        let text = ReadText(content)
        original = text
        before = ContentDifficulty(estimating: text, for: level)
        // Decimal fractions such as 0.9 - 0.7 are not exactly 0.2.
        let gap = ((load - target) * 1e9).rounded() / 1e9
        let wanted = gap > 0 ? kinds ?? Self.kinds(for: before, gap: gap) : []
        let strain = max(0, min(1, gap))
        difficultyAfter = before.overall * (1 - 0.5 * strain)
        var changes: [TextChange] = []
        var missing: [Missing] = []
        if wanted.contains(.splitSentence) { changes += SentenceSplitter.changes(in: text) }
        if wanted.contains(.chunk) { changes += Chunker.changes(in: text) }
        if wanted.contains(.explainWord) {
            if let lexicon {
                changes += WordExplainer.changes(in: text, lexicon)
            } else {
                missing.append(Missing(kind: .explainWord, reason: Self.noLexicon))
            }
        }
        self.changes = changes.sorted {
            ($0.place.lowerBound, $0.place.upperBound) < ($1.place.lowerBound, $1.place.upperBound)
        }
        self.missing = missing
        let ease = wanted.isEmpty ? 0 : max(0.3, strain)
        presentation = Presentation(
            lineHeight: 1.6 + 0.4 * ease, letterSpacing: 0.03 * ease, paragraphSpacing: 1 + ease,
            wordsPerMinute: Int((speed * (1 - 0.3 * ease)).rounded()))
        let names = TextChange.Kind.allCases.filter { kind in changes.contains { $0.kind == kind } }
        strategy = names.isEmpty ? "none" : names.map(\.rawValue).joined(separator: "+")
    }

    private static let noLexicon =
        "No dictionary is installed, so no word is explained. Install Debian's package wordnet-base: "
        + "apt-get install wordnet-base."

    /// The steps that a text of such difficulty calls for: words, sentences and paragraphs each from their own bound on.
    static func kinds(for difficulty: ContentDifficulty, gap: Double) -> Set<TextChange.Kind> {
        var kinds: Set<TextChange.Kind> = []
        if difficulty.lexical > 0.6, gap > 0.2 { kinds.insert(.explainWord) }
        if difficulty.syntactic > 0.6, gap > 0.3 { kinds.insert(.splitSentence) }
        if difficulty.cultural > 0.5, gap > 0.2 { kinds.insert(.explainWord) }
        if difficulty.concept > 0.7, gap > 0.4 { kinds.formUnion([.explainWord, .chunk]) }
        return kinds
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
