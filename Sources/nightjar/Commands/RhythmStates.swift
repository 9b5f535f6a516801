import Analysis
import Signals

/// Sleep and wake of epochs for which a rule may not be published.
enum RhythmStates {
    /// The states of each epoch; epochs shorter than a minute are summed to minutes where the rule has none of their
    /// length, and all of a minute, counted from the first, get its state. Nil when that does not help either.
    static func score(_ counts: [Double], seconds: Int, scorer: SleepScorer) -> [SleepState]? {
        if let states = scorer.score(counts, seconds: seconds) { return states }
        guard 60 % seconds == 0 else { return nil }
        let parts = 60 / seconds
        let minutes = stride(from: 0, to: counts.count, by: parts).map { first in
            let known = counts[first..<min(counts.count, first + parts)].filter { !$0.isNaN }
            return known.count * 2 >= parts ? known.reduce(0, +) : .nan
        }
        guard let states = scorer.score(minutes, seconds: 60) else { return nil }
        return counts.indices.map { states[$0 / parts] }
    }
}
