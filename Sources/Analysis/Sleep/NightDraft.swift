import Signals

/// What has been found in one window, before it is measured.
struct NightDraft {
    /// The window that the night is searched in.
    var window: NightWindow
    /// The start of the first epoch.
    var start: Instant
    /// The length of an epoch, in seconds.
    var epochSeconds: Int
    /// The state of each epoch of the window.
    var states: [SleepState]
    /// Sleep periods that a rule found, as indices of ``states``, in order.
    var periods: [Range<Int>]
    /// The rule that found ``periods``.
    var periodMethod: Method
    /// The rule that scored ``states``.
    var scorer: SleepScorer
    /// How much of its published agreement is granted, 0 ... 1.
    var transfer: Double
    /// Whether nothing was counted in an epoch that was recorded, one by one; empty where the states are not of counts.
    var silent: [Bool] = []

    /// From this share of a sleep period on without a count, wake cannot be told from sleep by counts.
    static let mostSilent = 0.95

    /// The share of the epochs of `main` without a count, where it is so large that no rule on counts can find wake.
    func silentShare(_ main: Range<Int>) -> Double? {
        guard silent.count == states.count, !main.isEmpty else { return nil }
        let share = Double(silent[main].count { $0 }) / Double(main.count)
        return share >= Self.mostSilent ? share : nil
    }

    /// Hours of the window in which something was recorded.
    var recordedHours: Double {
        Double(states.count { $0 != .unknown }) * Double(epochSeconds) / 3600
    }

    /// The start of epoch `index`.
    func instant(_ index: Int) -> Instant {
        start.advanced(byNanoseconds: Int64(index) &* Int64(epochSeconds) &* 1_000_000_000)
    }

    /// The interval of the epochs `indices`.
    func interval(_ indices: Range<Int>) -> Range<Instant> {
        instant(indices.lowerBound)..<instant(indices.upperBound)
    }

    /// Minutes of `count` epochs.
    func minutes(_ count: Int) -> Double { Double(count) * Double(epochSeconds) / 60 }
}
