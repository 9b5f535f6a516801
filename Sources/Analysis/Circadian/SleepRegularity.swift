/// The sleep regularity index (Phillips and others, Scientific Reports 7, 2017): how alike the same clock times of neighbouring
/// days are.
public enum SleepRegularity {
    /// -100 + 200 times the share of epochs that are in the same state 24 hours later: 100 when every day is like the other, 0
    /// for chance.
    /// - Parameters:
    ///   - states: epochs in local time without holes; only pairs of sleep and wake count.
    ///   - epochSeconds: the length of an epoch; must divide a day.
    /// - Returns: nil without a pair.
    public static func index(_ states: some RandomAccessCollection<SleepState>, epochSeconds: Int) -> Double? {
        guard epochSeconds > 0, 86_400 % epochSeconds == 0 else { return nil }
        var pairs = 0
        var same = 0
        for (state, next) in zip(states, states.dropFirst(86_400 / epochSeconds)) {
            guard state == .asleep || state == .awake, next == .asleep || next == .awake else { continue }
            pairs += 1
            if state == next { same += 1 }
        }
        return pairs == 0 ? nil : -100 + 200 * Double(same) / Double(pairs)
    }
}
