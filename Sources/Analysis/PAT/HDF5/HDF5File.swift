public import Signals

/// Reads float32 tables out of an HDF5 file: superblocks 0 to 3, groups as symbol tables or links, values in one piece or in
/// chunks, without filters (HDF5 File Format Specification, version 3.0).
///
/// That is what h5py and Keras write. What is not understood is refused with the place and the reason; a broken file cannot
/// make it read outside of itself, run forever or ask for more memory than the file has bytes.
public struct HDF5File: Sendable {
    /// The tables by their path, as `dense/dense/kernel:0`. Those that cannot be read as float32 are in ``others``.
    public private(set) var datasets: [String: HDF5Dataset] = [:]
    /// By path, why a table could not be read.
    public private(set) var others: [String: DecodeError] = [:]
    private let reader: HDF5Bytes

    /// The most objects that are looked at.
    private static let mostObjects = 4096
    /// How deep groups may lie in groups.
    private static let deepest = 12

    /// Finds all tables of a file.
    /// - Parameter bytes: the whole file.
    /// - Throws: `DecodeError` when it is no HDF5 file or its groups are broken.
    public init(_ bytes: [UInt8]) throws(DecodeError) {
        var reader = HDF5Bytes(bytes: bytes)
        let root = try reader.superblock()
        self.reader = reader
        var objects = 0
        try visit(root, path: "", depth: 0, &objects)
    }

    /// The values of a table, the last dimension fastest.
    /// - Throws: `DecodeError` when they are not all there.
    public func values(_ dataset: HDF5Dataset) throws(DecodeError) -> [Float] {
        switch dataset.storage {
        case .contiguous(let range): return floats(range)
        case .chunked(let index, let shape, let grid, let unlimited):
            var table = HDF5Chunks(shape: dataset.shape, chunk: shape)
            if case .tree(let place) = index {
                try table.read(place, reader, depth: 0)
            } else {
                try table.read(index, grid: grid, unlimited: unlimited, reader)
            }
            return try table.finished()
        }
    }

    private func floats(_ range: Range<Int>) -> [Float] {
        [Float](unsafeUninitializedCapacity: range.count / 4) { buffer, count in
            reader.bytes.withUnsafeBytes { UnsafeMutableRawBufferPointer(buffer).copyBytes(from: $0[range]) }
            for index in buffer.indices { buffer[index] = Float(bitPattern: buffer[index].bitPattern.littleEndian) }
            count = buffer.count
        }
    }

    private mutating func visit(_ place: Int, path: String, depth: Int, _ objects: inout Int) throws(DecodeError) {
        objects += 1
        guard objects <= Self.mostObjects, depth <= Self.deepest else {
            throw DecodeError(.invalid("groups lie too deep or in a circle"), at: place)
        }
        let header = try HDF5Header(at: place, reader)
        if header.isDataset {
            do { datasets[path] = try header.dataset(reader) } catch { others[path] = error }
            return
        }
        for link in try header.links(reader) {
            try visit(link.place, path: path.isEmpty ? link.name : "\(path)/\(link.name)", depth: depth + 1, &objects)
        }
    }
}
