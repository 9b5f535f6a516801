/// Bytes as text (RFC 4648), by either of its alphabets.
public struct Base64: Sendable {
    /// The usual alphabet, with padding (RFC 4648, section 4).
    public static let standard = Base64("+/", isPadded: true)
    /// The alphabet for addresses, without padding (section 5, and RFC 7515 section 2).
    public static let url = Base64("-_", isPadded: false)

    private let alphabet: [UInt8]
    private let values: [UInt8]
    private let isPadded: Bool

    private init(_ last: String, isPadded: Bool) {
        alphabet = Array(("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789" + last).utf8)
        var values = [UInt8](repeating: 0xFF, count: 256)
        for (value, letter) in alphabet.enumerated() { values[Int(letter)] = UInt8(value) }
        self.values = values
        self.isPadded = isPadded
    }

    /// The Base64 text of bytes.
    public func encode(_ bytes: [UInt8]) -> String {
        var text: [UInt8] = []
        text.reserveCapacity((bytes.count + 2) / 3 * 4)
        var (bits, count) = (UInt32(0), 0)
        for byte in bytes {
            bits = bits << 8 | UInt32(byte)
            count += 8
            while count >= 6 {
                count -= 6
                text.append(alphabet[Int(bits >> UInt32(count) & 63)])
            }
        }
        if count > 0 { text.append(alphabet[Int(bits << UInt32(6 - count) & 63)]) }
        while isPadded, text.count % 4 != 0 { text.append(UInt8(ascii: "=")) }
        return String(decoding: text, as: UTF8.self)
    }

    /// The bytes of a text; nil for one that ``encode(_:)`` never writes, so that each text stands for its own bytes alone.
    public func decode(_ text: some StringProtocol) -> [UInt8]? {
        var letters = Array(text.utf8)[...]
        if isPadded {
            guard letters.count % 4 == 0 else { return nil }
            for _ in 0..<2 where letters.last == UInt8(ascii: "=") { letters.removeLast() }
        }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(letters.count * 3 / 4)
        var (bits, count) = (UInt32(0), 0)
        for letter in letters {
            let value = values[Int(letter)]
            guard value != 0xFF else { return nil }
            bits = bits << 6 | UInt32(value)
            count += 6
            if count >= 8 {
                count -= 8
                bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
                bits &= 1 << UInt32(count) - 1
            }
        }
        // Whole bytes, and nothing in the bits that are left.
        return count < 6 && bits == 0 ? bytes : nil
    }
}
