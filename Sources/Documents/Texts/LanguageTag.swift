/// The name of a language as programs write it: `en`, `pt-BR`, `zh-Hant` (BCP 47).
public struct LanguageTag: FieldValue {
    /// In the usual spelling: language in small letters, script with a capital, region in capitals.
    public let text: String
    /// The language by itself, in small letters.
    public let language: String

    /// A tag; nil for what is none: two letters of ISO 639-1 or three of ISO 639-3, and parts of letters and digits.
    public init?(_ text: String) {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false).map { $0.lowercased() }
        guard text.utf8.count <= 35, let first = parts.first, first.utf8.allSatisfy({ (97...122).contains($0) }) else {
            return nil
        }
        let short = Self.short[first] ?? first
        guard short.utf8.count == 3 || Self.known.contains(short) else { return nil }
        for part in parts.dropFirst() {
            guard (1...8).contains(part.utf8.count),
                part.utf8.allSatisfy({ (97...122).contains($0) || (48...57).contains($0) })
            else { return nil }
        }
        language = short
        self.text = ([short] + parts.dropFirst().map(Self.spelled)).joined(separator: "-")
    }

    private static func spelled(_ part: String) -> String {
        switch part.count {
        case 2: part.uppercased()
        case 4 where part.utf8.allSatisfy { $0 > 57 }: part.prefix(1).uppercased() + part.dropFirst()
        default: part
        }
    }

    public static var schema: Schema {
        let pattern = "^(\(known.sorted().joined(separator: "|"))|[a-z]{3})(-[A-Za-z0-9]{2,8}){0,3}$"
        return .string(2...35).with("pattern", .string(pattern)).example("en")
    }
    public func write(_ json: inout JSONText) { json.value(text) }
    public static func read(_ value: JSONValue, _ place: inout FieldPlace) -> LanguageTag? {
        guard let text = value.string else { return place.fault("must be text", code: "invalid_type", value) }
        return LanguageTag(text)
            ?? place.fault("must be a language tag such as en or pt-BR", code: "invalid_value", value)
    }

    /// Three letters for which two are to be used.
    private static let short = [
        "eng": "en", "deu": "de", "ger": "de", "fra": "fr", "fre": "fr", "spa": "es", "ita": "it", "por": "pt",
        "nld": "nl", "dut": "nl", "tur": "tr", "ell": "el", "gre": "el", "rus": "ru", "zho": "zh", "chi": "zh",
        "jpn": "ja", "kor": "ko", "tha": "th", "ara": "ar", "hin": "hi", "pol": "pl", "swe": "sv",
    ]
    /// ISO 639-1.
    private static let known: Set<String> = Set(
        """
        aa ab ae af ak am an ar as av ay az ba be bg bi bm bn bo br bs ca ce ch co cr cs cu cv cy da de dv dz ee el en \
        eo es et eu fa ff fi fj fo fr fy ga gd gl gn gu gv ha he hi ho hr ht hu hy hz ia id ie ig ii ik io is it iu ja \
        jv ka kg ki kj kk kl km kn ko kr ks ku kv kw ky la lb lg li ln lo lt lu lv mg mh mi mk ml mn mr ms mt my na nb \
        nd ne ng nl nn no nr nv ny oc oj om or os pa pi pl ps pt qu rm rn ro ru rw sa sc sd se sg si sk sl sm sn so sq \
        sr ss st su sv sw ta te tg th ti tk tl tn to tr ts tt tw ty ug uk ur uz ve vi vo wa wo xh yi yo za zh zu
        """.split(separator: " ").map(String.init))
}
