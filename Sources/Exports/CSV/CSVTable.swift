/// Builds a table of comma-separated values (RFC 4180 with line feeds): fields are quoted where they must be, numbers
/// read back exactly, a missing value is empty.
struct CSVTable {
    private var bytes: [UInt8] = []
    private let take: ExportPart.ByteConsumer
    private(set) var rows = 0
    private var isLineStart = true

    /// A table whose bytes go to `take`, some rows at a time.
    init(_ take: @escaping ExportPart.ByteConsumer) { self.take = take }

    /// Writes what is left in the buffer.
    mutating func finish() throws {
        guard !bytes.isEmpty else { return }
        try take(bytes)
        bytes = []
    }

    /// A comment line `# key=value`, above the header row.
    mutating func comment(_ key: String, _ value: String) {
        let clean = value.map { $0.isNewline ? " " : $0 }
        bytes += Array("# \(key)=\(String(clean))\n".utf8)
    }

    /// The header row.
    mutating func header(_ names: [String]) {
        for name in names { field(name) }
        endLine()
    }

    /// A text field.
    mutating func field(_ text: String?) {
        separate()
        guard let text else { return }
        guard text.utf8.contains(where: { $0 == 0x22 || $0 == 0x2C || $0 == 0x0A || $0 == 0x0D }) else {
            bytes += Array(text.utf8)
            return
        }
        bytes.append(0x22)
        for byte in text.utf8 { bytes += byte == 0x22 ? [byte, byte] : [byte] }
        bytes.append(0x22)
    }

    /// A number that reads back exactly; empty for nil, NaN and infinities.
    mutating func field(_ number: Double?) {
        separate()
        guard let number, number.isFinite else { return }
        bytes += Array(number.description.utf8)
    }

    /// A sample, which reads back exactly; empty for NaN and infinities.
    mutating func field(sample: Float) {
        separate()
        if sample.isFinite { bytes.append(contentsOf: sample.description.utf8) }
    }

    /// Text that needs no quotes.
    mutating func field(ascii text: [UInt8]) {
        separate()
        bytes.append(contentsOf: text)
    }

    /// A whole number.
    mutating func field(_ number: Int?) {
        separate()
        if let number { bytes += Array(String(number).utf8) }
    }

    /// A flag, as 1 or 0.
    mutating func field(_ flag: Bool) { field(flag ? 1 : 0) }

    /// Ends a row of data.
    mutating func endRow() throws {
        rows += 1
        endLine()
        if bytes.count >= ExportPart.pieceSize { try finish() }
    }

    private mutating func endLine() {
        bytes.append(0x0A)
        isLineStart = true
    }

    private mutating func separate() {
        if !isLineStart { bytes.append(0x2C) }
        isLineStart = false
    }
}
