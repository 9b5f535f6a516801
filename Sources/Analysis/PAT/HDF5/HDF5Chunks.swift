import Signals

/// A table that is put together from its chunks.
struct HDF5Chunks {
    private let shape: [Int]
    private let chunk: [Int]
    private var values: [Float]
    private var filled = 0
    private var nodes = 0

    init(shape: [Int], chunk: [Int]) {
        self.shape = shape
        self.chunk = chunk
        values = [Float](repeating: 0, count: shape.reduce(1, *))
    }

    /// Copies the chunks of the B-tree node at `place`.
    mutating func read(_ place: Int, _ reader: HDF5Bytes, depth: Int) throws(DecodeError) {
        nodes += 1
        try reader.expect("TREE", at: place)
        guard try reader.byte(place + 4) == 1, depth < 8, nodes <= 65_536 else {
            throw DecodeError(.invalid("the tree of chunks is broken"), at: place)
        }
        let level = try reader.byte(place + 5)
        let key = 8 + 8 * (shape.count + 1)
        var next = place + 8 + 2 * reader.offsetSize
        for _ in 0..<(try reader.count(place + 6, 2)) {
            let child = try reader.pointer(next + key)
            if level > 0 {
                try read(child, reader, depth: depth + 1)
            } else {
                var corner: [Int] = []
                for axis in shape.indices { corner.append(try reader.count(next + 8 + 8 * axis, 8)) }
                try copy(child, corner, reader)
            }
            next += key + reader.offsetSize
        }
    }

    /// Copies the chunks by their numbers; see ``HDF5Dataset/Storage/chunked(_:shape:grid:unlimited:)``.
    mutating func read(
        _ index: HDF5ChunkIndex, grid: [Int], unlimited: Int?, _ reader: HDF5Bytes
    ) throws(DecodeError) {
        var order = Array(shape.indices)
        if let unlimited { order.insert(order.remove(at: unlimited), at: 0) }
        var corner = [Int](repeating: 0, count: shape.count)
        while true {
            var number = 0
            for axis in order {
                // What a table has of chunks is less than the bytes of its file, but its greatest shape may be any.
                let (product, overflow) = number.multipliedReportingOverflow(by: grid[axis])
                let (sum, more) = product.addingReportingOverflow(corner[axis] / chunk[axis])
                guard !overflow, !more else { throw DecodeError(.invalid("a table has too many chunks"), at: 0) }
                number = sum
            }
            if let place = try index.place(of: number, reader) { try copy(place, corner, reader) }
            guard let axis = shape.indices.reversed().first(where: { shape[$0] - corner[$0] > chunk[$0] })
            else { return }
            corner[axis] += chunk[axis]
            for later in (axis + 1)..<max(axis + 1, shape.count) { corner[later] = 0 }
        }
    }

    /// The assembled values.
    func finished() throws(DecodeError) -> [Float] {
        guard filled == values.count else { throw DecodeError(.invalid("chunks of a table are missing"), at: 0) }
        return values
    }

    private mutating func copy(_ place: Int, _ corner: [Int], _ reader: HDF5Bytes) throws(DecodeError) {
        guard zip(corner, shape).allSatisfy({ $0 < $1 }), zip(corner, chunk).allSatisfy({ $0 % $1 == 0 }) else {
            throw DecodeError(.invalid("a chunk lies outside of its table"), at: place)
        }
        let width = zip(zip(corner, chunk), shape).map { min($0.1, $1 - $0.0) }
        let count = width.reduce(1, *)
        guard filled + count <= values.count else {
            throw DecodeError(.invalid("a chunk is there twice"), at: place)
        }
        for number in 0..<count {
            var (rest, from, to) = (number, 0, 0)
            var (fromStep, toStep) = (1, 1)
            for axis in shape.indices.reversed() {
                let index = rest % width[axis]
                rest /= width[axis]
                from += index * fromStep
                to += (corner[axis] + index) * toStep
                let (step, overflow) = fromStep.multipliedReportingOverflow(by: chunk[axis])
                guard !overflow, step <= reader.bytes.count else {
                    throw DecodeError(.invalid("a chunk is larger than the file"), at: place)
                }
                fromStep = step
                toStep *= shape[axis]
            }
            values[to] = Float(bitPattern: UInt32(truncatingIfNeeded: try reader.unsigned(place + 4 * from, 4)))
        }
        filled += count
    }
}
