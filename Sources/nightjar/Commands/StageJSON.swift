import Analysis
import Documents
import Runtime
import Signals

/// The JSON of `nightjar stage`.
enum StageJSON {
    /// The object with a line feed.
    static func text(_ night: StagedNight, lightsOut: Double?) -> String {
        let measures = night.measures(lightsOut: lightsOut)
        var json = JSONText()
        json.object { json in
            json.field("tier", night.tier.rawValue)
            json.field("method", "\(night.method.name)/\(night.method.version)")
            json.field("validated", night.tier.isValidated)
            json.field("start_s", night.start)
            json.field("epoch_s", StagedNight.epochSeconds)
            json.object("measures") { json in
                json.field("total_sleep_time_min", measures.totalSleepTime)
                json.field("sleep_onset_latency_min", measures.sleepOnsetLatency)
                json.field("wake_after_sleep_onset_min", measures.wakeAfterSleepOnset)
                json.field("sleep_efficiency_percent", measures.sleepEfficiency)
                for stage in SleepStage.allCases where measures.minutes[stage] != nil {
                    json.field("\(stage.name)_min", measures.minutes[stage])
                }
            }
            json.object("reasons") { json in
                if lightsOut == nil { json.field("sleep_onset_latency_min", "there is no lights-out mark") }
            }
            json.object("confidence") { json in
                json.field("value", night.confidence.value)
                json.field("completeness", night.confidence.completeness)
                json.field("heart_rate", night.confidence.heartRate)
                json.field("agreement", night.confidence.agreement)
            }
            column("p_wake", night.epochs.map(\.awake), &json)
            column("p_light", night.epochs.map(\.light), &json)
            column("p_deep", night.epochs.map(\.deep), &json)
            column("p_rem", night.epochs.map(\.rem), &json)
            json.array("stage", night.epochs.map(\.stage.name))
        }
        return json.string + "\n"
    }

    private static func column(_ name: String, _ values: [Double?], _ json: inout JSONText) {
        json.array(name) { json in
            for value in values { json.value(value) }
        }
    }
}
