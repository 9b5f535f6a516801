import Signals

/// A list of beat intervals in ms, one per line.
enum IntervalTable {
    /// Reads the intervals of a file or of standard input.
    /// - Throws: `Failure` when there are none, or one is not a number or below 0. (Some devices end a list with 0.)
    static func read(_ path: String) throws -> [Double] {
        let table = try NumberTable(path: path)
        let column = table.column("rr_ms", at: 0) ?? 0
        let intervals = try (0..<table.count).map { row in
            guard let interval = table.value(row, column), interval >= 0 else {
                throw Failure(.failed, "\(table.name), interval \(row): an interval is a number of ms, not below 0.")
            }
            return interval
        }
        guard let middle = intervals.sorted().dropFirst(intervals.count / 2).first else {
            throw Failure(.failed, "\(table.name) holds no intervals.")
        }
        guard middle > 10 else {
            throw Failure(
                .failed, "\(table.name): the median interval is \(middle) ms. Are these seconds? Give milliseconds.")
        }
        return intervals
    }
}
