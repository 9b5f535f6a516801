import Signals

/// Reads one value per epoch: counts or angles.
enum EpochValues {
    /// Columns that are taken by name where a table has several; else its first.
    private static let names = [
        "angle_z_deg", "anglez", "angle", "count", "counts", "axis1", "count_y", "vm_count", "zcm",
        "value",
    ]

    /// Reads them from a file or standard input; NaN for an empty line before the last value, and for `NA`.
    /// - Throws: `Failure` when there are none.
    static func read(_ path: String) throws -> [Double] {
        let table = try NumberTable(path: path, blankIsMissing: true)
        let named = table.header == nil ? nil : names.compactMap { table.column($0, at: 0) }.first
        guard table.count > 0 else { throw Failure(.failed, "\(table.name) holds no values.") }
        return (0..<table.count).map { table.value($0, named ?? 0) ?? .nan }
    }
}
