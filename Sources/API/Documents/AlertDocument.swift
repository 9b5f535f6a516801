import Documents
import Gateway
import Runtime
import Signals
import Store

/// What the owner must hear of.
enum AlertDocument {
    static func write(_ alert: Alert, _ json: inout JSONText) {
        json.object { json in
            json.field("id", Int(alert.id.rawValue))
            json.field("time_s", alert.time)
            json.field("severity", alert.severity.rawValue)
            json.field("kind", alert.kind.rawValue)
            json.field("device", alert.device?.rawValue)
            json.field("recording", alert.recording.map { Int($0.rawValue) })
            json.field("message", alert.message)
            json.field("next_step", alert.nextStep)
            json.field("acknowledged_s", alert.acknowledged)
            json.field("resolved_s", alert.resolved)
        }
    }
}
