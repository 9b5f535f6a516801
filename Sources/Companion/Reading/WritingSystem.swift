/// A writing system.
package enum WritingSystem: String, Hashable, Sendable, CaseIterable {
    case latin = "Latin"
    case greek = "Greek"
    case cyrillic = "Cyrillic"
    case arabic = "Arabic"
    case hebrew = "Hebrew"
    case indic = "Indic"
    case hangul = "Hangul"
    /// Chinese characters and Japanese syllables, which have no spaces between words.
    case hanAndKana = "Chinese or Japanese"
    /// Thai, Lao, Khmer and Burmese, which have none either.
    case southEastAsian = "Thai, Lao, Khmer or Burmese"
    case other = "other"

    /// The writing system of a letter; nil for anything else.
    init?(_ scalar: Unicode.Scalar) {
        guard scalar.properties.isAlphabetic else { return nil }
        switch scalar.value {
        case ..<0x250, 0x1E00...0x1EFF, 0x2C60...0x2C7F, 0xA720...0xA7FF, 0xFB00...0xFB06, 0xFF21...0xFF5A:
            self = .latin
        case 0x370...0x3FF, 0x1F00...0x1FFF: self = .greek
        case 0x400...0x52F: self = .cyrillic
        case 0x590...0x5FF: self = .hebrew
        case 0x600...0x77F, 0x8A0...0x8FF, 0xFB50...0xFDFF, 0xFE70...0xFEFF: self = .arabic
        case 0x900...0xDFF: self = .indic
        case 0x1100...0x11FF, 0xAC00...0xD7AF: self = .hangul
        default:
            self = Self.isHanOrKana(scalar) ? .hanAndKana : Self.isSpaceless(scalar) ? .southEastAsian : .other
        }
    }

    /// Whether words of this writing stand without spaces between them.
    package var isSpaceless: Bool { self == .hanAndKana || self == .southEastAsian }

    static func isHanOrKana(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x3005...0x3007, 0x3040...0x30FF, 0x31F0...0x31FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xF900...0xFAFF,
            0xFF66...0xFF9D, 0x20000...0x3FFFF:
            true
        default: false
        }
    }

    /// Whether a character is of a script without spaces between words.
    static func isSpaceless(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0xE00...0xEFF, 0x1000...0x109F, 0x1780...0x17FF: true
        default: isHanOrKana(scalar)
        }
    }

    static func isSpaceless(_ word: String) -> Bool { word.unicodeScalars.first.map(isSpaceless) ?? false }

    /// The one in which nine of ten letters of a text are; nil without letters, and where several are mixed.
    package static func of(_ text: ReadText) -> WritingSystem? {
        let counts = counts(text)
        let all = counts.values.reduce(0, +)
        guard all > 0, let most = counts.max(by: { $0.value < $1.value }), most.value * 10 >= all * 9 else {
            return nil
        }
        return most.key
    }

    /// The number of letters of each writing system.
    static func counts(_ text: ReadText) -> [WritingSystem: Int] {
        var counts: [WritingSystem: Int] = [:]
        for scalar in text.scalars { if let system = WritingSystem(scalar) { counts[system, default: 0] += 1 } }
        return counts
    }
}
