/// The rows of a table, straight from the pages of an image of a database (SQLite's file format, 1.6 and 2.1): in the order
/// of the tree, which is as SQLite itself gives them and takes a fraction of its time (docs/adr/0013), or page by page where
/// damage has cut the way, which SQLite cannot do. Only what is as plain as ActiLife writes it is read: all columns, no
/// row longer than a page.
struct AGDPages {
    private let image: UnsafeRawBufferPointer
    private let pageSize: Int
    private let usable: Int
    private let columns: Int
    private var pagesLeft: Int
    private var cells: [(type: UInt8, place: Int)]
    /// Whether the row at hand holds nothing but numbers.
    private var isNumeric = true

    private static let depthLimit = 20
    private static let leaf: UInt8 = 0x0D
    /// Bytes of a number by its type.
    private static let lengths: InlineArray<10, Int> = [0, 1, 2, 3, 4, 6, 8, 8, 0, 0]

    /// The tables of `image`, of which one has so many columns; nil where the header is none.
    init?(_ image: UnsafeRawBufferPointer, columns: Int) {
        guard image.count >= 100, columns > 0 else { return nil }
        let size = Int(image[16]) << 8 | Int(image[17])
        pageSize = size == 1 ? 65_536 : size
        usable = pageSize - Int(image[20])
        guard pageSize >= 512, pageSize.nonzeroBitCount == 1, usable >= 480 else { return nil }
        (self.image, self.columns) = (image, columns)
        pagesLeft = image.count / pageSize
        cells = Array(repeating: (0, 0), count: columns)
    }

    /// Calls `row` for each row of the table whose tree begins on page `root`, until it returns false; rows hold numbers
    /// alone.
    /// - Returns: false where something is not plain, or `row` returned that; the rows until then are good.
    /// - Throws: `CancellationError`.
    mutating func each(root: Int, depth: Int = 0, _ row: (AGDPages) -> Bool) throws -> Bool {
        guard root > 0, root <= image.count / pageSize, pagesLeft > 0, depth < Self.depthLimit else { return false }
        pagesLeft -= 1
        if pagesLeft & 0x3FF == 0 { try Task.checkCancellation() }
        let start = (root - 1) * pageSize
        let page = UnsafeRawBufferPointer(rebasing: image[start..<(start + pageSize)])
        let head = root == 1 ? 100 : 0
        let isLeaf = page[head] == Self.leaf
        guard isLeaf || page[head] == 0x05 else { return false }
        let (first, count) = (head + (isLeaf ? 8 : 12), Int(word(page, head + 3)))
        guard first + 2 * count <= usable else { return false }
        for cell in 0..<count {
            let place = Int(word(page, first + 2 * cell))
            guard place >= first + 2 * count, place + 4 <= usable else { return false }
            if isLeaf {
                guard parse(page, place, start), isNumeric, row(self) else { return false }
            } else {
                guard try each(root: Int(word(page, place)) << 16 | Int(word(page, place + 2)), depth: depth + 1, row)
                else { return false }
            }
        }
        guard !isLeaf else { return true }
        return try each(root: Int(word(page, head + 8)) << 16 | Int(word(page, head + 10)), depth: depth + 1, row)
    }

    /// Calls `row` for each row on any page of rows, whether or not the tree leads there, of any table of as many columns.
    /// - Throws: `CancellationError`.
    mutating func eachAlone(_ row: (AGDPages) -> Void) throws {
        for start in stride(from: 0, through: image.count - pageSize, by: pageSize) {
            if start & 0xFF_FFFF == 0 { try Task.checkCancellation() }
            let page = UnsafeRawBufferPointer(rebasing: image[start..<(start + pageSize)])
            let count = Int(word(page, 3))
            guard page[0] == Self.leaf, 8 + 2 * count <= usable else { continue }
            for cell in 0..<count where parse(page, Int(word(page, 8 + 2 * cell)), start) { row(self) }
        }
    }

    /// Finds the values of the record at `place` of `page`, which begins at `start`.
    private mutating func parse(_ page: UnsafeRawBufferPointer, _ place: Int, _ start: Int) -> Bool {
        var place = place
        guard let size = varint(page, &place), varint(page, &place) != nil, size <= usable - 35,
            size <= usable - place, place < usable
        else { return false }
        let headEnd = place + Int(page[place])
        // As long as its types take one byte each, the header is as long as there are columns, and itself.
        guard Int(page[place]) == columns + 1, headEnd <= place + size else { return false }
        var (value, end) = (headEnd, place + size)
        isNumeric = true
        for column in 0..<columns {
            let type = page[place + 1 + column]
            guard type < 10 || 12..<0x80 ~= type else { return false }
            cells[column] = (type, start + value)
            if type < 10 {
                value += Self.lengths[Int(type)]
            } else {
                isNumeric = false
                value += (Int(type) - 12) / 2
            }
        }
        end -= value
        return end >= 0
    }

    /// The value of a column of the row at hand; nil for what is no number and for what is not finite.
    func number(_ column: Int) -> Double? {
        let (type, place) = cells[column]
        switch type {
        case 0: return nil
        case 7:
            let bits = UInt64(bigEndian: image.loadUnaligned(fromByteOffset: place, as: UInt64.self))
            let value = Double(bitPattern: bits)
            return value.isFinite ? value : nil
        default: return whole(column).map { Double($0) }
        }
    }

    /// The value of a column of the row at hand where it is a whole number.
    func whole(_ column: Int) -> Int64? {
        let (type, place) = cells[column]
        switch type {
        case 0, 7, 10...: return nil
        case 8, 9: return Int64(type - 8)
        default:
            var value = Int64(Int8(bitPattern: image[place]))
            for index in 1..<max(1, Self.lengths[Int(type)]) { value = value << 8 | Int64(image[place + index]) }
            return value
        }
    }

    private func word(_ page: UnsafeRawBufferPointer, _ place: Int) -> UInt16 {
        UInt16(bigEndian: page.loadUnaligned(fromByteOffset: place, as: UInt16.self))
    }

    /// A whole number of up to eight bytes with seven bits each.
    private func varint(_ page: UnsafeRawBufferPointer, _ place: inout Int) -> Int? {
        var number = 0
        for _ in 0..<8 {
            guard place < usable else { return nil }
            let byte = page[place]
            place += 1
            number = number << 7 | Int(byte & 0x7F)
            if byte < 0x80 { return number }
        }
        return nil
    }
}
