import Documents
import Gateway
import Runtime
import Signals

/// A recorder on a cable and the work on it.
enum RecorderDocument {
    static func write(_ state: CableRecorderState, _ json: inout JSONText) {
        let reading = state.reading
        json.object { json in
            json.field("id", state.id)
            json.field("state", state.phase.rawValue)
            json.field("message", state.message)
            json.field("number", reading?.number)
            json.field("battery_percent", reading?.batteryPercent)
            json.field("clock_offset_s", reading?.clockOffset)
            json.field("clock_drift_s_per_day", reading?.clockDrift)
            json.field("downloaded", state.copy != nil)
            if let bytes = reading?.recordingBytes, bytes > 0 {
                json.object("recording") { json in
                    json.field("bytes", bytes)
                    json.field("start_s", reading?.recordingStart)
                }
            } else {
                json.field("recording", nil as String?)
            }
            if let done = state.done, let total = state.total {
                json.object("download") { json in
                    json.field("bytes", done)
                    json.field("total_bytes", total)
                    json.field("seconds_left", state.secondsLeft)
                }
            } else {
                json.field("download", nil as String?)
            }
            if let reading {
                json.object("next") { json in
                    json.field("rate_hz", reading.rate)
                    json.field("range_g", reading.range)
                    json.field("start", reading.start)
                    json.field("session", reading.session)
                }
            } else {
                json.field("next", nil as String?)
            }
            json.array("remarks", reading?.remarks ?? [])
        }
    }
}
