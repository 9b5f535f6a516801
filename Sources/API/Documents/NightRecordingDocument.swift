import Documents
import Gateway
import Runtime
import Signals
import Store

/// Nights being recorded, and when that is done without a button.
enum NightRecordingDocument {
    static func write(_ recording: NightRecording, _ json: inout JSONText) {
        json.object { json in
            json.field("id", Int(recording.id.rawValue))
            json.field("wearer", recording.person.map { Int($0.rawValue) })
            json.array("devices", recording.devices.map(\.rawValue))
            json.field("devices_chosen", recording.isChosen)
            json.array("joined") { json in
                for (device, time) in recording.joined.sorted(by: {
                    ($0.value, $0.key.rawValue) < ($1.value, $1.key.rawValue)
                }) {
                    json.object { json in
                        json.field("device", device.rawValue)
                        json.field("since_s", time)
                    }
                }
            }
            json.array("not_joined", recording.leftOut.map(\.rawValue))
            json.field("started_s", recording.started)
            json.field("start_cause", recording.startCause.rawValue)
            json.field("planned_end_s", recording.plannedEnd)
            json.field("schedule", recording.schedule.map { Int($0.rawValue) })
            json.field("ended_s", recording.ended)
            json.field("end_cause", recording.endCause?.rawValue)
            json.field("end_detail", recording.endDetail)
        }
    }

    static func write(_ schedule: NightSchedule, _ json: inout JSONText) {
        json.object { json in
            json.field("id", Int(schedule.id.rawValue))
            json.field("on", schedule.isOn)
            json.field("wearer", schedule.person.map { Int($0.rawValue) })
            json.field("trigger", schedule.trigger.rawValue)
            json.field("from", time(schedule.from))
            json.field("to", time(schedule.to))
            json.array("days") { json in for day in schedule.days.sorted() { json.value(day) } }
            json.field("zone", schedule.zone)
        }
    }

    static func write(_ readiness: NightReadiness, _ json: inout JSONText) {
        json.object { json in
            json.field("hours", readiness.hours)
            json.field("bytes", readiness.bytes)
            json.field("free_bytes", readiness.freeBytes.map(Double.init))
            json.array("devices") { json in
                for device in readiness.devices {
                    json.object { json in
                        json.field("device", device.device.rawValue)
                        json.field("name", device.name)
                        json.field("streaming", device.isStreaming)
                        json.field("battery_percent", device.batteryPercent)
                        json.field("battery_need_percent", device.batteryNeed)
                    }
                }
            }
            json.array("warnings") { json in
                for warning in readiness.warnings {
                    json.object { json in
                        json.field("kind", warning.kind.rawValue)
                        json.field("device", warning.device?.rawValue)
                        json.field("message", warning.message)
                        json.field("next_step", warning.nextStep)
                    }
                }
            }
        }
    }

    /// Minutes after midnight as `HH:MM`.
    static func time(_ minutes: Int) -> String {
        let two = { (number: Int) in number < 10 ? "0\(number)" : "\(number)" }
        return "\(two(minutes / 60)):\(two(minutes % 60))"
    }

    /// `HH:MM` as minutes after midnight; nil for anything else.
    static func minutes(_ text: String) -> Int? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2, parts.allSatisfy({ $0.utf8.count == 2 }), let hour = Int(parts[0]),
            let minute = Int(parts[1]), (0..<24).contains(hour), (0..<60).contains(minute)
        else { return nil }
        return 60 * hour + minute
    }
}
