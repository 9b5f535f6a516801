public import Companion
public import Documents
import Runtime
public import Signals

/// A breathing exercise: under way, or with its report.
public struct BreathingExercise: Hashable, Sendable {
    /// The number of the exercise.
    public var id: Int64
    /// The person who did it; 0 where nobody was entered yet.
    public var person: Int64
    /// The breathing pattern.
    public var pattern: BreathingPattern
    /// The planned length, in seconds.
    public var seconds: Int
    /// When it began.
    public var started: Instant
    /// When it ended; nil while it goes on.
    public var ended: Instant?
    /// The score; nil while the exercise goes on, or where it is not known.
    public var score: BreathingScore?
    /// The score of an equal time before it; nil where that is not known.
    public var before: BreathingScore?
    /// Why ``score`` is nil.
    public var reason: String?

    /// Whether it lasted for its planned length.
    public var isComplete: Bool { ended.map { $0.seconds(since: started) >= Double(seconds) - 0.5 } ?? false }
    /// Until when the load is silent; nil while it goes on.
    public var mutedUntil: Instant? { ended?.advanced(bySeconds: BreathingRules.aftermath) }

    /// Writes all fields.
    public func write(_ json: inout JSONText) {
        json.field("id", Int(id))
        json.field("person", Int(person))
        json.field("pattern", pattern.text)
        json.field("inhale_s", pattern.inhale)
        json.field("exhale_s", pattern.exhale)
        json.field("seconds", seconds)
        json.field("started_s", Self.seconds(started))
        json.field("ended_s", ended.map(Self.seconds))
        json.field("completed", isComplete)
        json.field("load_muted_until_s", mutedUntil.map(Self.seconds))
        Self.write("report", score, &json)
        Self.write("before", before, &json)
        json.field("summary", summary)
        json.field("reason", reason)
        json.object("method") { json in
            json.field("name", BreathingScore.method.name)
            json.field("version", BreathingScore.method.version)
        }
    }

    /// As JSON.
    public var json: [UInt8] {
        var json = JSONText()
        json.object { write(&$0) }
        return json.bytes
    }

    /// The result in a sentence; nil while it goes on.
    public var summary: String? {
        guard let ended else { return nil }
        let length = "\(Int(ended.seconds(since: started).rounded())) s"
        guard let score else { return "You breathed for \(length). \(reason ?? "")" }
        let swing = "\((score.peakToTrough * 10).rounded() / 10)"
        guard let before else { return "In \(length) your heart rate swung by \(swing) per minute with each breath." }
        let earlier = "\((before.peakToTrough * 10).rounded() / 10)"
        return "In \(length) your heart rate swung by \(swing) per minute with each breath; before it was \(earlier)."
    }

    private static func write(_ name: String, _ score: BreathingScore?, _ json: inout JSONText) {
        guard let score else { return json.field(name, nil as String?) }
        json.object(name) { json in
            json.field("hr_peak_to_trough_bpm", (score.peakToTrough * 100).rounded() / 100)
            json.field("power_ms2", (score.power * 100).rounded() / 100)
            json.field("heart_rate_bpm", (score.heartRate * 100).rounded() / 100)
            json.field("breaths", score.breaths)
        }
    }

    private static func seconds(_ instant: Instant) -> Double { Double(instant.nanoseconds / 1000) / 1e6 }
}
