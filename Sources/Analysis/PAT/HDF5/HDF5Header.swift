import Signals

/// The header of an object: the messages that say whether it is a table or a group.
struct HDF5Header {
    /// A message: what it is about and where its contents are.
    struct Message {
        var type: Int
        var flags: Int
        var range: Range<Int>
    }

    /// The header's messages, in the order of the file.
    private(set) var messages: [Message] = []
    /// The place of the header in the file.
    let place: Int
    private static let mostMessages = 4096
    private static let continuation = 0x10

    /// Reads the messages of the header at `place`, of version 1 or 2.
    init(at place: Int, _ reader: HDF5Bytes) throws(DecodeError) {
        self.place = place
        var blocks: [Range<Int>]
        var isOld = true
        var prefix = 8
        if reader.has("OHDR", at: place) {
            isOld = false
            let flags = try reader.byte(place + 5)
            var start = place + 6 + (flags & 0x20 != 0 ? 16 : 0) + (flags & 0x10 != 0 ? 4 : 0)
            let width = 1 << (flags & 3)
            let size = try reader.count(start, width)
            start += width
            blocks = [try reader.range(start, size)]
            prefix = flags & 4 != 0 ? 6 : 4
        } else {
            guard try reader.byte(place) == 1 else {
                throw DecodeError(.unsupported("the header of an object has an unknown version"), at: place)
            }
            blocks = [try reader.range(place + 16, try reader.count(place + 8, 4))]
        }
        var next = 0
        while next < blocks.count {
            try read(blocks[next], prefix: prefix, isOld: isOld, reader, &blocks)
            next += 1
        }
    }

    /// The first message of the given type.
    func message(_ type: Int) -> Message? { messages.first { $0.type == type } }

    private mutating func read(
        _ block: Range<Int>, prefix: Int, isOld: Bool, _ reader: HDF5Bytes, _ blocks: inout [Range<Int>]
    ) throws(DecodeError) {
        var place = block.lowerBound
        while place + prefix <= block.upperBound {
            let type = try isOld ? reader.count(place, 2) : reader.byte(place)
            let size = try reader.count(place + (isOld ? 2 : 1), 2)
            let flags = try reader.byte(place + (isOld ? 4 : 3))
            let range = try reader.range(place + prefix, size)
            guard range.upperBound <= block.upperBound, messages.count < Self.mostMessages else {
                throw DecodeError(.invalid("a message is longer than its header"), at: place)
            }
            messages.append(Message(type: type, flags: flags, range: range))
            if type == Self.continuation {
                let start = try reader.pointer(range.lowerBound)
                let length = try reader.length(range.lowerBound + reader.offsetSize)
                if isOld {
                    blocks.append(try reader.range(start, length))
                } else {
                    try reader.expect("OCHK", at: start)
                    guard length >= 8 else { throw DecodeError(.invalid("a header goes on with nothing"), at: start) }
                    blocks.append(try reader.range(start + 4, length - 8))
                }
                guard blocks.count <= 64 else { throw DecodeError(.invalid("a header never ends"), at: place) }
            }
            place = range.upperBound
        }
    }
}

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

extension HDF5Header {
    /// A hard link of a group.
    struct Link {
        var name: String
        /// The place of the member's object header.
        var place: Int
    }

    private static let linkInfo = 0x02
    private static let link = 0x06
    private static let symbolTable = 0x11

    /// The members of the group, by a symbol table, by link messages or by a heap of them; links to other names and files
    /// are passed over.
    func links(_ reader: HDF5Bytes) throws(DecodeError) -> [Link] {
        var links: [Link] = []
        if let table = message(Self.symbolTable) {
            let heap = try reader.pointer(table.range.lowerBound + reader.offsetSize)
            try reader.expect("HEAP", at: heap)
            let names = try reader.pointer(heap + 8 + 2 * reader.lengthSize)
            var nodes = 0
            try Self.tree(try reader.pointer(table.range.lowerBound), names, depth: 0, reader, &nodes, &links)
        }
        for message in messages where message.type == Self.link {
            if let link = try Self.link(at: message.range.lowerBound, reader) { links.append(link) }
        }
        if let info = message(Self.linkInfo) {
            let start = info.range.lowerBound + 2 + (try reader.byte(info.range.lowerBound + 1) & 1 != 0 ? 8 : 0)
            if let heap = try reader.address(start) {
                let tree = try reader.pointer(start + reader.offsetSize)
                for place in try HDF5Heap(at: heap, reader).objects(tree, reader) {
                    if let link = try Self.link(at: place, reader) { links.append(link) }
                }
            }
        }
        return links
    }

    /// Reads a link message; nil for a soft or an external link.
    private static func link(at start: Int, _ reader: HDF5Bytes) throws(DecodeError) -> Link? {
        guard try reader.byte(start) == 1 else {
            throw DecodeError(.unsupported("a link has an unknown version"), at: start)
        }
        let flags = try reader.byte(start + 1)
        var place = start + 2
        if flags & 8 != 0 {
            guard try reader.byte(place) == 0 else { return nil }
            place += 1
        }
        place += (flags & 4 != 0 ? 8 : 0) + (flags & 16 != 0 ? 1 : 0)
        let width = 1 << (flags & 3)
        let length = try reader.count(place, width)
        let name = try reader.range(place + width, length)
        return Link(
            name: String(decoding: reader.bytes[name], as: UTF8.self), place: try reader.pointer(name.upperBound))
    }

    /// The entries below a node of the tree of a symbol table, whose names begin at `names`.
    private static func tree(
        _ place: Int, _ names: Int, depth: Int, _ reader: HDF5Bytes, _ nodes: inout Int, _ links: inout [Link]
    ) throws(DecodeError) {
        nodes += 1
        guard depth < 8, nodes <= 4096 else { throw DecodeError(.invalid("the tree of a group is broken"), at: place) }
        if reader.has("SNOD", at: place) {
            for index in 0..<(try reader.count(place + 6, 2)) {
                let entry = place + 8 + index * (2 * reader.offsetSize + 24)
                // A cache of type 2 marks a link to another name.
                guard try reader.count(entry + 2 * reader.offsetSize, 4) != 2 else { continue }
                let name = try reader.name(names &+ (try reader.count(entry, reader.offsetSize)))
                links.append(Link(name: name, place: try reader.pointer(entry + reader.offsetSize)))
                guard links.count <= 4096 else { throw DecodeError(.invalid("a group is too large"), at: entry) }
            }
            return
        }
        try reader.expect("TREE", at: place)
        guard try reader.byte(place + 4) == 0 else { throw DecodeError(.mismatch("the tree is no group's"), at: place) }
        let first = place + 8 + 2 * reader.offsetSize + reader.lengthSize
        for index in 0..<(try reader.count(place + 6, 2)) {
            let child = try reader.pointer(first + index * (reader.offsetSize + reader.lengthSize))
            try tree(child, names, depth: depth + 1, reader, &nodes, &links)
        }
    }
}
