import Devices
import Documents
import Gateway
import Recordings
import Runtime
import Signals

/// A device's live status as JSON.
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
            json.field("preview", device.isPreview)
            json.field("stage", status.stage?.rawValue)
            json.field("reason", status.stageReason)
            json.field("next_step", status.nextStep)
            json.field("rssi_dbm", status.rssi)
            state(status, &json)
            json.array("channels", device.channels.map(\.channel.rawValue))
            json.array("switched_off_streams", status.switchedOff.map(\.rawValue).sorted())
            json.array("refused_streams", status.refused.map(\.rawValue).sorted())
        }
    }

    /// Why there is no charge.
    static let noCharge = "It has not told its battery's charge."

    /// The fields of what changes while a device is used: link, battery, wear, losses.
    static func state(_ status: DeviceStatus, _ json: inout JSONText) {
        json.object("link") { json in
            json.field("state", status.link.name)
            json.field("reason", status.link.reason)
            json.field("since_s", status.linkSince)
            json.field("last_sample_s", status.lastSample)
        }
        json.field("battery_percent", status.batteryPercent)
        json.field("battery_note", status.batteryNote ?? (status.batteryPercent == nil ? noCharge : nil))
        json.field("wear", status.contact.map { $0 ? "worn" : "not_worn" } ?? "unknown")
        json.flag("contact", status.contact)
        json.object("losses_today") { json in
            json.field("count", status.lossesToday.values.reduce(0, +))
            json.object("by_cause") { json in
                let causes = status.lossesToday.sorted { $0.key.rawValue < $1.key.rawValue }
                for (cause, count) in causes { json.field(cause.rawValue, count) }
            }
        }
    }

    /// The word for what sort of device it is; for one without a body that comes first.
    static func kind(_ device: DeviceDescription) -> String {
        switch device.origin {
        case .synthetic: "synthetic"
        case .replayed: "replay"
        case .worn: device.kind == .heartRateStrap ? "strap" : device.kind.rawValue
        }
    }
}
