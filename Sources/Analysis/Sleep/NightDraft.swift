import Signals

/// What has been found in one window, before it is measured.
struct NightDraft {
    /// The window.
    var window: NightWindow
    /// The start of the first epoch.
    var start: Instant
    /// The length of an epoch, in seconds.
    var epochSeconds: Int
    /// The state of each epoch of the window.
    var states: [SleepState]
    /// Sleep periods that a rule found, as indices of ``states``, in order.
    var periods: [Range<Int>]
    /// The rule that found them.
    var periodMethod: Method
    /// The rule that scored the states.
    var scorer: SleepScorer
    /// How much of its published agreement is granted, 0 ... 1.
    var transfer: Double

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
