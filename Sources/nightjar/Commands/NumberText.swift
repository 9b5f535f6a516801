/// Appends numbers as text to a buffer of bytes, so that they read back exactly, millions of them a second.
///
/// Recorders have few distinct values, so the shortest text of a float is kept in a table by its bits; a new one is
/// written by the standard library.
struct NumberText {
    private struct Entry {
        var bits: UInt32
        var length: UInt8
        var text: SIMD32<UInt8>
    }

    private var entries: [Entry]
    private static let size = 1 << 14
    private var second: Int64 = .min
    private var secondText: [UInt8] = []

    init() {
        // A float of zero has bits of zero, so that the empty table holds it already.
        var zero = SIMD32<UInt8>()
        zero[0] = UInt8(ascii: "0")
        entries = Array(repeating: Entry(bits: 0, length: 1, text: zero), count: Self.size)
    }

    /// Appends a float; nothing for NaN.
    mutating func append(_ value: Float, to buffer: inout CSVBuffer) {
        let bits = value.bitPattern
        let place = Int(truncatingIfNeeded: (bits &* 2_654_435_761) >> 18)
        if entries[place].bits != bits { entries[place] = Self.entry(value) }
        buffer.append(entries[place].text, count: Int(entries[place].length))
    }

    /// Seconds since 1970 to the nanosecond, without zeros at the end of the fraction.
    mutating func append(seconds nanoseconds: Int64, to buffer: inout CSVBuffer) {
        var whole = nanoseconds / 1_000_000_000
        var fraction = nanoseconds % 1_000_000_000
        if fraction < 0 {
            // -0.25 s is written as such; only before 1970 and never in a recording, so speed does not matter.
            let text = "\(whole == 0 ? "-" : "")\(whole)"
            (whole, fraction) = (whole, -fraction)
            buffer.append(Array(text.utf8))
        } else {
            if whole != second { (second, secondText) = (whole, Array(String(whole).utf8)) }
            buffer.append(secondText)
        }
        guard fraction != 0 else { return }
        var digits = SIMD32<UInt8>(repeating: UInt8(ascii: "0"))
        digits[0] = UInt8(ascii: ".")
        var rest = UInt32(fraction)
        var length = 0
        for place in stride(from: 9, to: 0, by: -1) {
            let digit = UInt8(truncatingIfNeeded: rest % 10)
            rest /= 10
            if length == 0 && digit != 0 { length = place + 1 }
            digits[place] = UInt8(ascii: "0") + digit
        }
        buffer.append(digits, count: length)
    }

    /// The exact decimal of a value that has a short one, as multiples of a power of two have, so that it is read back
    /// the same in double precision too; else the shortest that reads back as the same float.
    private static func entry(_ value: Float) -> Entry {
        var text = SIMD32<UInt8>()
        guard value.isFinite else { return Entry(bits: value.bitPattern, length: 0, text: text) }
        var bytes = Array(Double(value).description.utf8)
        if bytes.count(where: { (48...57).contains($0) }) > 15 { bytes = Array(value.description.utf8) }
        if bytes.count > 2, bytes.suffix(2) == [UInt8(ascii: "."), UInt8(ascii: "0")] { bytes.removeLast(2) }
        let length = min(32, bytes.count)
        for index in 0..<length { text[index] = bytes[index] }
        return Entry(bits: value.bitPattern, length: UInt8(length), text: text)
    }
}
