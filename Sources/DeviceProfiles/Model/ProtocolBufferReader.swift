import Signals

/// Reads the fields of one message in the encoding of Protocol Buffers, one after the other (protobuf.dev, *Encoding*). A
/// message within it is read by another reader.
struct ProtocolBufferReader {
    /// A field as it is on the wire; what a number means depends on the message.
    enum Value: Equatable {
        case number(UInt64)
        case bytes(ArraySlice<UInt8>)
        /// Four or eight bytes of fixed length.
        case fixed(ArraySlice<UInt8>)

        /// The number; nil for what is none.
        var number: UInt64? {
            if case .number(let number) = self { number } else { nil }
        }

        /// The content of a text or a message; nil for what is neither.
        var content: ArraySlice<UInt8>? {
            if case .bytes(let bytes) = self { bytes } else { nil }
        }
    }

    private let bytes: ArraySlice<UInt8>
    private var at: Int

    /// A reader at the beginning of a message.
    init(_ bytes: ArraySlice<UInt8>) {
        self.bytes = bytes
        at = bytes.startIndex
    }

    /// The next field with its number; nil at the end.
    /// - Throws: `DecodeError` for a field that is cut, or of a type that is not used any more.
    mutating func next() throws(DecodeError) -> (field: Int, value: Value)? {
        guard at < bytes.endIndex else { return nil }
        let key = try variable()
        guard let field = Int(exactly: key >> 3), field > 0 else {
            throw DecodeError(.invalid("field \(key >> 3)"), at: at)
        }
        switch key & 7 {
        case 0: return (field, .number(try variable()))
        case 1: return (field, .fixed(try take(8)))
        case 2:
            let length = try variable()
            return (field, .bytes(try take(Int(clamping: length))))
        case 5: return (field, .fixed(try take(4)))
        default: throw DecodeError(.unsupported("wire type \(key & 7)"), at: at)
        }
    }

    /// The next number of a list that is packed; nil at the end.
    /// - Throws: `DecodeError` for one that is cut.
    mutating func nextPacked() throws(DecodeError) -> UInt64? { at < bytes.endIndex ? try variable() : nil }

    private mutating func take(_ count: Int) throws(DecodeError) -> ArraySlice<UInt8> {
        guard count <= bytes.endIndex - at else {
            throw DecodeError(.truncated(needed: count, available: bytes.endIndex - at), at: at)
        }
        defer { at += count }
        return bytes[at..<(at + count)]
    }

    private mutating func variable() throws(DecodeError) -> UInt64 {
        var value: UInt64 = 0
        for index in 0..<10 {
            guard at < bytes.endIndex else { throw DecodeError(.truncated(needed: 1, available: 0), at: at) }
            let byte = bytes[at]
            at += 1
            value |= UInt64(byte & 0x7F) << UInt64(7 * index)
            if byte < 0x80 { return value }
        }
        throw DecodeError(.invalid("a number of more than ten bytes"), at: at)
    }
}
