import Signals

/// A fractal heap, which holds the links of a group with many members.
struct HDF5Heap {
    private let blockPrefix: Int
    private let offsetWidth: Int
    private let width: Int
    private let firstSize: Int
    private let root: Int
    private let rows: Int

    /// Reads the heap's header at `place`.
    init(at place: Int, _ reader: HDF5Bytes) throws(DecodeError) {
        try reader.expect("FRHP", at: place)
        guard try reader.count(place + 7, 2) == 0 else {
            throw DecodeError(.unsupported("compressed heaps are not read"), at: place + 7)
        }
        let (offset, length) = (reader.offsetSize, reader.lengthSize)
        let table = place + 14 + 10 * length + 2 * offset
        width = try reader.count(table, 2)
        firstSize = try reader.length(table + 2)
        let bits = try reader.count(table + 2 + 2 * length, 2)
        guard (1...64).contains(width), (1...(1 << 24)).contains(firstSize), (8...64).contains(bits) else {
            throw DecodeError(.invalid("the heap's table is broken"), at: table)
        }
        offsetWidth = (bits + 7) / 8
        root = try reader.pointer(table + 6 + 2 * length)
        rows = try reader.count(table + 6 + 2 * length + offset, 2)
        blockPrefix = 5 + offset + offsetWidth
    }

    /// Where the objects begin that the records of the name tree at `tree` point to.
    func objects(_ tree: Int, _ reader: HDF5Bytes) throws(DecodeError) -> [Int] {
        try reader.expect("BTHD", at: tree)
        let record = try reader.count(tree + 10, 2)
        guard try reader.byte(tree + 5) == 5, try reader.count(tree + 12, 2) == 0, record >= 5 + offsetWidth else {
            throw DecodeError(.unsupported("a group has more members than are read"), at: tree)
        }
        guard let leaf = try reader.address(tree + 16) else { return [] }
        try reader.expect("BTLF", at: leaf)
        var places: [Int] = []
        for index in 0..<(try reader.count(tree + 16 + reader.offsetSize, 2)) {
            // A hash of four bytes, then the heap's identifier: its kind and the offset in the heap.
            let identifier = leaf + 6 + index * record + 4
            guard try reader.byte(identifier) & 0x30 == 0 else {
                throw DecodeError(.unsupported("a link is too long"), at: identifier)
            }
            places.append(try place(try reader.count(identifier + 1, offsetWidth), reader))
        }
        return places
    }

    /// Where byte `offset` of the heap is in the file.
    private func place(_ offset: Int, _ reader: HDF5Bytes) throws(DecodeError) -> Int {
        guard rows > 0 else { return try reader.range(root, offset).upperBound }
        try reader.expect("FHIB", at: root)
        var (start, size) = (0, firstSize)
        for row in 0..<min(rows, 24) {
            if row > 1 { size *= 2 }
            guard offset < start + width * size else {
                start += width * size
                continue
            }
            let column = (offset - start) / size
            let block = try reader.pointer(root + blockPrefix + (row * width + column) * reader.offsetSize)
            try reader.expect("FHDB", at: block)
            return try reader.range(block, offset - start - column * size).upperBound
        }
        throw DecodeError(.invalid("an object lies outside of its heap"), at: root)
    }
}
