import Signals

/// A list of addresses that grows: some in the index block, then data blocks, which double in size, and from some size on
/// super blocks that name data blocks.
struct HDF5ExtensibleArray {
    private let atOnce: Int
    private let least: Int
    private let pointers: Int
    private let page: Int
    private let offsetWidth: Int
    private let index: Int?

    /// Reads the array's header at `place`.
    init(at place: Int, _ reader: HDF5Bytes) throws(DecodeError) {
        try reader.expect("EAHD", at: place)
        let bits = try reader.byte(place + 7)
        atOnce = try reader.byte(place + 8)
        least = try reader.byte(place + 9)
        pointers = try reader.byte(place + 10)
        guard try reader.byte(place + 5) == 0, try reader.byte(place + 6) == reader.offsetSize, (1...64).contains(bits),
            least > 0, least & (least - 1) == 0, pointers > 1, pointers & (pointers - 1) == 0,
            try reader.byte(place + 11) < 32
        else { throw DecodeError(.unsupported("the growing list of chunks is not plain"), at: place) }
        page = 1 << (try reader.byte(place + 11))
        offsetWidth = (bits + 7) / 8
        index = try reader.address(place + 12 + 6 * reader.lengthSize)
    }

    /// Where chunk `number` is; nil for one that was never written.
    func place(of number: Int, _ reader: HDF5Bytes) throws(DecodeError) -> Int? {
        guard let index else { return nil }
        try reader.expect("EAIB", at: index)
        let elements = index + 6 + reader.offsetSize
        guard number >= atOnce else { return try reader.address(elements + number * reader.offsetSize) }
        // Level by level: 1, 1, 2, 2, 4, 4 … data blocks of 1, 2, 2, 4, 4 … times the least.
        var (rest, blocks, level) = (number - atOnce, 0, 0)
        while true {
            let (count, size) = (1 << (level / 2), least << ((level + 1) / 2))
            guard level < 48, size <= reader.bytes.count else {
                throw DecodeError(.invalid("a growing list has too few chunks"), at: index)
            }
            if rest < count * size { break }
            rest -= count * size
            blocks += count
            level += 1
        }
        let size = least << ((level + 1) / 2)
        let direct = 2 * pointers.trailingZeroBitCount
        let firstBlock = elements + atOnce * reader.offsetSize
        let named: Int
        if level < direct {
            named = firstBlock + (blocks + rest / size) * reader.offsetSize
        } else {
            let supers = firstBlock + 2 * (pointers - 1) * reader.offsetSize
            guard let found = try reader.address(supers + (level - direct) * reader.offsetSize) else { return nil }
            try reader.expect("EASB", at: found)
            let pages = size > page ? (1 << (level / 2)) * ((size / page + 7) / 8) : 0
            named = found + 6 + reader.offsetSize + offsetWidth + pages + rest / size * reader.offsetSize
        }
        guard let block = try reader.address(named) else { return nil }
        try reader.expect("EADB", at: block)
        let start = block + 6 + reader.offsetSize + offsetWidth
        let own = rest % size
        guard size > page else { return try reader.address(start + own * reader.offsetSize) }
        let first = start + 4 + own / page * (page * reader.offsetSize + 4)
        return try reader.address(first + own % page * reader.offsetSize)
    }
}
