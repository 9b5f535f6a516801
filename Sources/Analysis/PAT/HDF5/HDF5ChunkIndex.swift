import Signals

/// Where the chunks of a table are, by their number: the indexes of layout version 4 but for the tree of version 2, which
/// only tables with two unlimited dimensions have (HDF5 File Format Specification, version 3.0, VII.A to VII.D).
enum HDF5ChunkIndex: Hashable, Sendable {
    /// A version 1 B-tree, which names its chunks by their corners.
    case tree(Int)
    /// The only chunk, at this address.
    case single(Int)
    /// Chunks one after the other from this address on, each of `bytes` bytes.
    case implicit(Int, bytes: Int)
    /// A fixed array of addresses, its header at this place.
    case fixedArray(Int)
    /// An extensible array of addresses, its header at this place.
    case extensibleArray(Int)

    /// Where chunk `number` is; nil for one that was never written.
    /// - Throws: `DecodeError` when the index is broken.
    func place(of number: Int, _ reader: HDF5Bytes) throws(DecodeError) -> Int? {
        switch self {
        case .tree(let place): throw DecodeError(.invalid("a tree has no numbers"), at: place)
        case .single(let place):
            guard number == 0 else { throw DecodeError(.invalid("a table has more chunks than one"), at: place) }
            return place
        case .implicit(let place, let bytes):
            let (offset, overflow) = number.multipliedReportingOverflow(by: bytes)
            guard !overflow else { throw DecodeError(.invalid("a chunk lies behind the file"), at: place) }
            return try reader.range(place, offset).upperBound
        case .fixedArray(let place): return try HDF5FixedArray(at: place, reader).place(of: number, reader)
        case .extensibleArray(let place): return try HDF5ExtensibleArray(at: place, reader).place(of: number, reader)
        }
    }
}

/// A list of addresses, in pages where it is long.
struct HDF5FixedArray {
    private let count: Int
    private let page: Int
    private let block: Int?

    /// Reads the array's header at `place`.
    init(at place: Int, _ reader: HDF5Bytes) throws(DecodeError) {
        try reader.expect("FAHD", at: place)
        guard try reader.byte(place + 5) == 0, try reader.byte(place + 6) == reader.offsetSize,
            try reader.byte(place + 7) < 32
        else { throw DecodeError(.unsupported("the list of chunks is not plain"), at: place) }
        page = 1 << (try reader.byte(place + 7))
        count = try reader.length(place + 8)
        block = try reader.address(place + 8 + reader.lengthSize)
        guard count <= reader.bytes.count / reader.offsetSize else {
            throw DecodeError(.invalid("a list of chunks is longer than the file"), at: place)
        }
    }

    /// Where chunk `number` is; nil for one that was never written.
    func place(of number: Int, _ reader: HDF5Bytes) throws(DecodeError) -> Int? {
        guard let block else { return nil }
        try reader.expect("FADB", at: block)
        guard number < count else { throw DecodeError(.invalid("a list has too few chunks"), at: block) }
        let start = block + 6 + reader.offsetSize
        guard count > page else { return try reader.address(start + number * reader.offsetSize) }
        let (pages, own) = (1 + (count - 1) / page, number / page)
        guard try reader.byte(start + own / 8) & (0x80 >> (own % 8)) != 0 else { return nil }
        let first = start + (pages + 7) / 8 + 4 + own * (page * reader.offsetSize + 4)
        return try reader.address(first + number % page * reader.offsetSize)
    }
}
