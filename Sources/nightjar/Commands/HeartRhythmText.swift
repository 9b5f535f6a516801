import Analysis
import Documents
import Runtime
import Signals

/// The text of a report on heart rate variability.
enum HeartRhythmText {
    private typealias Field = (name: String, value: Double?, reason: String?)

    static func json(_ report: RhythmReport, changed: Int?) -> String {
        let fields = time(report.time) + beyond(report)
        let welch = spectrum(report.welch)
        let lomb = spectrum(report.lomb)
        var json = JSONText()
        json.object { json in
            json.field("n", report.time.count)
            json.field("duration_s", report.duration)
            for field in fields { json.field(field.name, field.value) }
            for (name, part) in [("welch", welch), ("lomb", lomb)] {
                json.object(name) { json in for field in part { json.field(field.name, field.value) } }
            }
            json.field("respiration", report.respiration.value)
            json.field("respiration_quality", report.respiration.confidence)
            if let changed { json.field("changed", changed) }
            json.object("reasons") { json in
                for field in fields + [("respiration", nil, report.respiration.reason)] {
                    if let reason = field.reason { json.field(field.name, reason) }
                }
            }
        }
        return json.string
    }

    static func lines(_ report: RhythmReport, changed: Int?) -> String {
        let breath: Field = ("respiration", report.respiration.value, report.respiration.reason)
        let fields = (time(report.time) + beyond(report) + [breath]).map { field in
            "\(field.name): \(field.value?.description ?? "unknown\(field.reason.map { ": \($0)" } ?? "")")"
        }
        let counts = ["n: \(report.time.count)"] + (changed.map { ["changed: \($0)"] } ?? [])
        return (counts + fields).joined(separator: "\n")
    }

    private static func time(_ measures: HeartRateVariability) -> [Field] {
        let few = "there are too few intervals"
        let values = [
            ("mean_nn", measures.meanNN), ("median_nn", measures.medianNN), ("sdnn", measures.sdnn),
            ("rmssd", measures.rmssd), ("ln_rmssd", measures.lnRMSSD), ("sdsd", measures.sdsd),
            ("pnn50", measures.pNN50), ("pnn20", measures.pNN20), ("hr", measures.heartRate),
            ("mean_of_rates", measures.meanInstantRate), ("sd1", measures.sd1), ("sd2", measures.sd2),
        ]
        return values.map { ($0, $1, $1 == nil ? few : nil) }
    }

    private static func beyond(_ report: RhythmReport) -> [Field] {
        [
            field("sampen", report.sampleEntropy), field("dfa_a1", report.alpha1),
            field("dfa_a1_peng", report.alpha1Peng), field("vlf", report.welch.veryLow),
            field("lf", report.welch.low), field("hf", report.welch.high), field("lf_hf", report.welch.ratio),
        ]
    }

    private static func spectrum(_ spectrum: RhythmReport.Spectrum) -> [Field] {
        [
            field("vlf", spectrum.veryLow), field("lf", spectrum.low), field("hf", spectrum.high),
            field("lf_hf", spectrum.ratio), field("total", spectrum.total), field("lf_nu", spectrum.lowShare),
            field("hf_nu", spectrum.highShare),
        ]
    }

    private static func field(_ name: String, _ estimate: Estimate) -> Field {
        (name, estimate.value, estimate.reason)
    }
}
