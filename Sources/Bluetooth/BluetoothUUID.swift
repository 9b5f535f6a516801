/// A UUID of Bluetooth: 128 bits, of which the numbers that the Bluetooth SIG assigned need only 16 or 32 (Core
/// Specification 5.4, vol 3 part B, 2.5.1). The long and the short form of the same number are equal.
package struct BluetoothUUID: Hashable, Sendable {
    /// The first eight octets as printed.
    package var high: UInt64
    /// The last eight octets as printed.
    package var low: UInt64

    static let baseHigh: UInt64 = 0x0000_0000_0000_1000
    static let baseLow: UInt64 = 0x8000_0080_5F9B_34FB

    /// A UUID from its two halves.
    package init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    /// A UUID from a number assigned by the Bluetooth SIG, 16 or 32 bits.
    package init(_ number: UInt32) {
        self.init(high: UInt64(number) << 32 | Self.baseHigh, low: Self.baseLow)
    }

    /// The number assigned by the Bluetooth SIG in 16 bits; nil for any other UUID.
    package var short: UInt16? {
        low == Self.baseLow && high & 0xFFFF_FFFF == Self.baseHigh ? UInt16(exactly: high >> 32) : nil
    }
}

extension BluetoothUUID: CustomStringConvertible {
    /// A UUID from 4, 8 or 32 hexadecimal digits, the long form with or without hyphens; nil for anything else.
    package init?(_ text: String) {
        let digits = text.filter { $0 != "-" }
        guard digits.allSatisfy({ $0.isASCII && $0.isHexDigit }) else { return nil }
        switch digits.utf8.count {
        case 4, 8:
            guard let number = UInt32(digits, radix: 16) else { return nil }
            self.init(number)
        case 32:
            guard let high = UInt64(digits.prefix(16), radix: 16), let low = UInt64(digits.suffix(16), radix: 16)
            else { return nil }
            self.init(high: high, low: low)
        default: return nil
        }
    }

    /// Four digits where they suffice, else the long form with hyphens; capital letters.
    package var description: String {
        if let short { return Self.hex(UInt64(short), digits: 4) }
        let text = Self.hex(high, digits: 16) + Self.hex(low, digits: 16)
        var rest = Substring(text)
        return [8, 4, 4, 4, 12].map { count in
            defer { rest = rest.dropFirst(count) }
            return String(rest.prefix(count))
        }.joined(separator: "-")
    }

    private static func hex(_ number: UInt64, digits: Int) -> String {
        let text = String(number, radix: 16, uppercase: true)
        return String(repeating: "0", count: max(0, digits - text.utf8.count)) + text
    }
}
