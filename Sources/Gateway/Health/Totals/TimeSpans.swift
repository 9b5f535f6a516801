import Signals

/// Stretches of time in order, none of which touches another.
struct TimeSpans {
    private(set) var spans: [Range<Instant>] = []

    /// Whether an instant lies in one of the spans.
    func contains(_ instant: Instant) -> Bool {
        let index = count(endingThrough: instant)
        return index < spans.count && spans[index].lowerBound <= instant
    }

    /// What of a stretch lies in none of them, in order.
    func free(in range: Range<Instant>) -> [Range<Instant>] {
        var free: [Range<Instant>] = []
        var start = range.lowerBound
        var index = count(endingThrough: range.lowerBound)
        while index < spans.count, spans[index].lowerBound < range.upperBound {
            if spans[index].lowerBound > start { free.append(start..<spans[index].lowerBound) }
            start = spans[index].upperBound
            index += 1
        }
        if start < range.upperBound { free.append(start..<range.upperBound) }
        return free
    }

    /// Adds spans, in any order.
    mutating func add(_ others: [Range<Instant>]) {
        guard !others.isEmpty else { return }
        var joined: [Range<Instant>] = []
        for span in (spans + others).sorted(by: { $0.lowerBound < $1.lowerBound }) where !span.isEmpty {
            if let last = joined.last, span.lowerBound <= last.upperBound {
                joined[joined.count - 1] = last.lowerBound..<max(last.upperBound, span.upperBound)
            } else {
                joined.append(span)
            }
        }
        spans = joined
    }

    /// How many spans end at or before an instant.
    private func count(endingThrough instant: Instant) -> Int {
        var low = 0
        var high = spans.count
        while low < high {
            let middle = (low + high) / 2
            if spans[middle].upperBound <= instant { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
