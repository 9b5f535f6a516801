extension FieldFormat {
    /// Bits of a raw integer; nil for anything else.
    var rawBits: Int? {
        switch encoding {
        case .integer(let bits, _), .bits(let bits, _): bits
        case .derived(_, let mask, let shift, _): max(1, 64 - (mask >> UInt64(min(63, shift))).leadingZeroBitCount)
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
        case .bits, .text, .derived: 0
        case .structure: Self.minimumBytes(of: members)
        }
    }

    /// The fewest bytes of fields one after the other; bit fields share bytes.
    static func minimumBytes(of fields: [FieldFormat]) -> Int {
        var (bytes, bits) = (0, 0)
        for field in fields where field.condition == nil {
            let times: Int =
                switch field.repetition {
                case .once: 1
                case .times(let count): count
                case .rest, .field: 0
                }
            if case .bits(let width, _) = field.encoding {
                bits += width * field.axes.count * times
            } else if field.minimumBytes > 0 {
                bytes += (bits + 7) / 8 + field.minimumBytes * times
                bits = 0
            }
        }
        return bytes + (bits + 7) / 8
    }
}
