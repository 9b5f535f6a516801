import API
import Analysis
import Documents
import Gateway
import Recordings
import Signals

/// What `nightjar analyze` says of a recording as a whole, after its nights.
struct RecordingText {
    var summary: RecordingSummary
    var survey: RecordingSurvey?
    var minutes: [RecordingMinutes.Minute]

    /// A line each on calibration, wear, counts and rhythm; what was lost goes to standard error.
    func write(_ rhythm: Rhythm?) throws {
        if let survey { try Output.line(survey.text) }
        if !minutes.isEmpty {
            let known = minutes.filter { $0.isWorn != nil }
            let worn = known.count { $0.isWorn == true }
            let mean = NightJSON.mean(minutes).map { ", \(Int($0.rounded())) ActiGraph counts a minute" } ?? ""
            let wear =
                known.isEmpty
                ? "worn: unknown, which takes half an hour" : "worn: \(hours(worn)) of \(hours(known.count)) h"
            try Output.line(wear + mean)
        }
        if let rhythm, rhythm.days > 0 { try Output.line(Self.line(rhythm)) }
        for loss in summary.losses.prefix(20) { Output.note("\(loss.cause.rawValue): \(loss.detail)") }
        if summary.losses.count > 20 {
            Output.note("and \(summary.losses.count - 20) more losses; `nightjar decode FILE --json` tells all.")
        }
    }

    private func hours(_ minutes: Int) -> Double { (Double(minutes) / 6).rounded() / 10 }

    private static func line(_ rhythm: Rhythm) -> String {
        func number(_ value: Double?) -> String { value.map { "\(($0 * 100).rounded() / 100)" } ?? "unknown" }
        let extremes = rhythm.leastMostActive
        var parts = [
            "stability \(number(rhythm.interdailyStability))", "variability \(number(rhythm.intradailyVariability))",
            "amplitude \(number(extremes?.relativeAmplitude))",
        ]
        if let extremes {
            parts.append("least active from \(RhythmFigures.clock(extremes.l5Onset))")
            parts.append("most active from \(RhythmFigures.clock(extremes.m10Onset))")
        }
        if let sleep = rhythm.sleepRegularity { parts.append("sleep regularity \(number(sleep))") }
        return "rhythm of \(rhythm.days) whole day\(rhythm.days == 1 ? "" : "s"): \(parts.joined(separator: ", "))"
    }
}
