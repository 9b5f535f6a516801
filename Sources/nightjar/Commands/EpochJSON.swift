import Documents
import Epochs
import Runtime
import Signals

/// The JSON output of `nightjar epochs`.
struct EpochJSON {
    var plan: EpochPlan
    var starts: [Int64]
    var samples: [Int]
    var columns: [[Double?]]
    var losses: [Loss]

    /// The object with a line feed.
    var bytes: [UInt8] {
        var json = JSONText()
        json.object { json in
            json.field("seconds", plan.seconds)
            json.array("time_s") { json in for start in starts { json.value(Int(start)) } }
            json.array("samples") { json in for count in samples { json.value(count) } }
            for (metric, column) in zip(plan.metrics, columns) {
                json.array(metric.rawValue) { json in
                    for value in column {
                        if metric.isWhole { json.value(value.map { Int($0) }) } else { json.value(value) }
                    }
                }
            }
            if let outcome = plan.calibration {
                json.object("calibration") { Self.write(outcome, to: &$0) }
            } else {
                json.field("calibration", nil as String?)
            }
            json.array("losses") { json in for loss in losses { Self.write(loss, to: &json) } }
        }
        return json.bytes + [10]
    }

    private static func write(_ outcome: Autocalibration.Outcome, to json: inout JSONText) {
        if let calibration = outcome.calibration {
            json.array("offset", (0..<3).map { calibration.offset[$0] })
            json.array("scale", (0..<3).map { calibration.scale[$0] })
        } else {
            json.field("offset", nil as String?)
            json.field("scale", nil as String?)
        }
        json.field("fitted", outcome.model?.rawValue)
        for (name, means) in [("lowest_g", outcome.lowest), ("highest_g", outcome.highest)] {
            if let means { json.array(name, (0..<3).map { means[$0] }) } else { json.field(name, nil as String?) }
        }
        json.field("error_before_mg", outcome.errorBefore)
        json.field("error_after_mg", outcome.errorAfter)
        json.field("accepted", outcome.isAccepted)
        json.field("reason", outcome.reason)
        json.field("windows", outcome.windows)
        json.field("model", "true = raw * scale + offset")
    }

    private static func write(_ loss: Loss, to json: inout JSONText) {
        json.object { json in
            json.field("cause", loss.cause.rawValue)
            json.field("count", loss.count)
            json.field("unit", loss.unit.rawValue)
            json.field("first_s", loss.first?.secondsSince1970)
            json.field("detail", loss.detail)
        }
    }
}
