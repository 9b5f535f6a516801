import Devices
import Gateway
import Recordings
import Runtime
import Signals

/// A device's status as JSON.
enum DeviceDocument {
    static func write(_ status: DeviceStatus, _ json: inout JSONText) {
        let device = status.device
        json.object { json in
            json.field("id", device.id.rawValue)
            json.field("name", device.name)
            json.field("maker", device.identity.maker)
            json.field("model", device.identity.model)
            json.field("serial", device.identity.serial)
            json.field("firmware", device.identity.firmware)
            json.field("kind", kind(device))
            json.field("synthetic", device.isSynthetic)
            json.object("link") { json in
                json.field("state", status.link.name)
                json.field("reason", status.link.reason)
                json.field("since_s", status.linkSince)
                json.field("last_sample_s", status.lastSample)
            }
            json.field("battery_percent", status.batteryPercent)
            json.field("wear", status.contact.map { $0 ? "worn" : "not_worn" } ?? "unknown")
            json.flag("contact", status.contact)
            json.array("channels", device.channels.map(\.channel.rawValue))
            json.object("losses_today") { json in
                json.field("count", status.lossesToday.values.reduce(0, +))
                json.object("by_cause") { json in
                    let causes = status.lossesToday.sorted { $0.key.rawValue < $1.key.rawValue }
                    for (cause, count) in causes { json.field(cause.rawValue, count) }
                }
            }
        }
    }

    private static func kind(_ device: DeviceDescription) -> String {
        switch device.origin {
        case .synthetic: "synthetic"
        case .replayed: "replay"
        case .worn: device.kind == .recorder ? "recorder" : "strap"
        }
    }
}
