/// Strong entity tags (RFC 9110 section 8.8.3) of answers by their bytes.
enum EntityTag {
    /// The tag of some bytes, quotes and all: not against forgery, only to see that something changed.
    static func of(_ bytes: UnsafeRawBufferPointer) -> String {
        // Eight bytes at a time and two sums that mix differently: a night is read thousands of times a second.
        var (a, b): (UInt64, UInt64) = (0xCBF2_9CE4_8422_2325, 0x9E37_79B9_7F4A_7C15)
        var offset = 0
        while offset + 8 <= bytes.count {
            let word = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
            (a, b) = mixed(a, b, word)
            offset += 8
        }
        var rest = UInt64(bytes.count) << 56
        for (place, byte) in bytes[offset...].enumerated() { rest |= UInt64(byte) << UInt64(8 * place) }
        (a, b) = mixed(a, b, rest)
        return "\"\(String(a, radix: 36))-\(String(b, radix: 36))\""
    }

    private static func mixed(_ a: UInt64, _ b: UInt64, _ word: UInt64) -> (UInt64, UInt64) {
        let first = (a ^ word) &* 0x0000_0100_0000_01B3
        let second = (b &+ word) &* 0xFF51_AFD7_ED55_8CCD
        return (first ^ (first >> 29), second ^ (second >> 32))
    }

    /// Whether a client that sent `If-None-Match` has it already. A compressed body has a tag of its own.
    static func isKnown(_ tag: String, to headers: HTTPHeaders) -> Bool {
        guard let field = headers["If-None-Match"] else { return false }
        return field.split(separator: ",").contains { entry in
            let known = entry.trimmed()
            let strong = known.hasPrefix("W/") ? String(known.dropFirst(2)) : known
            return strong == "*" || strong == tag || strong == packed(tag)
        }
    }

    /// The tag of the same body compressed.
    static func packed(_ tag: String) -> String { String(tag.dropLast()) + "-gzip\"" }
}
