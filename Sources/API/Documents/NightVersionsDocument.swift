import Analysis
import Documents
import Gateway
import Runtime
import Signals

/// The scorings of one night, each with what the shown one changed against it.
enum NightVersionsDocument {
    static func write(_ versions: [NightVersion], _ json: inout JSONText) {
        json.array("versions") { json in
            for version in versions {
                json.object { json in
                    json.field("made_s", version.made.secondsSince1970)
                    json.field("source", version.recording == nil ? "live" : "import")
                    json.field("sleep_start_s", version.night.sleepPeriod?.lowerBound.secondsSince1970)
                    json.field("sleep_end_s", version.night.sleepPeriod?.upperBound.secondsSince1970)
                    writeMethods(version.night, &json)
                    json.object("to_shown") { write(version.difference, &$0) }
                }
            }
        }
    }

    /// What scoring again gave.
    static func write(_ found: [NightRescoring], _ json: inout JSONText) {
        json.array("nights") { json in
            for night in found {
                json.object { json in
                    json.field("date", "\(night.before.date)")
                    json.field("device", night.device.rawValue)
                    json.field("source", night.recording == nil ? "live" : "import")
                    json.field("outcome", night.outcome.rawValue)
                    json.field("reason", night.reason)
                    json.field("edited", night.isEdited)
                    writeMethods(night.after ?? night.before, &json)
                    json.object("difference") { json in
                        write(NightDifference(from: night.before, to: night.after ?? night.before), &json)
                    }
                }
            }
        }
    }

    private static func writeMethods(_ night: Night, _ json: inout JSONText) {
        json.array("methods") { json in
            for method in [night.periodMethod, night.scoringMethod] {
                json.object { json in
                    json.field("name", method.name)
                    json.field("version", method.version)
                }
            }
        }
    }

    private static func write(_ difference: NightDifference, _ json: inout JSONText) {
        json.field("start_shift_min", difference.startShift)
        json.field("end_shift_min", difference.endShift)
        json.field("epochs", difference.comparedEpochs)
        json.field("epochs_changed", difference.changedEpochs)
        json.array("figures") { json in
            for figure in difference.figures {
                json.object { json in
                    json.field("name", figure.name)
                    json.field("before", figure.before)
                    json.field("after", figure.after)
                }
            }
        }
    }
}
