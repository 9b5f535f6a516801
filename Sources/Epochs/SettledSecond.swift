/// The sums of one closed second.
struct SettledSecond {
    /// Seconds since 1970; `.min` when nothing is known.
    var second = Int64.min
    /// The number of acceleration samples.
    var samples = 0
    /// The sum of |a| - 1, in g.
    var signed = 0.0
    /// The sum of ||a| - 1|, in g.
    var magnitude = 0.0
    /// Samples picked for the angle, at most ``AngleWindow/picksPerSecond``.
    var picks = 0
    /// The beats and rates of the second.
    var heart = HeartSum()
}

/// Sums over heart beats and heart rates.
struct HeartSum {
    /// Beats, whatever their label.
    var beats = 0
    /// Accepted beats and the sum of their intervals in milliseconds.
    var accepted = 0
    var intervals = 0.0
    /// Rates that the device itself gave, and their sum per minute.
    var rates = 0
    var rateSum = 0.0

    var isEmpty: Bool { beats == 0 && rates == 0 }

    static func += (a: inout HeartSum, b: HeartSum) {
        a.beats += b.beats
        a.accepted += b.accepted
        a.intervals += b.intervals
        a.rates += b.rates
        a.rateSum += b.rateSum
    }
}
