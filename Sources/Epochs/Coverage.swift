/// Seconds for which epochs were given out, so that none is given out twice when a clock goes back.
struct Coverage {
    /// Ranges kept apart; beyond that the two nearest become one.
    private static let maximum = 32
    private(set) var ranges: [Range<Int64>] = []

    init() { ranges.reserveCapacity(Self.maximum + 1) }

    func contains(_ second: Int64) -> Bool {
        for range in ranges where range.contains(second) { return true }
        return false
    }

    /// Adds a range, merged with those it touches.
    mutating func insert(_ range: Range<Int64>) {
        guard !range.isEmpty else { return }
        var joined = range
        ranges.removeAll { other in
            guard other.lowerBound <= joined.upperBound, joined.lowerBound <= other.upperBound else { return false }
            joined = min(joined.lowerBound, other.lowerBound)..<max(joined.upperBound, other.upperBound)
            return true
        }
        ranges.insert(joined, at: ranges.firstIndex { $0.lowerBound > joined.lowerBound } ?? ranges.count)
        guard ranges.count > Self.maximum else { return }
        let nearest = ranges.indices.dropLast().min {
            ranges[$0 + 1].lowerBound - ranges[$0].upperBound < ranges[$1 + 1].lowerBound - ranges[$1].upperBound
        }
        if let nearest {
            ranges[nearest] = ranges[nearest].lowerBound..<ranges[nearest + 1].upperBound
            ranges.remove(at: nearest + 1)
        }
    }
}
