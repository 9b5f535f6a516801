/// The numbers of a text file, by line.
struct NumberTable {
    /// The numbers of one line.
    struct Row {
        var values: [Double]
        /// Whether the line has words beside its numbers.
        var hasText: Bool
    }

    var rows: [Row] = []
    /// Lines with words and no number, other than a header.
    private(set) var damagedLines = 0

    init(_ text: [UInt8]) {
        var isFirst = true
        for line in text.split(whereSeparator: { $0 == 0x0A || $0 == 0x0D }) {
            var row = Row(values: [], hasText: false)
            for field in line.split(whereSeparator: { Self.separators.contains($0) }) {
                if let value = Double(String(decoding: field, as: UTF8.self)), value.isFinite {
                    row.values.append(value)
                } else {
                    row.hasText = true
                }
            }
            defer { isFirst = isFirst && row.values.isEmpty && !row.hasText }
            if row.values.isEmpty {
                if row.hasText && !isFirst { damagedLines += 1 }
            } else if row.hasText && !isFirst {
                damagedLines += 1
            } else {
                rows.append(row)
            }
        }
    }

    private static let separators: Set<UInt8> = Set(" ,;\t\"".utf8)
}
