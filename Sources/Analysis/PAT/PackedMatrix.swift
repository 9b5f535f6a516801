import CMatrix

/// A matrix in the order in which products read it.
struct PackedMatrix: Sendable {
    /// Its rows: the length of what is multiplied with it.
    let rows: Int
    /// Its columns: the length of the result.
    let columns: Int
    private let values: [Float]

    /// Packs a matrix whose rows follow one another in `source`.
    init(_ source: [Float], rows: Int, columns: Int) {
        precondition(source.count == rows * columns)
        self.init(source[...], rows: rows, columns: columns, rowStep: columns, columnStep: 1)
    }

    /// Packs a matrix whose value (row, column) is `source[start + row * rowStep + column * columnStep]`.
    init(_ source: ArraySlice<Float>, rows: Int, columns: Int, rowStep: Int, columnStep: Int) {
        precondition(rows > 0 && columns > 0 && source.count > (rows - 1) * rowStep + (columns - 1) * columnStep)
        self.rows = rows
        self.columns = columns
        let room = nightjar_packed_count(rows, columns)
        values = [Float](unsafeUninitializedCapacity: room) { buffer, count in
            source.withUnsafeBufferPointer {
                nightjar_pack($0.baseAddress, rows, columns, rowStep, columnStep, buffer.baseAddress)
            }
            count = room
        }
    }

    /// Writes `left` times this matrix, plus `bias`, into `result`.
    /// - Parameters:
    ///   - left: as many rows as are wanted, each of ``rows`` numbers, `leftStep` apart.
    ///   - count: how many rows.
    ///   - bias: what is added to each row, or nil.
    ///   - isRectified: whether what is below zero becomes zero.
    ///   - result: room for `count` rows of ``columns`` numbers, `resultStep` apart.
    func multiply(
        _ left: UnsafeBufferPointer<Float>.SubSequence, leftStep: Int, count: Int, bias: [Float]? = nil,
        isRectified: Bool = false, into result: UnsafeMutableBufferPointer<Float>.SubSequence, resultStep: Int
    ) {
        precondition(count > 0 && left.count >= (count - 1) * leftStep + rows && bias?.count ?? columns == columns)
        precondition(result.count >= (count - 1) * resultStep + columns)
        let (left, result) = (UnsafeBufferPointer(rebasing: left), UnsafeMutableBufferPointer(rebasing: result))
        values.withUnsafeBufferPointer { values in
            let run = { (bias: UnsafePointer<Float>?) in
                nightjar_multiply(
                    left.baseAddress, count, leftStep, values.baseAddress, rows, columns, bias, isRectified ? 1 : 0,
                    result.baseAddress, resultStep)
            }
            if let bias { bias.withUnsafeBufferPointer { run($0.baseAddress) } } else { run(nil) }
        }
    }

    /// `left` times this matrix, plus `bias`: `count` rows of ``columns`` numbers.
    func product(_ left: [Float], count: Int, bias: [Float], isRectified: Bool = false) -> [Float] {
        let room = count * columns
        return [Float](unsafeUninitializedCapacity: room) { buffer, filled in
            left.withUnsafeBufferPointer { left in
                multiply(
                    left[...], leftStep: rows, count: count, bias: bias, isRectified: isRectified,
                    into: buffer[..<room], resultStep: columns)
            }
            filled = room
        }
    }
}

/// The instructions by which matrices are multiplied on this machine: `avx512f`, `avx2` or `baseline`.
public var matrixInstructions: String { String(cString: nightjar_matrix_instructions()) }
