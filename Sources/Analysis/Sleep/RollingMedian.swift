/// Medians over a sliding window.
enum RollingMedian {
    /// The median of |change| between neighbouring values within a window of `width` values centred on each value, cut at
    /// the ends. NaN where fewer than half of a whole window's changes are known.
    static func ofChanges(_ values: [Double], width: Int) -> [Double] {
        guard values.count > 1 else { return values.map { _ in .nan } }
        // change[i] lies between values i and i + 1
        let changes = (0..<(values.count - 1)).map { abs(values[$0 + 1] - values[$0]) }
        let before = (width - 1) / 2
        let after = width - 1 - before
        var sorted: [Double] = []
        sorted.reserveCapacity(width)
        var low = 0
        var high = 0
        return values.indices.map { index in
            while high < min(changes.count, index + after) {
                insert(changes[high], into: &sorted)
                high += 1
            }
            while low < index - before {
                remove(changes[low], from: &sorted)
                low += 1
            }
            guard sorted.count * 2 >= width - 1 else { return .nan }
            let middle = sorted.count / 2
            return sorted.count.isMultiple(of: 2) ? (sorted[middle - 1] + sorted[middle]) / 2 : sorted[middle]
        }
    }

    /// The median of the known values up to `half` places away on each side, cut at the ends; NaN where fewer than `least`
    /// are known.
    static func centred(_ values: [Double], half: Int, least: Int) -> [Double] {
        var sorted: [Double] = []
        sorted.reserveCapacity(2 * half + 2)
        for value in values.prefix(half) { insert(value, into: &sorted) }
        return values.indices.map { index in
            if index + half < values.count { insert(values[index + half], into: &sorted) }
            if index > half { remove(values[index - half - 1], from: &sorted) }
            guard sorted.count >= max(1, least) else { return .nan }
            let middle = sorted.count / 2
            return sorted.count.isMultiple(of: 2) ? (sorted[middle - 1] + sorted[middle]) / 2 : sorted[middle]
        }
    }

    private static func insert(_ value: Double, into sorted: inout [Double]) {
        guard !value.isNaN else { return }
        sorted.insert(value, at: place(of: value, in: sorted))
    }

    private static func remove(_ value: Double, from sorted: inout [Double]) {
        guard !value.isNaN else { return }
        sorted.remove(at: place(of: value, in: sorted))
    }

    /// The index of the first element that is not below `value`.
    private static func place(of value: Double, in sorted: [Double]) -> Int {
        var low = 0
        var high = sorted.count
        while low < high {
            let middle = (low + high) / 2
            if sorted[middle] < value { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
