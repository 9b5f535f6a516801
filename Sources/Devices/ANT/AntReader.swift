/// Finds messages in a stream of bytes, and its way back after bytes that are none.
package struct AntReader: Sendable {
    /// What the bytes contain.
    package enum Finding: Hashable, Sendable {
        /// A complete message whose checksum fits.
        case message(AntMessage)
        /// So many bytes that belong to no message; receivers fill up with zeros, which do not count.
        case skipped(bytes: Int)
    }

    private var pending: [UInt8] = []

    /// A reader at the start of a stream.
    package init() {}

    /// Takes bytes and returns what they complete, in order.
    package mutating func take(_ bytes: [UInt8]) -> [Finding] {
        pending += bytes
        var findings: [Finding] = []
        var (start, skipped) = (0, 0)
        while start < pending.count {
            guard pending[start] == AntMessage.sync else {
                skipped += pending[start] == 0 ? 0 : 1
                start += 1
                continue
            }
            guard start + 1 < pending.count else { break }
            let length = Int(pending[start + 1])
            let end = start + length + 4
            let fits = length > 0 && length <= AntMessage.longest
            if fits, end > pending.count { break }
            guard fits, pending[start..<end].reduce(0, ^) == 0 else {
                skipped += 1
                start += 1
                continue
            }
            if skipped > 0 { findings.append(.skipped(bytes: skipped)) }
            skipped = 0
            findings.append(.message(AntMessage(pending[start + 2], Array(pending[(start + 3)..<(end - 1)]))))
            start = end
        }
        if skipped > 0 { findings.append(.skipped(bytes: skipped)) }
        pending.removeFirst(start)
        return findings
    }

    /// Discards an incomplete message.
    package mutating func reset() { pending.removeAll() }
}
