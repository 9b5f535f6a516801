import Signals

/// A table that is put together from its chunks, which a version 1 B-tree names.
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

    /// Copies the chunks below the node at `place`.
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

    /// The values, once every one was read.
    func finished(at place: Int) throws(DecodeError) -> [Float] {
        guard filled == values.count else { throw DecodeError(.invalid("chunks of a table are missing"), at: place) }
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
