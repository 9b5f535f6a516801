package import Signals

/// What samples of one type come to, part by part of time.
package struct SampleTotals: Sendable {
    /// The totals of one part.
    package struct Part: Sendable {
        /// The span of the part, within what was asked for.
        package var span: Range<Instant>
        /// Samples that begin in it.
        package var count = 0
        /// The least value of those; nil without any.
        package var least: Double?
        /// The greatest value of those; nil without any.
        package var most: Double?
        private var values = 0.0
        private var amounts: [String: Int128] = [:]
        private var stages: [String: Int128] = [:]

        init(span: Range<Instant>) { self.span = span }

        /// The mean of the values of samples that begin in it; nil without any.
        package var mean: Double? { count == 0 ? nil : values / Double(count) }
        /// Programs whose samples count, the one that adds most first.
        package var sources: [String] {
            amounts.sorted { $0.value == $1.value ? $0.key < $1.key : $0.value > $1.value }.map(\.key)
        }
        /// Minutes of sleep by stage, and those awake or in bed; empty for anything but sleep.
        package var minutes: [String: Double] { stages.mapValues(SampleTotals.number) }
        var amount: Int128 { amounts.values.reduce(0, +) }
        /// What its samples come to; nil when it is not known, as with nothing but time in bed.
        package var sum: Double? { amounts.isEmpty ? nil : SampleTotals.number(amount) }

        mutating func add(_ piece: SamplePiece, amount: Int128, isStart: Bool) {
            if !piece.word.isEmpty { stages[piece.word, default: 0] += amount }
            guard piece.word.isEmpty || SleepChoice.asleep.contains(piece.word) else { return }
            amounts[piece.source, default: 0] += amount
            guard isStart, let value = piece.value else { return }
            count += 1
            values += value
            least = min(least ?? value, value)
            most = max(most ?? value, value)
        }
    }

    /// The parts with any samples, in order.
    package internal(set) var parts: [Part] = []
    /// The unit of the values; nil without a sample.
    package internal(set) var unit: String?
    /// Whether the values add up, as steps and minutes do; rates, temperatures and the like have a mean, but no sum.
    package internal(set) var isAmount = true
    /// Programs that have samples in the time asked for, whether they count or not.
    package internal(set) var sources: Set<String> = []
    /// Samples that do not count as they are in another unit.
    package internal(set) var otherUnits = 0

    /// The sum of all parts, exactly; nil when nothing counts or values do not add up.
    package var sum: Double? {
        isAmount && parts.contains { $0.sum != nil } ? Self.number(parts.reduce(0) { $0 + $1.amount }) : nil
    }

    static func number(_ millionths: Int128) -> Double { Double(millionths) / 1e6 }
}
