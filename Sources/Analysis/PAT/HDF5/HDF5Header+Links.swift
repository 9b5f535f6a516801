import Signals

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
