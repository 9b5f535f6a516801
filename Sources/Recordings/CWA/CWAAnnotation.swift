/// Notes in a header: `key=value` pairs joined by `&`, url-encoded and padded.
enum CWAAnnotation {
    /// The pairs, decoded, in order; keys without `=` have an empty value.
    static func pairs(_ bytes: [UInt8]) -> [(key: String, value: String)] {
        // Padding is blank, zero or erased flash; some files begin with a question mark as a web address would.
        let padding: Set<UInt8> = [0x20, 0x00, 0xFF]
        let end = bytes.lastIndex { !padding.contains($0) }.map { $0 + 1 } ?? 0
        let body = bytes[..<end].drop { $0 == UInt8(ascii: "?") || padding.contains($0) }
        return body.split(separator: UInt8(ascii: "&")).compactMap { pair in
            let parts = pair.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
            guard let key = parts.first, !key.isEmpty else { return nil }
            return (decoded(key), parts.count > 1 ? decoded(parts[1]) : "")
        }
    }

    /// Text with `+` as a blank and `%XX` as a byte of UTF-8; what is no valid escape stays as it is.
    static func decoded(_ text: ArraySlice<UInt8>) -> String {
        var bytes: [UInt8] = []
        var rest = text
        while let byte = rest.popFirst() {
            let escape = rest.prefix(2).compactMap { Character(UnicodeScalar($0)).hexDigitValue }
            if byte == UInt8(ascii: "%"), escape.count == 2 {
                bytes.append(UInt8(escape[0] << 4 | escape[1]))
                rest = rest.dropFirst(2)
            } else {
                bytes.append(byte == UInt8(ascii: "+") ? UInt8(ascii: " ") : byte)
            }
        }
        return String(decoding: bytes.filter { $0 != 0 }, as: UTF8.self)
    }
}
