import Devices
import Documents
import Runtime
import Signals

/// A recorder's status for a person and for a program.
struct AxivityStatusText {
    let status: AxivityStatus
    let zone: Zone

    /// One JSON object.
    var json: String {
        var json = JSONText()
        json.object { json in
            json.object("device") { json in
                json.field("id", status.identity.device.deviceID.rawValue)
                json.field("maker", "Axivity")
                json.field("model", status.identity.model)
                json.field("number", Int(status.identity.number))
                json.field("firmware", status.identity.firmware)
                json.field("hardware", "0x\(String(status.identity.hardware, radix: 16))")
            }
            json.object("identity") { json in
                json.field("agrees", status.identification.number != nil)
                for witness in AxivityIdentification.NumberSource.allCases {
                    json.field(witness.rawValue, status.identification.numbers[witness].map { Int($0) })
                }
            }
            json.field("session", status.identity.session.map { Int($0) })
            json.field("battery_percent", status.battery?.percent)
            json.field("battery_v", status.battery?.volts)
            json.field("battery_cycles", status.batteryHealth?.cycles)
            json.field("memory", status.memory?.verdict.rawValue)
            json.field("memory_spare_blocks", status.memory?.spare)
            json.field("clock", status.clock?.wall.description)
            json.field("clock_offset_s", status.clock?.offset(in: zone))
            json.field("clock_uncertainty_s", status.clock?.uncertainty)
            json.field("clock_verdict", status.clock?.verdict(in: zone).rawValue)
            json.field("clock_drift_s_per_day", status.drift(in: zone))
            json.field("zone", zone.name)
            json.field("rate_hz", status.rate?.hertz)
            json.field("range_g", status.rate?.range)
            json.field("gyroscope_dps", status.rate?.gyroscope)
            json.field("start", status.start?.description)
            json.field("stop", status.stop?.description)
            json.field("last_error", status.lastError.map { "\($0.time): \($0.meaning ?? $0.text)" })
            if let recording = status.recording {
                json.object("recording") { json in
                    json.field("bytes", recording.bytes)
                    json.field("blocks", recording.blocks)
                    json.field("set_up", recording.setUp?.description)
                    json.object("notes") { json in
                        for (key, value) in recording.notes.sorted(by: { $0.key < $1.key }) { json.field(key, value) }
                    }
                }
            } else {
                json.field("recording", nil as String?)
            }
            json.array("remarks", status.remarks)
        }
        return json.string
    }

    /// Lines for a person.
    var lines: [String] {
        var lines = ["\(status.identity.model) \(status.identity.number), firmware \(status.identity.firmware)"]
        let witnesses = status.identification.numbers.count
        lines.append(
            status.identification.number == nil
                ? "  identity   its places contradict each other"
                : "  identity   \(witnesses) of 4 places read, all agree")
        if let battery = status.battery {
            let cycles = status.batteryHealth.map { ", \($0.cycles) charges so far" } ?? ""
            lines.append("  battery    \(battery.percent) % (\(battery.volts) V)\(cycles)")
        }
        if let memory = status.memory {
            lines.append("  memory     \(memory.verdict.rawValue), \(memory.spare) spare blocks")
        }
        if let clock = status.clock {
            let drift = status.drift(in: zone).map { ", \(rounded($0, 100)) s per day since it was set up" } ?? ""
            let offset = clock.offset(in: zone)
            lines.append(
                "  clock      \(rounded(offset.magnitude, 1000)) s \(offset < 0 ? "behind" : "ahead")\(drift)")
        }
        if let rate = status.rate {
            let gyroscope = rate.gyroscope.map { $0 > 0 ? ", gyroscope ±\($0) dps" : ", gyroscope off" } ?? ""
            lines.append("  set up     \(rounded(rate.hertz, 100)) Hz, ±\(rate.range) g\(gyroscope)")
        }
        if let start = status.start, let stop = status.stop { lines.append("  records    from \(start) to \(stop)") }
        if let recording = status.recording {
            let what = recording.blocks == 0 ? "nothing" : "\(recording.bytes) bytes, \(recording.blocks) blocks"
            lines.append("  holds      \(what)")
        }
        if let error = status.lastError { lines.append("  last error \(error.time): \(error.meaning ?? error.text)") }
        return lines + status.remarks.map { "  note       \($0)" }
    }

    private func rounded(_ value: Double, _ steps: Double) -> String {
        let text = ((value * steps).rounded() / steps).description
        return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }
}
