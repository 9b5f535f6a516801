/// Normal equations of a least squares fit: a symmetric matrix and a right side.
struct SymmetricSystem {
    /// The matrix A of A x = b, row by row.
    var matrix: [Double]
    /// The right side, b.
    var right: [Double]
    let size: Int

    init(size: Int) {
        self.size = size
        matrix = [Double](repeating: 0, count: size * size)
        right = [Double](repeating: 0, count: size)
    }

    /// Adds an observation: `row` for `weight` values that sum up to `sum`.
    mutating func add(_ row: [Double], weight: Double, sum: Double) {
        for i in 0..<size {
            for j in 0..<size { matrix[i * size + j] += weight * row[i] * row[j] }
            right[i] += row[i] * sum
        }
    }

    /// The solution by elimination with pivots; nil when the matrix is singular.
    func solve() -> [Double]? {
        var matrix = matrix
        var right = right
        let scale = matrix.map(abs).max() ?? 0
        guard scale > 0, scale.isFinite else { return nil }
        for column in 0..<size {
            let pivot = (column..<size).max { abs(matrix[$0 * size + column]) < abs(matrix[$1 * size + column]) }
            guard let pivot, abs(matrix[pivot * size + column]) > 1e-13 * scale else { return nil }
            if pivot != column {
                for j in 0..<size { matrix.swapAt(pivot * size + j, column * size + j) }
                right.swapAt(pivot, column)
            }
            for row in (column + 1)..<max(size, column + 1) {
                let factor = matrix[row * size + column] / matrix[column * size + column]
                for j in column..<size { matrix[row * size + j] -= factor * matrix[column * size + j] }
                right[row] -= factor * right[column]
            }
        }
        for row in stride(from: size - 1, through: 0, by: -1) {
            for j in (row + 1)..<max(size, row + 1) { right[row] -= matrix[row * size + j] * right[j] }
            right[row] /= matrix[row * size + row]
        }
        return right
    }
}
