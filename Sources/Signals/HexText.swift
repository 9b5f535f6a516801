/// Hexadecimal text.
public enum HexText {
    /// The bytes of hexadecimal digits with spaces wherever they help to read; nil for anything else and for an odd
    /// number of digits.
    public static func bytes(_ text: String) -> [UInt8]? {
        var bytes: [UInt8] = []
        var high: UInt8?
        for character in text.utf8 where character != 0x20 {
            let digit: UInt8
            switch character {
            case 0x30...0x39: digit = character - 0x30
            case 0x41...0x46: digit = character - 0x37
            case 0x61...0x66: digit = character - 0x57
            default: return nil
            }
            if let first = high {
                bytes.append(first << 4 | digit)
                high = nil
            } else {
                high = digit
            }
        }
        return high == nil ? bytes : nil
    }

    /// Two lower-case digits for each byte.
    public static func text(_ bytes: [UInt8]) -> String {
        let digits = Array("0123456789abcdef".utf8)
        return String(decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
    }

    /// The digits of so many random bytes, two each.
    public static func random(bytes count: Int) -> String { text((0..<count).map { _ in UInt8.random(in: 0...255) }) }
}
