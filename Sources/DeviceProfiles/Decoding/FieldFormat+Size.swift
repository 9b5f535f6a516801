extension FieldFormat {
    /// Bits of a raw integer; nil for anything else.
    var rawBits: Int? {
        switch encoding {
        case .integer(let bits, _), .bits(let bits, _): bits
        case .derived(_, let mask, let shift, _): max(1, 64 - (mask >> UInt64(min(63, shift))).leadingZeroBitCount)
        case .joined(let pieces, _): max(1, pieces.reduce(0) { $0 + $1.width })
        // Nanoseconds.
        case .calendar: 64
        default: nil
        }
    }

    /// The fewest bytes that one time takes: a field with a condition may take none.
    var minimumBytes: Int {
        switch encoding {
        case .integer(let bits, _), .float(let bits): bits / 8 * axes.count
        case .sfloat: 2 * axes.count
        case .medicalFloat: 4 * axes.count
        case .bytes(let count): count
        case .calendar(let parts, _): parts.reduce(0) { $0 + $1.bytes }
        case .bits, .text, .derived, .joined: 0
        case .structure: Self.minimumBytes(of: members)
        }
    }

    /// The fewest bits that one time takes: bit fields in a row need not fill bytes.
    var minimumBits: Int {
        switch encoding {
        case .bits(let width, _): return width * axes.count
        case .structure:
            let readers = members.filter { $0.condition == nil }
            let areBits = !readers.isEmpty && readers.allSatisfy { $0.isBitsOnce || $0.minimumBits == 0 }
            return areBits ? readers.reduce(0) { $0 + $1.minimumBits } : minimumBytes * 8
        default: return minimumBytes * 8
        }
    }

    private var isBitsOnce: Bool {
        if case .bits = encoding, repetition == .once { return true }
        return false
    }

    /// More bytes than any frame has. Structures within each other multiply, so that what they take may be more than a
    /// number holds; it is said as this.
    private static let beyond = FrameFormat.streamBytes + 1

    /// The fewest bytes of fields one after the other, as far as any frame has so many; bit fields share bytes.
    static func minimumBytes(of fields: [FieldFormat]) -> Int {
        var (bytes, bits) = (0, 0)
        for field in fields where field.condition == nil {
            let times: Int =
                switch field.repetition {
                case .once: 1
                case .times(let count): count
                case .rest, .field: 0
                }
            let each = field.minimumBytes
            if case .bits(let width, _) = field.encoding {
                bits = min(bits + width * field.axes.count * times, 8 * beyond)
            } else if each > 0 {
                bytes = min(bytes + (bits + 7) / 8 + each * times, beyond)
                bits = 0
            }
        }
        return min(bytes + (bits + 7) / 8, beyond)
    }
}
