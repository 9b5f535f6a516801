import Documents
import Gateway
import Runtime
import Signals
import Store

/// One line of the list of nights as JSON.
enum NightListDocument {
    static func write(_ entry: NightEntry, _ json: inout JSONText) {
        let (night, device) = (entry.night, entry.device)
        json.object { json in
            json.field("date", night.date.description)
            json.field("device", night.device.rawValue)
            json.field("device_name", "\(device.identity.maker) \(device.identity.model)")
            json.field("wearer", entry.wearer?.name)
            json.field("synthetic", night.isSynthetic)
            json.field("source", night.recording == nil ? "live" : "import")
            json.field("has_sleep_period", night.hasSleepPeriod)
            json.field("total_sleep_min", night.totalSleepTime)
            json.field("efficiency_percent", night.sleepEfficiency)
            json.field("confidence", night.confidence)
        }
    }
}
