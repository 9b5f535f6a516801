/// UUIDs of Bluetooth as texts in one form: four capital hexadecimal digits for numbers that the Bluetooth SIG assigned
/// in 16 bits, else 32 with hyphens.
package enum ProfileUUID {
    private static let base = "-0000-1000-8000-00805F9B34FB"

    /// The one form of a UUID written with 4, 8 or 32 digits, small or capital, with or without hyphens; nil for
    /// anything else.
    package static func canonical(_ text: String) -> String? {
        let digits = text.uppercased().filter { $0 != "-" }
        guard digits.utf8.allSatisfy(isDigit) else { return nil }
        let long: String
        switch digits.utf8.count {
        case 4: return digits
        case 8: long = digits + base
        case 32:
            var rest = Substring(digits)
            long = [8, 4, 4, 4, 12].map { count in
                defer { rest = rest.dropFirst(count) }
                return String(rest.prefix(count))
            }.joined(separator: "-")
        default: return nil
        }
        return long.hasPrefix("0000") && long.hasSuffix(base) ? String(long.dropFirst(4).prefix(4)) : long
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x41...0x46).contains(byte)
    }
}
