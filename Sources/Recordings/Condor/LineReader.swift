import Signals

/// Reads a text file line by line, whatever its line ends (LF, CRLF or CR), without taking it into memory.
struct LineReader {
    /// The longest line that is kept; the rest of a longer one is skipped and the line counts as damaged.
    static let limit = 1 << 16
    private static let chunk = 1 << 18

    private let file: RecordingFile
    private var buffer: [UInt8] = []
    private var position = 0
    private var offset = 0
    private var endsWithReturn = false
    /// Bytes of the file that lie before the next line.
    var consumed: Int { offset - (buffer.count - position) }

    /// At the start of `file`.
    init(_ file: RecordingFile) { self.file = file }

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
                if buffer.isEmpty { return line.isEmpty ? nil : (line, isCut) }
            }
            if endsWithReturn {
                // The LF of a CRLF that may lie in the next chunk.
                endsWithReturn = false
                if buffer[position] == UInt8(ascii: "\n") {
                    position += 1
                    continue
                }
            }
            let rest = buffer[position...]
            let end = rest.firstIndex { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }
            let piece = rest[..<(end ?? rest.endIndex)]
            if line.isEmpty && piece.count <= Self.limit {
                line = piece
            } else if line.count + piece.count <= Self.limit {
                line += piece
            } else {
                isCut = true
            }
            position = end.map { $0 + 1 } ?? rest.endIndex
            if let end {
                endsWithReturn = buffer[end] == UInt8(ascii: "\r")
                return (line, isCut)
            }
        }
    }
}
