package import Companion
package import Documents
import Runtime
package import Signals

/// A breathing exercise: under way, or with its report.
package struct BreathingExercise: Hashable, Sendable {
    /// The number of the exercise.
    package var id: Int64
    /// The person who did it; 0 where nobody was entered yet.
    package var person: Int64
    /// The breathing pattern.
    package var pattern: BreathingPattern
    /// The planned length, in seconds.
    package var seconds: Int
    /// When it began.
    package var started: Instant
    /// When it ended; nil while it goes on.
    package var ended: Instant?
    /// The score; nil while the exercise goes on, or where it is not known.
    package var score: BreathingScore?
    /// The score of an equal time before it; nil where that is not known.
    package var before: BreathingScore?
    /// Why ``score`` is nil.
    package var reason: String?

    /// Whether it lasted for its planned length.
    package var isComplete: Bool { ended.map { $0.seconds(since: started) >= Double(seconds) - 0.5 } ?? false }
    /// Until when the load is silent; nil while it goes on.
    package var mutedUntil: Instant? { ended?.advanced(bySeconds: BreathingRules.aftermath) }

    /// As JSON.
    package var json: [UInt8] { BreathingDocument(self).json.bytes }

    /// The result in a sentence; nil while it goes on.
    package var summary: String? {
        guard let ended else { return nil }
        let length = "\(Int(ended.seconds(since: started).rounded())) s"
        guard let score else { return "You breathed for \(length). \(reason ?? "")" }
        let swing = "\((score.peakToTrough * 10).rounded() / 10)"
        guard let before else { return "In \(length) your heart rate swung by \(swing) per minute with each breath." }
        let earlier = "\((before.peakToTrough * 10).rounded() / 10)"
        return "In \(length) your heart rate swung by \(swing) per minute with each breath; before it was \(earlier)."
    }
}

extension BreathingDocument {
    /// An exercise as it goes over the wire and is kept.
    package init(_ exercise: BreathingExercise) {
        self.init()
        (id, person) = (Int(exercise.id), Int(exercise.person))
        (pattern, inhale, exhale) = (exercise.pattern.text, exercise.pattern.inhale, exercise.pattern.exhale)
        (seconds, started, ended) = (exercise.seconds, exercise.started, exercise.ended)
        (isComplete, mutedUntil) = (exercise.isComplete, exercise.mutedUntil)
        (report, before) = (exercise.score.map { Report($0) }, exercise.before.map { Report($0) })
        (summary, reason) = (exercise.summary, exercise.reason)
        (method.name, method.version) = (BreathingScore.method.name, BreathingScore.method.version)
    }
}

extension BreathingDocument.Report {
    fileprivate init(_ score: BreathingScore) {
        self.init()
        peakToTrough = (score.peakToTrough * 100).rounded() / 100
        power = (score.power * 100).rounded() / 100
        heartRate = (score.heartRate * 100).rounded() / 100
        breaths = score.breaths
    }
}
