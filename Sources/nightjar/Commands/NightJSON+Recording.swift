import Analysis
import Documents
import Epochs
import Gateway
import Runtime
import Signals

extension NightJSON {
    /// Writes the results from raw acceleration in a night's window: calibration, non-wear and counts.
    static func recording(_ night: Night, _ context: NightContext, to json: inout JSONText) {
        if let survey = context.survey, let found = survey.accepted {
            json.object("calibration") { json in
                json.array("offset", (0..<3).map { found.offset[$0] })
                json.array("scale", (0..<3).map { found.scale[$0] })
                json.field("error_before_mg", survey.calibration.errorBefore)
                json.field("error_after_mg", survey.calibration.errorAfter)
                json.field("windows", survey.calibration.windows)
            }
        } else {
            json.field("calibration", nil as String?)
        }
        if let survey = context.survey {
            intervals("non_wear", survey.nonWear.filter { $0.overlaps(night.window) }, to: &json)
        } else {
            json.field("non_wear", nil as String?)
        }
        let own = context.activity.filter { night.window.contains($0.start) }
        guard let first = own.first else { return json.field("counts", nil as String?) }
        json.object("counts") { json in
            json.field("measure", "ActiGraph counts, vector magnitude")
            json.field("mean_per_min", mean(own))
            json.field("worn_min", own.count { $0.isWorn == true })
            json.field("start_s", first.start.secondsSince1970)
            json.array("time_min") { json in
                for minute in own { json.value(Int(minute.start.seconds(since: first.start) / 60)) }
            }
            json.array("vm_count") { json in for minute in own { json.value(minute.counts) } }
        }
    }

    /// Counts in a minute in which the recorder was worn, or may have been; nil without any.
    static func mean(_ minutes: [RecordingMinutes.Minute]) -> Double? {
        let worn = minutes.filter { $0.isWorn != false }.compactMap(\.counts)
        return worn.isEmpty ? nil : worn.reduce(0, +) / Double(worn.count)
    }

    /// Why there is no calibration, no non-wear or no counts.
    static func missing(_ night: Night, _ context: NightContext) -> [(String, String)] {
        var reasons: [(String, String)] = []
        if context.survey?.accepted == nil { reasons.append(("calibration", uncalibrated(context))) }
        let noMotion = "the recorder kept counts, not acceleration"
        if context.survey == nil { reasons.append(("non_wear", noMotion)) }
        if !context.activity.contains(where: { night.window.contains($0.start) }) {
            reasons.append(("counts", context.survey == nil ? noMotion : "no whole minute was recorded"))
        }
        return reasons
    }

    /// Why acceleration was not calibrated.
    static func uncalibrated(_ context: NightContext) -> String {
        context.survey.map { $0.calibration.reason ?? "no sphere fits" } ?? "the recorder kept counts, not acceleration"
    }
}
