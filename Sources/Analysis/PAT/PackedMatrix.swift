import CMatrix

/// A matrix of parameters in the order in which products read it: some of its columns together, row by row.
struct PackedMatrix: Sendable {
    /// How many columns are stored next to each other.
    enum Width: Int, Sendable {
        /// As the left of a product, which then has the matrix on its side.
        case tile = 8
        /// The width for the right operand of a product.
        case block = 48
    }

    /// Its rows: the length of what is multiplied with it.
    let rows: Int
    /// The number of columns: the length of the result.
    let columns: Int
    private let values: [Float]
    private let width: Int

    /// Packs a matrix whose rows follow one another in `source`.
    /// - Parameters:
    ///   - source: `rows` times `columns` numbers.
    ///   - rows: more than 0.
    ///   - columns: a multiple of `width`, and more than 0.
    ///   - width: how it will be used.
    init(_ source: [Float], rows: Int, columns: Int, width: Width = .tile) {
        let width = width.rawValue
        precondition(rows > 0 && columns > 0 && columns.isMultiple(of: width) && source.count == rows * columns)
        self.rows = rows
        self.columns = columns
        self.width = width
        values = [Float](unsafeUninitializedCapacity: source.count) { buffer, count in
            for row in 0..<rows {
                for column in 0..<columns {
                    let (part, rest) = column.quotientAndRemainder(dividingBy: width)
                    buffer[(part * rows + row) * width + rest] = source[row * columns + column]
                }
            }
            count = source.count
        }
    }

    /// Writes this matrix on its side, times a block of 48 tokens, plus a bias for each row, into `result`.
    /// - Parameters:
    ///   - right: rows of 48 numbers, as many as `rows`.
    ///   - rows: the rows of this matrix that are taken; nil for all.
    ///   - columns: the columns that are taken, from a multiple of 8 to another; nil for all. Each gives a row.
    ///   - bias: one number for each column of this matrix, or nil.
    ///   - adds: whether to add to what `result` holds, instead of to the bias.
    ///   - isRectified: whether what is below zero becomes zero.
    ///   - result: room for rows of 48 numbers.
    func multiply(
        _ right: UnsafePointer<Float>, rows: Range<Int>? = nil, columns: Range<Int>? = nil, bias: [Float]? = nil,
        adds: Bool = false, isRectified: Bool = false, into result: UnsafeMutablePointer<Float>
    ) {
        let (rows, columns) = (rows ?? 0..<self.rows, columns ?? 0..<self.columns)
        let tile = Width.tile.rawValue
        precondition(width == tile && bias.map { $0.count == self.columns } ?? true)
        precondition(rows.lowerBound >= 0 && rows.upperBound <= self.rows && columns.lowerBound >= 0)
        precondition(columns.upperBound <= self.columns && columns.lowerBound.isMultiple(of: tile))
        let start = columns.lowerBound * self.rows + rows.lowerBound * tile
        let options = (adds ? Int32(NIGHTJAR_ADD) : 0) | (isRectified ? Int32(NIGHTJAR_RECTIFY) : 0)
        values.withUnsafeBufferPointer { values in
            let left = nightjar_left(
                values: values.baseAddress.map { $0 + start }, step: tile, tile_step: self.rows * tile,
                tiles: columns.count / tile)
            guard let bias else {
                return nightjar_multiply(left, right, rows.count, nil, options, result, Int(NIGHTJAR_BLOCK))
            }
            bias.withUnsafeBufferPointer { bias in
                nightjar_multiply(
                    left, right, rows.count, bias.baseAddress.map { $0 + columns.lowerBound }, options, result,
                    Int(NIGHTJAR_BLOCK))
            }
        }
    }

    /// Writes a block of 48 tokens on its side, times 48 columns of this matrix, into `result`.
    /// - Parameters:
    ///   - left: rows of 48 numbers, as many as this matrix has.
    ///   - first: the first column, a multiple of 48.
    ///   - result: room for 48 rows of 48 numbers, `step` apart.
    ///   - step: numbers from one row of `result` to the next.
    func multiply(
        onto left: UnsafePointer<Float>, columnsFrom first: Int, into result: UnsafeMutablePointer<Float>, step: Int
    ) {
        precondition(width == Width.block.rawValue && first.isMultiple(of: width) && first + width <= columns)
        values.withUnsafeBufferPointer { values in
            guard let start = values.baseAddress else { return }
            let left = nightjar_left(
                values: left, step: Int(NIGHTJAR_BLOCK), tile_step: Width.tile.rawValue,
                tiles: Int(NIGHTJAR_BLOCK) / Width.tile.rawValue)
            nightjar_multiply(left, start + first * rows, rows, nil, 0, result, step)
        }
    }
}

/// The instructions by which matrices are multiplied on this machine: `avx512f`, `avx2` or `baseline`.
public var matrixInstructions: String { String(cString: nightjar_matrix_instructions()) }

/// Does without so many of the widest instructions that there are, 0 ... 2, so that each can be compared.
func leaveOutMatrixInstructions(_ widest: Int32) { nightjar_matrix_leave_out(widest) }
