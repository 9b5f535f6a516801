import Signals

extension SampleBatch {
    /// The runs of samples that lie in none of `stretches`.
    func parts(outside stretches: [Range<Instant>]) -> [SampleBatch] {
        guard !stretches.isEmpty else { return [self] }
        var parts: [SampleBatch] = []
        var first: Int?
        for index in 0...count {
            let isOut = index < count && !stretches.contain(times.instant(at: index))
            if isOut { first = first ?? index }
            if !isOut, let begun = first {
                parts.append(slice(begun..<index))
                first = nil
            }
        }
        return parts
    }
}
