/// Puts lines together out of pieces that a serial characteristic sends: they end with LF, CR or both, and empty ones are
/// left out. A line longer than the limit is dropped up to its end and counted.
package struct LineAssembler: Sendable {
    /// Bytes above which a line is discarded.
    package let limit: Int
    /// Lines dropped because they were longer than that.
    package private(set) var dropped = 0
    private var bytes: [UInt8] = []
    private var lines: [[UInt8]] = []
    private var first = 0
    private var isTooLong = false

    /// An assembler for lines of at most `limit` bytes.
    package init(limit: Int) { self.limit = limit }

    /// Adds bytes as received.
    package mutating func append(_ piece: RawSpan) {
        for index in 0..<piece.byteCount {
            let byte = piece.unsafeLoad(fromByteOffset: index, as: UInt8.self)
            if byte == 0x0A || byte == 0x0D {
                if isTooLong { dropped += 1 } else if !bytes.isEmpty { lines.append(bytes) }
                bytes.removeAll(keepingCapacity: true)
                isTooLong = false
            } else if bytes.count < limit {
                bytes.append(byte)
            } else {
                isTooLong = true
            }
        }
    }

    /// The next whole line without its end; nil when there is none.
    package mutating func next() -> [UInt8]? {
        guard first < lines.count else {
            lines.removeAll(keepingCapacity: true)
            first = 0
            return nil
        }
        defer { first += 1 }
        return lines[first]
    }

    /// Discards an incomplete line.
    package mutating func reset() {
        bytes.removeAll(keepingCapacity: true)
        lines.removeAll(keepingCapacity: true)
        first = 0
        isTooLong = false
    }
}
