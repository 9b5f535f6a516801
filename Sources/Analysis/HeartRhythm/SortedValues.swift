/// Some tens of values that are kept in order while single ones come and go; room for them is reserved once.
struct SortedValues: Sendable {
    private var values: [Double]
    private(set) var count = 0

    init(capacity: Int) { values = Array(repeating: 0, count: capacity) }

    /// The value of rank `rank`, from 0.
    subscript(_ rank: Int) -> Double { values[rank] }

    mutating func removeAll() { count = 0 }

    mutating func insert(_ value: Double) {
        guard count < values.count else { return }
        let end = count
        values.withUnsafeMutableBufferPointer { values in
            let place = Self.place(of: value, in: values, count: end)
            var index = end
            while index > place {
                values[index] = values[index - 1]
                index -= 1
            }
            values[place] = value
        }
        count += 1
    }

    /// Takes out a value; one that is not there changes nothing.
    mutating func remove(_ value: Double) {
        let end = count
        let wasThere = values.withUnsafeMutableBufferPointer { values in
            let place = Self.place(of: value, in: values, count: end)
            guard place < end, values[place] == value else { return false }
            for index in place..<(end - 1) { values[index] = values[index + 1] }
            return true
        }
        if wasThere { count -= 1 }
    }

    /// The median; 0 without values.
    var median: Double {
        guard count > 0 else { return 0 }
        return count.isMultiple(of: 2) ? (values[count / 2 - 1] + values[count / 2]) / 2 : values[count / 2]
    }

    /// The quantile `fraction`, as ``OrderStatistics/quantile(_:_:)`` has it; 0 without values.
    func quantile(_ fraction: Double) -> Double {
        guard count > 0 else { return 0 }
        let position = fraction * Double(count - 1)
        let below = Int(position)
        guard below + 1 < count else { return values[below] }
        return values[below] + (position - Double(below)) * (values[below + 1] - values[below])
    }

    /// The quantile `fraction` of these and of some others, as ``OrderStatistics/quantile(_:_:)`` has it.
    func quantile(_ fraction: Double, with others: SortedValues) -> Double {
        let total = count + others.count
        guard total > 0 else { return 0 }
        let position = fraction * Double(total - 1)
        let below = Int(position)
        let lower = value(rank: below, with: others)
        guard below + 1 < total else { return lower }
        return lower + (position - Double(below)) * (value(rank: below + 1, with: others) - lower)
    }

    /// The value of a rank among these and some others, of which there are few.
    private func value(rank: Int, with others: SortedValues) -> Double {
        // As many of the others come before it as are smaller than what stands there without them.
        var taken = max(0, rank - count)
        while taken < min(others.count, rank), rank - taken - 1 >= count || others[taken] < values[rank - taken - 1] {
            taken += 1
        }
        if taken == others.count { return values[rank - taken] }
        return rank - taken < count ? min(values[rank - taken], others[taken]) : others[taken]
    }

    /// The first place whose value is not below `value`.
    private static func place(of value: Double, in values: UnsafeMutableBufferPointer<Double>, count: Int) -> Int {
        var low = 0
        var length = count
        while length > 0 {
            let half = length / 2
            // Without a branch: which way it goes cannot be foreseen.
            low += values[low + half] < value ? length - half : 0
            length = half
        }
        return low
    }
}
