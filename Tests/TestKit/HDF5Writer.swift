import Foundation

/// Writes float32 tables as HDF5, in the ways that h5py knows: groups as symbol tables (superblock 0, the default of h5py
/// and Keras) and groups as links (superblock 2, `libver="latest"`), these also with chunks in lists and in growing lists.
package struct HDF5Writer {
    /// How groups and tables are written.
    package enum Form: CaseIterable, Sendable {
        case symbolTables, links, chunkLists, growingChunkLists
    }

    private final class Node {
        var children: [(name: String, node: Node)] = []
        var shape: [Int] = []
        var values: [Float]?
    }

    private let form: Form
    private let root = Node()
    private var bytes: [UInt8] = []

    /// An empty file.
    package init(_ form: Form = .symbolTables) { self.form = form }

    /// Adds a table at a path such as `dense/dense/kernel:0`.
    package mutating func add(_ path: String, shape: [Int], _ values: [Float]) {
        var node = root
        for name in path.split(separator: "/").map(String.init) {
            if let next = node.children.first(where: { $0.name == name })?.node {
                node = next
            } else {
                let next = Node()
                node.children.append((name, next))
                node = next
            }
        }
        (node.shape, node.values) = (shape, values)
    }

    /// The bytes of the file.
    package mutating func file() -> [UInt8] {
        bytes = [0x89, 0x48, 0x44, 0x46, 0x0D, 0x0A, 0x1A, 0x0A]
        if form == .symbolTables {
            bytes += [0, 0, 0, 0, 0, 8, 8, 0, 4, 0, 16, 0, 0, 0, 0, 0]
            number(0, 8)
            number(UInt64.max, 8)
            let end = bytes.count
            number(0, 8)
            number(UInt64.max, 8)
            let entry = bytes.count
            number(0, 40)
            put(UInt64(write(root)), at: entry + 8)
            put(UInt64(bytes.count), at: end)
        } else {
            bytes += [2, 8, 8, 0]
            number(0, 8)
            number(UInt64.max, 8)
            let end = bytes.count
            number(0, 20)
            let place = write(root)
            put(UInt64(bytes.count), at: end)
            put(UInt64(place), at: end + 8)
        }
        return bytes
    }

    private mutating func write(_ node: Node) -> Int {
        node.values == nil ? writeGroup(node) : writeTable(node)
    }

    private mutating func writeTable(_ node: Node) -> Int {
        let values = node.values ?? []
        align()
        let data = bytes.count
        for value in values { number(UInt64(value.bitPattern), 4) }
        let rank = UInt8(node.shape.count)
        let isGrowing: UInt8 = form == .growingChunkLists ? 1 : 0
        var space: [UInt8] = form == .symbolTables ? [1, rank, 0, 0, 0, 0, 0, 0] : [2, rank, isGrowing, 1]
        for length in node.shape { space += Self.little(UInt64(length), 8) }
        if isGrowing > 0 {
            for (index, length) in node.shape.enumerated() {
                space += Self.little(index == 0 ? .max : UInt64(length), 8)
            }
        }
        let type: [UInt8] = [0x11, 0x20, 31, 0, 4, 0, 0, 0, 0, 0, 32, 0, 23, 8, 0, 23, 127, 0, 0, 0]
        var layout = [3, 1] + Self.little(UInt64(data), 8) + Self.little(UInt64(values.count * 4), 8)
        if form == .chunkLists || form == .growingChunkLists {
            // Each value is a chunk of its own.
            let chunks = values.indices.map { UInt64(data + 4 * $0) }
            let list = form == .chunkLists ? [3, 1] : [4, 32, 1, 2, 1, 10] as [UInt8]
            let place = form == .chunkLists ? writeList(chunks) : writeGrowingList(chunks)
            layout = [4, 2, 0, rank + 1, 1] + node.shape.map { _ in 1 } + [4] + list + Self.little(UInt64(place), 8)
        }
        return writeHeader([(1, space), (3, type), (8, layout)])
    }

    /// A fixed array in pages of two.
    private mutating func writeList(_ places: [UInt64]) -> Int {
        let header = bytes.count
        bytes += Array("FAHD".utf8) + [0, 0, 8, 1] + Self.little(UInt64(places.count), 8)
        number(UInt64(header + 28), 8)
        number(0, 4)
        bytes += Array("FADB".utf8) + [0, 0] + Self.little(UInt64(header), 8)
        let isPaged = places.count > 2
        if isPaged { bytes += [UInt8](repeating: 0xFF, count: ((places.count + 1) / 2 + 7) / 8) + [0, 0, 0, 0] }
        for (index, place) in places.enumerated() {
            number(place, 8)
            if isPaged, index % 2 == 1 { number(0, 4) }
        }
        number(0, 4)
        return header
    }

    /// An extensible array with one address in its index block, then data blocks of 1, 2, and in a super block 2 and 2.
    private mutating func writeGrowingList(_ places: [UInt64]) -> Int {
        precondition(places.count <= 8)
        let header = UInt64(bytes.count)
        func address(_ index: Int) -> UInt64 { index < places.count ? places[index] : .max }
        var blocks: [UInt64] = []
        bytes += Array("EAHD".utf8) + [0, 0, 8, 32, 1, 1, 2, 10] + Self.little(0, 48)
        let index = bytes.count
        number(0, 12)
        for range in [1..<2, 2..<4, 4..<6, 6..<8] {
            blocks.append(range.lowerBound < places.count ? UInt64(bytes.count) : .max)
            bytes += Array("EADB".utf8) + [0, 0] + Self.little(header, 8) + [0, 0, 0, 0]
            for place in range { number(address(place), 8) }
            number(0, 4)
        }
        let above = UInt64(bytes.count)
        bytes += Array("EASB".utf8) + [0, 0] + Self.little(header, 8) + [0, 0, 0, 0]
        for block in blocks[2...] { number(block, 8) }
        number(0, 4)
        put(UInt64(bytes.count), at: index)
        bytes += Array("EAIB".utf8) + [0, 0] + Self.little(header, 8)
        for place in [address(0), blocks[0], blocks[1], above] { number(place, 8) }
        number(0, 4)
        return Int(header)
    }

    private mutating func writeGroup(_ node: Node) -> Int {
        let children = node.children.sorted { $0.name < $1.name }.map { ($0.name, write($0.node)) }
        guard form == .symbolTables else {
            return writeHeader(
                [(2, [0, 0] + Self.little(.max, 8) + Self.little(.max, 8))]
                    + children.map { name, place in
                        (6, [1, 0, UInt8(name.utf8.count)] + Array(name.utf8) + Self.little(UInt64(place), 8))
                    })
        }
        var names: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 0]
        var entries: [UInt8] = []
        for (name, place) in children {
            entries += Self.little(UInt64(names.count), 8) + Self.little(UInt64(place), 8) + Self.little(0, 24)
            names += Array(name.utf8) + [0]
            while names.count % 8 != 0 { names.append(0) }
        }
        align()
        let data = bytes.count
        bytes += names
        let heap = bytes.count
        bytes += Array("HEAP".utf8) + [0, 0, 0, 0]
        for value in [UInt64(names.count), .max, UInt64(data)] { number(value, 8) }
        let symbols = bytes.count
        bytes += Array("SNOD".utf8) + [1, 0] + Self.little(UInt64(children.count), 2) + entries
        let tree = bytes.count
        bytes += Array("TREE".utf8) + [0, 0] + Self.little(1, 2)
        for value in [UInt64.max, .max, 0, UInt64(symbols), 0] { number(value, 8) }
        return writeHeader([(0x11, Self.little(UInt64(tree), 8) + Self.little(UInt64(heap), 8))])
    }

    private mutating func writeHeader(_ messages: [(type: Int, bytes: [UInt8])]) -> Int {
        align()
        let place = bytes.count
        if form == .symbolTables {
            let padded = messages.map { ($0.type, $0.bytes + [UInt8](repeating: 0, count: -$0.bytes.count & 7)) }
            bytes += [1, 0] + Self.little(UInt64(messages.count), 2) + [1, 0, 0, 0]
            number(UInt64(padded.reduce(0) { $0 + 8 + $1.1.count }), 4)
            number(0, 4)
            for (type, contents) in padded {
                bytes +=
                    Self.little(UInt64(type), 2) + Self.little(UInt64(contents.count), 2) + [0, 0, 0, 0] + contents
            }
        } else {
            bytes += Array("OHDR".utf8) + [2, 1]
            number(UInt64(messages.reduce(0) { $0 + 4 + $1.bytes.count }), 2)
            for (type, contents) in messages {
                bytes += [UInt8(type)] + Self.little(UInt64(contents.count), 2) + [0] + contents
            }
            number(0, 4)
        }
        return place
    }

    private mutating func align() { while bytes.count % 8 != 0 { bytes.append(0) } }
    private mutating func number(_ value: UInt64, _ width: Int) { bytes += Self.little(value, width) }
    private mutating func put(_ value: UInt64, at place: Int) {
        bytes.replaceSubrange(place..<(place + 8), with: Self.little(value, 8))
    }
    private static func little(_ value: UInt64, _ width: Int) -> [UInt8] {
        (0..<width).map { $0 < 8 ? UInt8(truncatingIfNeeded: value >> UInt64(8 * $0)) : 0 }
    }
}
