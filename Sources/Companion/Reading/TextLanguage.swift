package import Documents

/// The language of a text: as it was told, else found by its letters and its most frequent words.
package struct TextLanguage: Hashable, Sendable {
    /// Two or three letters, such as `en`; nil when it is not known.
    package var code: String?
    /// Its letters; nil where several are mixed or there are none.
    package var writing: WritingSystem?
    /// Whether the caller stated ``code``; otherwise it was detected.
    package var isTold: Bool

    /// The language of a text, as stated or else detected.
    package init(of text: ReadText, told: LanguageTag? = nil) {
        writing = WritingSystem.of(text)
        isTold = told != nil
        code = told?.language ?? Self.find(text, writing)
    }

    /// The English name of the language; nil when it is unknown.
    package var name: String? { code.flatMap { Self.names[$0] ?? $0 } }

    /// Whether changes that are made for English apply.
    package var isEnglish: Bool { code == "en" && writing == .latin }

    private static func find(_ text: ReadText, _ writing: WritingSystem?) -> String? {
        switch writing {
        case .latin: return latin(text)
        case .greek: return "el"
        case .hebrew: return "he"
        case .hangul: return "ko"
        case .hanAndKana: return text.scalars.contains { (0x3040...0x30FF).contains($0.value) } ? "ja" : "zh"
        default: return nil
        }
    }

    /// By which language's smallest words there are most of; English where a few words show nothing.
    private static func latin(_ text: ReadText) -> String? {
        var votes: [String: Int] = [:]
        for word in text.words.prefix(2000) {
            // "i.e." and "e.g." are neither Polish nor Italian.
            let end = word.range.upperBound
            if word.range.count == 1, end < text.scalars.count, text.scalars[end] == "." { continue }
            let plain = word.text.lowercased()
            for (code, words) in frequent where words.contains(plain) { votes[code, default: 0] += 1 }
        }
        let best = votes.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.first
        guard let best, best.value > 0 else { return text.words.count < 20 ? "en" : nil }
        let english = votes["en"] ?? 0
        if english == best.value { return "en" }
        return best.value * 20 >= min(text.words.count, 2000) ? best.key : nil
    }

    private static let frequent: [String: Set<String>] = [
        "en": "the of and to in is was that it he for as with his on be at by had they which she from are not".set,
        "de": "der die und das den von zu ist mit sich des auf für dem nicht ein eine als auch es werden sie wird".set,
        "fr": "le la les de et des un une du est que dans pour qui sur pas au avec il elle plus ne se ce".set,
        "es": "el la los las de que y en un una del se por con para no es al lo como su más".set,
        "it": "il lo la gli di che e un una del della in per con non è si da nel al dei come più".set,
        "pt": "o a os as de que e um uma do da em para com não é se no na por mais como ao".set,
        "nl": "de het een van en in is dat op te zijn voor met niet aan er ook als door maar naar".set,
        "sv": "och att det som en på är av för med den till inte har ett om var jag men".set,
        "pl": "i w na z do się nie to że jest o jak przez ale po od za co tym".set,
        "tr": "ve bir bu da de için ile olarak çok daha gibi olan ne o en kadar sonra var değil".set,
    ]
    private static let names = [
        "en": "English", "de": "German", "fr": "French", "es": "Spanish", "it": "Italian", "pt": "Portuguese",
        "nl": "Dutch", "sv": "Swedish", "pl": "Polish", "tr": "Turkish", "el": "Greek", "he": "Hebrew", "ko": "Korean",
        "zh": "Chinese", "ja": "Japanese", "th": "Thai", "ru": "Russian", "ar": "Arabic", "hi": "Hindi",
    ]
}

extension String {
    fileprivate var set: Set<String> { Set(split(separator: " ").map(String.init)) }
}
