import Signals

/// What changed between two scorings of one night.
public struct NightDifference: Hashable, Sendable {
    /// A figure that differs.
    public struct Figure: Hashable, Sendable {
        /// Its name in JSON and exports.
        public var name: String
        /// The figure before; nil when it was not known.
        public var before: Double?
        /// The figure after; nil when it is not known.
        public var after: Double?
    }

    /// How much later the sleep period begins, in minutes; nil when one has none.
    public var startShift: Double?
    /// How much later it ends, in minutes; nil when one has none.
    public var endShift: Double?
    /// The epochs that both have; 0 when their epochs differ in length.
    public var comparedEpochs: Int
    /// Epochs of both nights whose state differs.
    public var changedEpochs: Int
    /// Figures that changed, in the order of ``SleepMeasures/named``.
    public var figures: [Figure]

    /// Whether the two nights are equal.
    public var isNothing: Bool {
        changedEpochs == 0 && figures.isEmpty && (startShift ?? 0) == 0 && (endShift ?? 0) == 0
    }

    /// The change from `before` to `after`.
    public init(from before: Night, to after: Night) {
        let minutes = { (a: Instant?, b: Instant?) in a.flatMap { a in b.map { $0.seconds(since: a) / 60 } } }
        startShift = minutes(before.sleepPeriod?.lowerBound, after.sleepPeriod?.lowerBound)
        endShift = minutes(before.sleepPeriod?.upperBound, after.sleepPeriod?.upperBound)
        comparedEpochs = 0
        changedEpochs = 0
        if before.epochSeconds == after.epochSeconds, before.epochSeconds > 0 {
            let shift = after.statesStart.seconds(since: before.statesStart) / Double(before.epochSeconds)
            let skipped = Int(shift.rounded())
            for (index, state) in after.states.enumerated() where before.states.indices.contains(index + skipped) {
                comparedEpochs += 1
                if before.states[index + skipped] != state { changedEpochs += 1 }
            }
        }
        figures = zip(before.measures.named, after.measures.named).compactMap { old, new in
            old.estimate.value == new.estimate.value
                ? nil : Figure(name: old.name, before: old.estimate.value, after: new.estimate.value)
        }
    }
}
