import Documents
import Runtime
import Signals

extension JSONText {
    /// An instant as UTC seconds with six decimals at most, or null.
    mutating func field(_ key: String, _ instant: Instant?) {
        field(key, instant.map { Double($0.nanoseconds / 1000) / 1e6 })
    }

    /// True, false or null.
    mutating func flag(_ key: String, _ value: Bool?) {
        if let value { field(key, value) } else { field(key, nil as String?) }
    }

    /// An estimate as an object: value, reason, confidence, method.
    mutating func estimate(_ key: String, _ estimate: Estimate, unit: String? = nil) {
        object(key) { json in
            json.field("value", estimate.value)
            if let unit { json.field("unit", unit) }
            json.field("reason", estimate.reason)
            json.field("confidence", estimate.confidence)
            json.method("method", estimate.method)
        }
    }

    /// A method as an object: name, version, parameters.
    mutating func method(_ key: String, _ method: Method) {
        object(key) { json in
            json.field("name", method.name)
            json.field("version", method.version)
            json.object("parameters") { json in
                for (name, value) in method.parameters.sorted(by: { $0.key < $1.key }) { json.field(name, value) }
            }
        }
    }

    /// A loss as an object.
    mutating func loss(_ loss: Loss, device: DeviceID? = nil) {
        object { json in
            if let device { json.field("device", device.rawValue) }
            json.field("cause", loss.cause.rawValue)
            json.field("count", loss.count)
            json.field("unit", loss.unit.rawValue)
            json.field("first_s", loss.first)
            json.field("end_s", loss.end)
            json.field("channel", loss.channel?.rawValue)
            json.field("detail", loss.detail)
        }
    }

    /// Beats as `[t_s, ms, label]`.
    mutating func beats(_ key: String, _ beats: [Beat]) {
        array(key) { json in
            for beat in beats {
                json.array { json in
                    json.value(Double(beat.time.nanoseconds / 1000) / 1e6)
                    json.value(beat.rr)
                    json.value(beat.label.rawValue)
                }
            }
        }
    }
}
