import Glibc
import Signals

/// Reads a text file line by line, whatever its line ends (LF, CRLF or CR), without taking it into memory.
struct LineReader {
    /// The longest line that is kept; the rest of a longer one is skipped.
    static let limit = 1 << 16
    private static let chunk = 1 << 18

    private let file: RecordingFile
    var buffer: [UInt8] = []
    var position = 0
    private var offset = 0
    private let hasLineFeeds: Bool
    private var hasReturns = false
    /// Whether the file ended inside a line, where its others end with CR and LF: a copy that broke off.
    private(set) var isBrokenOff = false
    /// Whether nothing of the last line is missing but its end.
    private(set) var isLastWhole = true
    /// Bytes of the file that lie before the next line.
    var consumed: Int { offset - (buffer.count - position) }

    /// Whether the last line has been read.
    var isAtEnd: Bool { consumed >= file.size }

    /// At the start of `file`; a file whose first lines end with a CR alone has no LF in its head.
    init(_ file: RecordingFile) throws {
        self.file = file
        hasLineFeeds = try file.head(Self.limit).contains(UInt8(ascii: "\n"))
    }

    /// The bytes of the next line without its end, and whether it was too long to be kept whole; nil at the end.
    mutating func next() throws -> (bytes: ArraySlice<UInt8>, isCut: Bool)? {
        var line: ArraySlice<UInt8> = []
        var isCut = false
        while true {
            if position == buffer.count {
                try Task.checkCancellation()
                buffer = try file.bytes(at: offset, count: Self.chunk)
                position = 0
                offset += buffer.count
                if buffer.isEmpty {
                    guard !line.isEmpty || isCut else { return nil }
                    isBrokenOff = hasReturns && line != [0x1A]
                    isLastWhole = !isBrokenOff || line.last == UInt8(ascii: "\r")
                    if hasLineFeeds, line.last == UInt8(ascii: "\r") { line.removeLast() }
                    return (line, isCut)
                }
            }
            let end = lineEnd()
            let piece = buffer[position..<(end ?? buffer.count)]
            if line.count + piece.count > Self.limit {
                isCut = true
            } else if line.isEmpty {
                line = piece
            } else {
                line += piece
            }
            position = end.map { $0 + 1 } ?? buffer.count
            guard end != nil else { continue }
            if hasLineFeeds, line.last == UInt8(ascii: "\r") {
                line.removeLast()
                hasReturns = true
            }
            return (line, isCut)
        }
    }

    /// The bytes that lie ready and where in them the next nine lines end; nil where fewer are whole. Nothing is
    /// passed over until ``skip(to:)``.
    func nineLines() -> (bytes: ArraySlice<UInt8>, ends: InlineArray<9, Int>)? {
        guard hasLineFeeds else { return nil }
        var ends = InlineArray<9, Int>(repeating: 0)
        let isWhole = buffer.withUnsafeBytes { bytes in
            guard let base = bytes.baseAddress else { return false }
            var start = position
            for line in 0..<9 {
                guard let found = memchr(base + start, 10, bytes.count - start) else { return false }
                ends[line] = base.distance(to: UnsafeRawPointer(found))
                start = ends[line] + 1
            }
            return true
        }
        return isWhole ? (buffer[position...], ends) : nil
    }

    /// Passes over what ``nineLines()`` told up to the line that ends at `end`.
    mutating func skip(to end: Int) { position = end + 1 }

    /// The index of the next end of a line in the buffer.
    private func lineEnd() -> Int? {
        let mark = Int32(hasLineFeeds ? UInt8(ascii: "\n") : UInt8(ascii: "\r"))
        return buffer.withUnsafeBytes { bytes in
            guard let base = bytes.baseAddress, let found = memchr(base + position, mark, bytes.count - position) else {
                return nil
            }
            return base.distance(to: UnsafeRawPointer(found))
        }
    }
}

extension Loss {
    /// The loss of a text file that ends inside a line.
    static let brokenOff = Loss(
        .truncated, count: 1, unit: .blocks,
        detail: "the file ends inside a line: the copy broke off, and what followed is missing")
}

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
