import Signals

/// The heading of a table: names of columns above rows of numbers.
public struct TableHeading: Hashable, Sendable {
    /// The columns' names as written.
    public let names: [String]
    /// The byte between fields.
    let separator: UInt8
    /// Lines of the file up to the first row, the heading included.
    let lines: Int

    private static let lineLimit = 200

    /// Finds the heading in the beginning of a file: the first line of names above a line of as many fields with a
    /// number or a date among them.
    /// - Returns: nil where there is none, or what begins so is no text.
    public init?(head: [UInt8]) {
        guard !head.contains(0) else { return nil }
        var lines = head.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        if lines.count == 1 { lines = head.split(separator: UInt8(ascii: "\r"), omittingEmptySubsequences: false) }
        var before: (names: [String], separator: UInt8, line: Int)?
        for (index, line) in lines.prefix(Self.lineLimit).enumerated() {
            let line = line.last == UInt8(ascii: "\r") ? line.dropLast() : line
            guard !line.isEmpty, line.first != UInt8(ascii: "#") else { continue }
            let separator = DelimitedLine.separator(of: line)
            let fields = Self.fields(line, separator)
            let numbers = fields.count { Self.isNumber($0) }
            if let known = before, known.names.count == fields.count, known.separator == separator, numbers > 0 {
                (names, self.separator, self.lines) = (known.names, known.separator, known.line + 1)
                return
            }
            before =
                fields.count >= 2 && numbers == 0
                ? (fields.map { String(ofLog: $0[...]).trimmed }, separator, index) : nil
        }
        return nil
    }

    /// One that is known, above which and with which there are `lines` lines.
    init(names: [String], separator: UInt8, lines: Int) {
        (self.names, self.separator, self.lines) = (names, separator, lines)
    }

    /// The same for all tables with these names.
    public var fingerprint: String {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in names.map({ $0.lowercased() }).joined(separator: "\u{1F}").utf8 {
            hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3
        }
        return String(hash, radix: 16)
    }

    /// The index of the column of a name, or of a number from 1 on; nil where there is none.
    func place(of column: String) -> Int? {
        if let named = names.firstIndex(where: { $0.lowercased() == column.lowercased() }) { return named }
        return Int(column).flatMap { names.indices.contains($0 &- 1) ? $0 - 1 : nil }
    }

    static func fields(_ line: ArraySlice<UInt8>, _ separator: UInt8) -> [[UInt8]] {
        var parts = DelimitedLine(separator: separator)
        return Array(line).withUnsafeBufferPointer { bytes in
            parts.split(bytes) ? parts.fields.map { Array(bytes[$0]) } : []
        }
    }

    private static func isNumber(_ field: [UInt8]) -> Bool {
        if WallText(field) != nil { return true }
        return field.withUnsafeBufferPointer { DelimitedLine.plain($0, hasComma: true) } != nil
    }
}
