/// The address of a device on the air or of an adapter.
package struct BluetoothAddress: Hashable, Sendable {
    /// Where the address comes from; two devices may share the octets of different kinds.
    package enum Kind: String, Hashable, Sendable, CaseIterable {
        /// A public address, from the IEEE registry of the maker.
        case `public`
        /// Made up by the device: static, resolvable or for one time only (Core Specification 5.4, vol 6 part B, 1.3.2).
        case random
    }

    /// The six octets as one number, the first in print as the most significant.
    package var bits: UInt64
    /// How the address was assigned.
    package var kind: Kind

    /// An address from its lower 48 bits.
    package init(bits: UInt64, kind: Kind) {
        self.bits = bits & 0xFFFF_FFFF_FFFF
        self.kind = kind
    }
}

extension BluetoothAddress: CustomStringConvertible {
    /// An address in its usual form, `F1:F2:F3:F4:F5:F6`; nil for anything else.
    package init?(_ text: String, kind: Kind) {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 6, parts.allSatisfy({ $0.utf8.count == 2 }) else { return nil }
        var bits: UInt64 = 0
        for part in parts {
            guard part.allSatisfy(\.isHexDigit), let octet = UInt8(part, radix: 16) else { return nil }
            bits = bits << 8 | UInt64(octet)
        }
        self.init(bits: bits, kind: kind)
    }

    /// Six pairs of capital hexadecimal digits with colons between.
    package var description: String {
        (0..<6).reversed().map { index in
            let octet = String(bits >> (UInt64(index) * 8) & 0xFF, radix: 16, uppercase: true)
            return octet.utf8.count == 1 ? "0" + octet : octet
        }.joined(separator: ":")
    }
}
