/// Letters without their accents, by the names that Unicode gives them: `LATIN SMALL LETTER E WITH ACUTE` is an e.
enum LetterNames {
    private static let greek: [Substring: Unicode.Scalar] = [
        "ALPHA": "α", "EPSILON": "ε", "ETA": "η", "IOTA": "ι", "OMICRON": "ο", "UPSILON": "υ", "OMEGA": "ω", "RHO": "ρ",
    ]

    /// The plain small letter; nil for one that has no accent, and for none of Latin or Greek.
    static func base(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
        guard let name = scalar.properties.name, let with = name.firstRange(of: " WITH ") else { return nil }
        let plain = name[..<with.lowerBound]
        if plain.hasPrefix("LATIN SMALL LETTER "), let letter = plain.unicodeScalars.last,
            plain.dropFirst("LATIN SMALL LETTER ".count).count == 1
        {
            return letter.properties.lowercaseMapping.unicodeScalars.first
        }
        guard plain.hasPrefix("GREEK SMALL LETTER ") else { return nil }
        return greek[plain.dropFirst("GREEK SMALL LETTER ".count)]
    }
}
