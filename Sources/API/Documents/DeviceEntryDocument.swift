import Devices
import Documents
import Gateway
import Recordings
import Runtime
import Signals
import Store

/// One device as the list of devices shows it: found, known, or both.
enum DeviceEntryDocument {
    static func write(_ entry: DeviceEntry, _ json: inout JSONText) {
        let description = entry.status?.device ?? entry.found?.description
        json.object { json in
            json.field("id", entry.id)
            json.field("device", entry.device?.rawValue)
            json.field("name", entry.name)
            json.field("maker", description?.identity.maker)
            json.field("model", description?.identity.model)
            json.field("serial", description?.identity.serial)
            json.field("firmware", description?.identity.firmware)
            json.field("kind", description.map(DeviceDocument.kind))
            json.field("synthetic", description?.isSynthetic == true)
            json.field("preview", description?.isPreview == true)
            json.field("bus", entry.bus?.rawValue)
            json.field("consent", entry.consent.rawValue)
            json.field("near", entry.isNear)
            json.field("seen_s", entry.found?.seen)
            json.field("obstacle", entry.found?.obstacle)
            json.array("profiles", entry.profiles)
            json.array("files", (entry.found?.files ?? []).map { String($0.split(separator: "/").last ?? "") })
            choices(entry, &json)
            session(entry, &json)
            status(entry.status, found: entry.found, &json)
            json.array("commands", description?.commands.map(\.rawValue).sorted() ?? [])
        }
    }

    private static func choices(_ entry: DeviceEntry, _ json: inout JSONText) {
        json.field("given_name", entry.known?.givenName)
        json.field("profile", entry.known?.profile)
        json.object("settings") { json in
            for (name, value) in (entry.known?.settings ?? [:]).sorted(by: { $0.key < $1.key }) {
                json.field(name, value)
            }
        }
        json.field("connects_by_itself", entry.known?.connectsByItself ?? (entry.consent == .commandLine))
        json.field("paused", entry.known?.isPaused ?? false)
        json.array("streams") { json in
            for stream in entry.streams {
                json.object { json in
                    json.field("channel", stream.channel.rawValue)
                    json.field("unit", stream.unit.rawValue)
                    json.field("rate_hz", stream.rate)
                    json.field("allowed", stream.isAllowed)
                    json.field("refused", stream.isRefused)
                }
            }
        }
        json.array("preferred", entry.preferred.map(\.rawValue).sorted())
        if let wearer = entry.wearer {
            json.object("wearer") { WearerDocument.fields(wearer, &$0) }
        } else {
            json.field("wearer", nil as String?)
        }
    }

    private static func session(_ entry: DeviceEntry, _ json: inout JSONText) {
        json.field("stage", entry.stage.rawValue)
        json.field("reason", entry.reason)
        json.field("next_step", entry.nextStep)
        json.array("steps") { json in
            for step in entry.steps {
                json.object { json in
                    json.field("t_s", step.time)
                    json.field("stage", step.stage.rawValue)
                    json.field("reason", step.reason)
                    json.field("next_step", step.nextStep)
                }
            }
        }
    }

    private static func status(_ status: DeviceStatus?, found: FoundDevice?, _ json: inout JSONText) {
        json.field("rssi_dbm", status?.rssi ?? found?.rssi)
        json.field("rssi_note", (status?.rssi ?? found?.rssi) == nil ? noSignal(found?.bus) : nil)
        if let status {
            DeviceDocument.state(status, &json)
        } else {
            json.field("battery_note", DeviceDocument.noCharge)
            json.field("link", nil as String?)
            json.field("battery_percent", nil as Int?)
            json.field("wear", "unknown")
            json.flag("contact", nil)
            json.object("losses_today") { json in
                json.field("count", 0)
                json.object("by_cause") { _ in }
            }
        }
    }

    /// Why there is no signal strength.
    private static func noSignal(_ bus: FoundDevice.Bus?) -> String {
        switch bus {
        case .usb, .volume: "It is plugged in and has no radio signal."
        case .ant: "Its ANT+ stick does not tell how strong the signal is."
        case .bluetooth: "It has not been heard yet."
        case nil: "It has not been found since the gateway started."
        }
    }
}
