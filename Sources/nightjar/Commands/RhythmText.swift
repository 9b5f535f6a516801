import API
import Analysis
import Documents

/// The text of `nightjar rhythm`.
enum RhythmText {
    /// One line for each figure.
    static func lines(_ rhythm: Rhythm) -> String {
        let extremes = rhythm.leastMostActive
        let clock = { (second: Int?) in second.map { " at \(RhythmFigures.clock($0))" } ?? "" }
        let rows: [(String, String)] = [
            ("days", "\(rhythm.days)"), ("interdaily stability", number(rhythm.interdailyStability)),
            ("intradaily variability", number(rhythm.intradailyVariability)),
            ("relative amplitude", number(extremes?.relativeAmplitude)),
            ("least active 5 hours", number(extremes?.l5) + clock(extremes?.l5Onset)),
            ("most active 10 hours", number(extremes?.m10) + clock(extremes?.m10Onset)),
            ("sleep regularity", number(rhythm.sleepRegularity)),
            ("cosine peak", rhythm.cosinor.map { RhythmFigures.clock(Int($0.acrophase * 60) * 60) } ?? "unknown"),
            ("rest to activity", number(rhythm.restToActivity)),
            ("activity to rest", number(rhythm.activityToRest)), ("hour to hour", number(rhythm.phi)),
            ("fragmentation", number(rhythm.activityFragmentation)),
        ]
        return rows.map { "\($0.0): \($0.1)" }.joined(separator: "\n")
    }

    private static func number(_ value: Double?) -> String {
        value.map { "\(($0 * 1e4).rounded() / 1e4)" } ?? "unknown"
    }
}
