import Signals

extension HDF5Header {
    private static let dataspace = 0x01
    private static let datatype = 0x03
    private static let external = 0x07
    private static let layout = 0x08
    private static let filters = 0x0B

    /// Whether it is the header of a table.
    var isDataset: Bool { message(Self.layout) != nil }

    /// The table that the header describes.
    /// - Throws: `DecodeError` when it is not one of float32 numbers in one piece or in plain chunks.
    func dataset(_ reader: HDF5Bytes) throws(DecodeError) -> HDF5Dataset {
        guard let space = message(Self.dataspace), let type = message(Self.datatype), let layout = message(Self.layout)
        else { throw DecodeError(.invalid("a table does not say its shape and type"), at: place) }
        try checkType(type, reader)
        if let filters = message(Self.filters) {
            throw DecodeError(.unsupported("compressed tables are not read"), at: filters.range.lowerBound)
        }
        if let external = message(Self.external) {
            throw DecodeError(.unsupported("values in other files are not read"), at: external.range.lowerBound)
        }
        let found = try shape(space, reader)
        return HDF5Dataset(shape: found.shape, storage: try storage(layout, found, reader))
    }

    private func checkType(_ message: Message, _ reader: HDF5Bytes) throws(DecodeError) {
        let start = message.range.lowerBound
        guard message.flags & 2 == 0 else { throw DecodeError(.unsupported("named types are not read"), at: start) }
        // Class 1 is floating point; then little-endian, four bytes, and the fields of IEEE 754.
        guard try reader.byte(start) & 15 == 1, try reader.byte(start + 1) & 1 == 0,
            try reader.count(start + 4, 4) == 4, try reader.count(start + 8, 2) == 0,
            try reader.count(start + 10, 2) == 32, try reader.unsigned(start + 12, 4) == 0x1700_0817,
            try reader.unsigned(start + 16, 4) == 127
        else { throw DecodeError(.unsupported("values are not little-endian float32"), at: start) }
    }

    /// The lengths of the dimensions, and the most that they may grow to; nil without an end.
    private func shape(
        _ message: Message, _ reader: HDF5Bytes
    ) throws(DecodeError) -> (shape: [Int], most: [Int?]) {
        let start = message.range.lowerBound
        let version = try reader.byte(start)
        guard version == 1 || version == 2, message.flags & 2 == 0 else {
            throw DecodeError(.unsupported("the shape has an unknown version"), at: start)
        }
        let rank = try reader.byte(start + 1)
        let kind = version == 2 ? try reader.byte(start + 3) : 1
        guard rank <= 8, kind < 2 else { throw DecodeError(.unsupported("the shape is not plain"), at: start) }
        let lengths = start + (version == 1 ? 8 : 4)
        let hasMost = try reader.byte(start + 2) & 1 != 0
        var (shape, most): ([Int], [Int?]) = ([], [])
        var bytes = 4
        for index in 0..<rank {
            let length = try reader.length(lengths + index * reader.lengthSize)
            let (product, overflow) = bytes.multipliedReportingOverflow(by: length)
            // Nothing is compressed, so a table cannot be larger than its file.
            guard !overflow, length > 0, product <= reader.bytes.count else {
                throw DecodeError(.invalid("a table is empty or larger than the file"), at: start)
            }
            shape.append(length)
            bytes = product
            let limit =
                hasMost ? try reader.unsigned(lengths + (rank + index) * reader.lengthSize, reader.lengthSize) : nil
            let isOpen = limit == UInt64.max >> UInt64(64 - 8 * reader.lengthSize)
            most.append(isOpen ? nil : max(length, limit.flatMap(Int.init(exactly:)) ?? length))
        }
        return (shape, most)
    }

    private func storage(
        _ message: Message, _ space: (shape: [Int], most: [Int?]), _ reader: HDF5Bytes
    ) throws(DecodeError) -> HDF5Dataset.Storage {
        let start = message.range.lowerBound
        let bytes = space.shape.reduce(4, *)
        let (version, kind) = (try reader.byte(start), try reader.byte(start + 1))
        switch (version, kind) {
        case (3...4, 0): return .contiguous(try reader.range(start + 4, bytes))
        case (3...4, 1): return .contiguous(try reader.range(try reader.pointer(start + 2), bytes))
        case (3, 2):
            let chunk = try chunk(start + 3 + reader.offsetSize, rank: start + 2, width: 4, space.shape, reader)
            return .chunked(.tree(try reader.pointer(start + 3)), shape: chunk, grid: [], unlimited: nil)
        case (4, 2):
            let width = try reader.byte(start + 4)
            guard (1...8).contains(width) else {
                throw DecodeError(.invalid("the chunks have no size"), at: start + 4)
            }
            let chunk = try chunk(start + 5, rank: start + 3, width: width, space.shape, reader)
            let unlimited = space.most.firstIndex(of: nil)
            return .chunked(
                try index(start + 5 + (chunk.count + 1) * width, chunk, unlimited, reader), shape: chunk,
                grid: zip(space.most, chunk).map { most, chunk in most.map { 1 + ($0 - 1) / chunk } ?? 1 },
                unlimited: unlimited)
        default: throw DecodeError(.unsupported("values are stored in an unknown way"), at: start)
        }
    }

    /// The lengths of a chunk, `width` bytes each from `start` on; `rank` is where their number stands.
    private func chunk(
        _ start: Int, rank: Int, width: Int, _ shape: [Int], _ reader: HDF5Bytes
    ) throws(DecodeError) -> [Int] {
        let count = try reader.byte(rank) - 1
        var chunk: [Int] = []
        for index in 0..<max(0, count) { chunk.append(try reader.count(start + width * index, width)) }
        guard count == shape.count, count > 0, zip(chunk, shape).allSatisfy({ $0 > 0 && $0 <= max($1, 1 << 20) })
        else { throw DecodeError(.invalid("the chunks do not fit the table"), at: start) }
        return chunk
    }

    /// The index of chunks whose kind stands at `start`.
    private func index(
        _ start: Int, _ chunk: [Int], _ unlimited: Int?, _ reader: HDF5Bytes
    ) throws(DecodeError) -> HDF5ChunkIndex {
        switch (try reader.byte(start), unlimited) {
        case (1, _): return .single(try reader.pointer(start + 1))
        case (2, nil):
            var bytes = 4
            for length in chunk {
                let (product, overflow) = bytes.multipliedReportingOverflow(by: length)
                guard !overflow, product <= reader.bytes.count else {
                    throw DecodeError(.invalid("a chunk is larger than the file"), at: start)
                }
                bytes = product
            }
            return .implicit(try reader.pointer(start + 1), bytes: bytes)
        case (3, nil): return .fixedArray(try reader.pointer(start + 2))
        case (4, .some): return .extensibleArray(try reader.pointer(start + 6))
        default: throw DecodeError(.unsupported("chunks are found in a way that is not read"), at: start)
        }
    }
}
