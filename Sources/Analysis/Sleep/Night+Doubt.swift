import Signals

extension Night {
    /// The parameter of the method of wake after sleep onset that tells the share of the sleep period without a count.
    static let silentShare = "silent_share"

    /// Why the figures that rest on wake are in doubt although they are told; nil where they are not.
    public var wakeDoubt: String? {
        guard let share = measures.wakeAfterSleepOnset.method.parameters[Self.silentShare] else { return nil }
        let percent = Int((100 * share).rounded(.down))
        return "nothing at all was counted in \(percent) % of the sleep period: the recorder was off the wrist, or its "
            + "threshold hides the small movements by which wake is told, so that hardly any can be found"
    }

    /// The doubts by the names of the fields that they are about.
    public var doubts: [(field: String, reason: String)] {
        guard let wakeDoubt else { return [] }
        return ["wake_after_sleep_onset", "awakenings", "sleep_efficiency"].map { ($0, wakeDoubt) }
    }
}
