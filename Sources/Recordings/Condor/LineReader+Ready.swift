import Glibc

extension LineReader {
    /// Hands on the whole lines that have been read already, without their ends, until `body` refuses one, which is
    /// then the next. A line that goes on behind what has been read is left to ``next()``, which reads on.
    mutating func eachReady(_ body: (UnsafeBufferPointer<UInt8>) throws -> Bool) rethrows {
        let mark = Int32(hasLineFeeds ? UInt8(ascii: "\n") : UInt8(ascii: "\r"))
        let (bytes, hasLineFeeds) = (buffer, hasLineFeeds)
        var (place, hasReturns) = (position, hasReturns)
        defer { (position, self.hasReturns) = (place, hasReturns) }
        try bytes.withUnsafeBufferPointer { bytes in
            guard let base = bytes.baseAddress else { return }
            while let found = memchr(base + place, mark, bytes.count - place) {
                let end = UnsafeRawPointer(base).distance(to: UnsafeRawPointer(found))
                let isReturned = hasLineFeeds && end > place && base[end - 1] == UInt8(ascii: "\r")
                let line = UnsafeBufferPointer(start: base + place, count: end - place - (isReturned ? 1 : 0))
                guard line.count <= Self.limit, try body(line) else { return }
                hasReturns = hasReturns || isReturned
                place = end + 1
            }
        }
    }
}
