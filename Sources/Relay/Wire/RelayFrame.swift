import Signals

/// The unit on the wire between a session and the hub: eight bytes of head, then a line of JSON and, where
/// the kind has one, a payload.
///
/// | byte | |
/// |---|---|
/// | 0-1 | `NJ` |
/// | 2 | version of the framing, 3 |
/// | 3 | kind of packet |
/// | 4-7 | bytes that follow, big-endian |
enum RelayFrame {
    static let version: UInt8 = 3
    static let headCount = 8
    /// Where an error stands that tells of another version in the first frame.
    static let versionOffset = 2
    /// The largest context, written as JSON at its longest, and room for what is around it.
    static let bodyLimit = 2 << 20

    static func encode(kind: UInt8, body: [UInt8]) -> [UInt8] {
        let count = UInt32(clamping: body.count)
        let head = [UInt8(ascii: "N"), UInt8(ascii: "J"), version, kind]
        return head + (0..<4).map { UInt8(truncatingIfNeeded: count >> (24 - 8 * $0)) } + body
    }
}

/// Finds frames in bytes as they arrive.
struct RelayFrameDecoder {
    private var bytes: [UInt8] = []
    private var offset = 0
    private var consumed = 0

    /// Adds bytes as received.
    mutating func append(_ new: some Sequence<UInt8>) {
        if offset > 0 {
            bytes.removeFirst(offset)
            offset = 0
        }
        bytes.append(contentsOf: new)
    }

    /// The next whole frame; nil until there is one.
    /// - Throws: `DecodeError` with the offset in the stream; nothing after it can be understood.
    mutating func next() throws(DecodeError) -> (kind: UInt8, body: [UInt8])? {
        guard bytes.count - offset >= RelayFrame.headCount else { return nil }
        let head = bytes[offset..<offset + RelayFrame.headCount]
        var cursor = ByteCursor(Array(head).span.bytes, base: consumed)
        guard try cursor.big(UInt16.self) == 0x4E4A else {
            throw DecodeError(.mismatch("no frame begins"), at: consumed)
        }
        guard try cursor.little(UInt8.self) == RelayFrame.version else {
            throw DecodeError(.unsupported("the framing is of another version"), at: consumed + 2)
        }
        let kind = try cursor.little(UInt8.self)
        let count = Int(try cursor.big(UInt32.self))
        guard count <= RelayFrame.bodyLimit else {
            throw DecodeError(.invalid("a frame of \(count) bytes is too large"), at: consumed + 4)
        }
        let start = offset + RelayFrame.headCount
        guard bytes.count - start >= count else { return nil }
        offset = start + count
        consumed += RelayFrame.headCount + count
        return (kind, Array(bytes[start..<start + count]))
    }
}
