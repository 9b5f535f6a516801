import Signals

/// Rows of a table found page by page, where the tree above the pages cannot be followed (SQLite's file format, 1.5 and 2).
struct AGDPages {
    /// Columns of the table, in the order in which its records have them.
    let columns: Int
    private let file: RecordingFile
    private let pageSize: Int

    private static let leaf: UInt8 = 0x0D

    /// The pages of `file`; nil where its header does not say how large they are.
    init?(_ file: RecordingFile, columns: Int) throws {
        let head = try file.head(18)
        guard head.count == 18 else { return nil }
        let size = Int(head[16]) << 8 | Int(head[17])
        pageSize = size == 1 ? 65_536 : size
        guard pageSize >= 512, pageSize.nonzeroBitCount == 1 else { return nil }
        (self.file, self.columns) = (file, columns)
    }

    /// Calls `row` with the values of each record that has as many columns as the table; nil for what is no number.
    func each(_ row: ([Double?]) -> Void) throws {
        for start in stride(from: 0, to: file.size, by: pageSize) {
            if start & 0xFF_FFFF == 0 { try Task.checkCancellation() }
            let page = try file.bytes(at: start, count: pageSize)
            guard page.count == pageSize, page[0] == Self.leaf else { continue }
            let count = Int(page[3]) << 8 | Int(page[4])
            guard 8 + 2 * count <= pageSize else { continue }
            for cell in 0..<count {
                let place = Int(page[8 + 2 * cell]) << 8 | Int(page[9 + 2 * cell])
                if let values = record(page, at: place) { row(values) }
            }
        }
    }

    private func record(_ page: [UInt8], at place: Int) -> [Double?]? {
        var place = place
        guard let size = varint(page, &place), varint(page, &place) != nil, size <= page.count - place else {
            return nil
        }
        let start = place
        guard let headSize = varint(page, &place), headSize <= size else { return nil }
        var types: [Int] = []
        while place < start + headSize, types.count <= columns {
            guard let type = varint(page, &place) else { return nil }
            types.append(type)
        }
        guard types.count == columns, place == start + headSize else { return nil }
        var values: [Double?] = []
        for type in types {
            let length = type < 10 ? [0, 1, 2, 3, 4, 6, 8, 8, 0, 0][type] : (type - 12) / 2
            guard type < 10 || type >= 12, length <= start + size - place else { return nil }
            values.append(type < 10 ? value(page[place..<(place + length)], type) : nil)
            place += length
        }
        return values
    }

    private func value(_ bytes: ArraySlice<UInt8>, _ type: Int) -> Double? {
        switch type {
        case 0: return nil
        case 8, 9: return Double(type - 8)
        case 7: return Double(bitPattern: bytes.reduce(0) { $0 << 8 | UInt64($1) })
        default:
            let first = Int64(Int8(bitPattern: bytes.first ?? 0))
            return Double(bytes.dropFirst().reduce(first) { $0 << 8 | Int64($1) })
        }
    }

    /// A whole number of up to eight bytes with seven bits each; longer ones are none that a table of epochs has.
    private func varint(_ page: [UInt8], _ place: inout Int) -> Int? {
        var number = 0
        for _ in 0..<8 {
            guard place < page.count else { return nil }
            let byte = page[place]
            place += 1
            number = number << 7 | Int(byte & 0x7F)
            if byte < 0x80 { return number }
        }
        return nil
    }
}
