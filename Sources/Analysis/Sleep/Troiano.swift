/// Non-wear from one-minute counts (Troiano and others, Medicine and Science in Sports and Exercise 40, 2008): an hour
/// of zeros in which a minute or two may move a little. The variants are those of ActiLife's wear time validation.
public struct Troiano: Hashable, Sendable {
    /// The shortest non-wear, in minutes.
    public var shortest: Int
    /// Moving minutes that are allowed.
    public var spike: Int
    /// A minute with more counts than this ends non-wear at once.
    public var stopLevel: Double
    /// The count up to which a minute is still.
    public var threshold: Double
    /// Whether ``spike`` bounds moving minutes in a row, or all of one non-wear.
    public var isSpikeInRow: Bool

    /// The rule, by default with the published parameters.
    public init(
        shortest: Int = 60, spike: Int = 2, stopLevel: Double = 100, threshold: Double = 0, isSpikeInRow: Bool = true
    ) {
        self.shortest = shortest
        self.spike = spike
        self.stopLevel = stopLevel
        self.threshold = threshold
        self.isSpikeInRow = isSpikeInRow
    }

    /// The non-wear in `counts`, in order; a missing count (NaN) ends one, and one at the end of the recording needs
    /// its full length too. It begins and ends with a quiet minute; of ones that overlap the first is taken.
    public func nonWear(_ counts: [Double]) -> [Range<Int>] {
        var found: [Range<Int>] = []
        var index = 0
        while index < counts.count {
            guard counts[index] <= threshold else {
                index += 1
                continue
            }
            let end = end(of: counts, from: index)
            if end - index >= max(1, shortest) {
                found.append(index..<end)
                index = end
            } else {
                // A later beginning within the same zeros would only be shorter.
                while index < counts.count, counts[index] <= threshold { index += 1 }
            }
        }
        return found
    }

    private func end(of counts: [Double], from start: Int) -> Int {
        var moving = 0
        var index = start
        while index < counts.count, counts[index] <= stopLevel {
            if counts[index] > threshold {
                moving += 1
                if moving > spike { break }
            } else if isSpikeInRow {
                moving = 0
            }
            index += 1
        }
        while index > start, !(counts[index - 1] <= threshold) { index -= 1 }
        return index
    }
}
