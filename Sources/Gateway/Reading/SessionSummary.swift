import Companion
import Documents
import Runtime

/// What became of a reading session, as it is kept.
struct SessionSummary {
    private let run: ReadingRun

    init(_ run: ReadingRun) { self.run = run }

    var json: [UInt8] {
        var json = JSONText()
        let whole = run.tracker.whole
        json.object { json in
            json.field("words", whole.words)
            json.field("reading_s", (whole.seconds * 10).rounded() / 10)
            json.field("reading_speed", whole.speed.map { ($0 * 10).rounded() / 10 })
            json.field("error_rate", whole.errors.map { ($0 * 1e4).rounded() / 1e4 })
            json.field("pause_frequency", whole.pauses.map { ($0 * 100).rounded() / 100 })
            json.field("mean_load", run.loadFigures?.mean)
            json.field("peak_load", run.loadFigures?.peak)
            json.field("assessments", run.counts.assessments)
            json.field("overloads", run.counts.overloads)
        }
        return json.bytes
    }
}
