extension String {
    /// The text with everything in it that could steer a terminal or disguise what it says shown by its number, as JSON
    /// writes it, such as `\u001b`: control characters, the marks that turn the direction of writing, and those that cannot be seen. Names and
    /// numbers that a file or a radio brings are shown like this.
    /// - Parameter keepsLines: whether ends of lines and tabs stay, as in a text of our own with such a name in it.
    public func harmless(keepsLines: Bool = false) -> String {
        guard unicodeScalars.contains(where: { Self.isHarmful($0) }) else { return self }
        var text = String.UnicodeScalarView()
        for scalar in unicodeScalars {
            if Self.isHarmful(scalar), !(keepsLines && (scalar == "\n" || scalar == "\t")) {
                for unit in UTF16.encode(scalar) ?? .init() {
                    text.append(contentsOf: Self.number(unit).unicodeScalars)
                }
            } else {
                text.append(scalar)
            }
        }
        return String(text)
    }

    private static func number(_ unit: UInt16) -> String {
        let digits = String(unit, radix: 16)
        return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    }

    /// Whether a character can steer a terminal or disguise a text (Unicode categories Cc, Zl, Zp and those of Cf that turn
    /// or hide what is written).
    public static func isHarmful(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0..<0x20, 0x7F..<0xA0: true
        // Direction: Arabic letter mark, marks, embeddings, overrides, isolates.
        case 0x61C, 0x200E...0x200F, 0x202A...0x202E, 0x2066...0x2069: true
        // Ends of lines that some programs obey; what has no width; letters that are never drawn.
        case 0x2028...0x2029, 0x200B, 0x2060...0x2064, 0xFEFF, 0xFFF9...0xFFFB, 0xE0000...0xE007F: true
        default: false
        }
    }
}
