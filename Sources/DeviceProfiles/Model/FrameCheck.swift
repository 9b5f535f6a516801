package import Signals

/// A checksum near the end of a frame, by which damaged ones are known.
package struct FrameCheck: Hashable, Sendable {
    /// How it is computed.
    package enum Kind: String, Hashable, Sendable, CaseIterable {
        /// The sum of the bytes modulo 256.
        case sum8
        /// The bytes, exclusively or-ed.
        case xor
        /// A CRC of four bits, in the lower half of the last byte, over all bits before it.
        case crc4
        /// A CRC of eight bits.
        case crc8
        /// A CRC of sixteen bits.
        case crc16

        /// Bits of the checksum.
        var bits: Int {
            switch self {
            case .crc4: 4
            case .sum8, .xor, .crc8: 8
            case .crc16: 16
            }
        }
    }

    /// How it is computed.
    package var kind: Kind
    /// The generator of a CRC without its highest bit.
    package var polynomial: UInt16
    /// What it begins with, as in the catalogues of CRCs: the highest bit first, also where ``isReflected``.
    package var initial: UInt16
    /// Exclusively or-ed with the result.
    package var final: UInt16
    /// Whether the lowest bit of a byte goes first.
    package var isReflected: Bool
    /// Whether the higher byte of two comes first.
    package var isBigEndian: Bool
    /// The first byte that it is computed over.
    package var start: Int
    /// Bytes that follow it, such as an end mark.
    package var after: Int

    /// A checksum with the usual parameters of its kind: CRC-4/ITU without reflection, CRC-8/SMBUS, CRC-16/IBM-3740.
    package init(_ kind: Kind, isBigEndian: Bool = false, start: Int = 0, after: Int = 0) {
        self.kind = kind
        self.isBigEndian = isBigEndian
        self.start = start
        self.after = after
        (final, isReflected) = (0, false)
        switch kind {
        case .sum8, .xor: (polynomial, initial) = (0, 0)
        case .crc4: (polynomial, initial) = (0x3, 0)
        case .crc8: (polynomial, initial) = (0x07, 0)
        case .crc16: (polynomial, initial) = (0x1021, 0xFFFF)
        }
    }

    /// Bytes that belong to nothing but the checksum.
    package var byteCount: Int { kind.bits / 8 }

    /// The bytes of a frame up to its checksum.
    /// - Throws: `DecodeError` for a checksum that is wrong or not there.
    package func content(of bytes: RawSpan) throws(DecodeError) -> Int {
        let place = bytes.byteCount - after - max(1, byteCount)
        guard place >= start else {
            throw DecodeError(
                .truncated(needed: start + after + max(1, byteCount), available: bytes.byteCount), at: 0)
        }
        let last = UInt16(bytes.unsafeLoad(fromByteOffset: place, as: UInt8.self))
        let said: UInt16
        switch kind {
        case .crc4: said = last & 0xF
        case .crc16:
            let next = UInt16(bytes.unsafeLoad(fromByteOffset: place + 1, as: UInt8.self))
            said = isBigEndian ? last << 8 | next : next << 8 | last
        default: said = last
        }
        let computed = value(bytes, upTo: place)
        guard said == computed else {
            throw DecodeError(.mismatch("the checksum is \(said) and should be \(computed)"), at: place)
        }
        return kind == .crc4 ? place + 1 : place
    }

    /// The checksum of the bytes before `end`, for ``Kind/crc4`` also of the upper half of the byte there.
    package func value(_ bytes: RawSpan, upTo end: Int) -> UInt16 {
        var value = isReflected ? reversed(initial) : initial
        for index in start..<max(start, end) {
            add(bytes.unsafeLoad(fromByteOffset: index, as: UInt8.self), bits: 8, to: &value)
        }
        if kind == .crc4, end < bytes.byteCount {
            add(bytes.unsafeLoad(fromByteOffset: end, as: UInt8.self), bits: 4, to: &value)
        }
        let mask = UInt16(truncatingIfNeeded: (1 << kind.bits) - 1)
        return (value ^ final) & mask
    }

    /// Takes in the highest `bits` of a byte.
    private func add(_ byte: UInt8, bits: Int, to value: inout UInt16) {
        switch kind {
        case .sum8: value = (value &+ UInt16(byte)) & 0xFF
        case .xor: value ^= UInt16(byte)
        case .crc4, .crc8, .crc16:
            let width = kind.bits
            let generator = isReflected ? reversed(polynomial) : polynomial
            for index in 0..<bits {
                let bit = UInt16(isReflected ? byte >> UInt8(index) & 1 : byte >> UInt8(7 - index) & 1)
                if isReflected {
                    let carry = (value ^ bit) & 1
                    value = value >> 1 ^ (carry == 1 ? generator : 0)
                } else {
                    let carry = (value >> UInt16(width - 1) ^ bit) & 1
                    value = value << 1 ^ (carry == 1 ? generator : 0)
                }
            }
        }
    }

    private func reversed(_ number: UInt16) -> UInt16 {
        var (from, to): (UInt16, UInt16) = (number, 0)
        for _ in 0..<kind.bits {
            to = to << 1 | from & 1
            from >>= 1
        }
        return to
    }
}
