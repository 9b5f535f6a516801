import Devices
import Documents
import Gateway
import Runtime
import Signals
import Store

/// Everything around the devices, as a page that opens needs it.
enum HomeDocument {
    static func write(_ gateway: Gateway, _ sight: Sight = .everything, _ json: inout JSONText) {
        devices(gateway, sight, &json)
        json.array("recorders") { json in
            for state in sight.isOwner ? gateway.recorders.states : [] { RecorderDocument.write(state, &json) }
        }
        json.array("recordings") { json in
            for recording in gateway.recorder.open where sight.sees(recording.person) {
                NightRecordingDocument.write(recording, &json)
            }
        }
        // A page without its schedules or alerts is better than no page.
        json.array("schedules") { json in
            for schedule in Log.attempt("Schedules could not be read.", gateway.recorder.schedules) ?? []
            where sight.sees(schedule.person) {
                NightRecordingDocument.write(schedule, &json)
            }
        }
        json.array("alerts") { json in
            for alert in Log.attempt("Alerts could not be read.", gateway.alerts.open) ?? []
            where gateway.sees(alert, sight) {
                AlertDocument.write(alert, &json)
            }
        }
        WearerDocument.list(gateway.household.people.filter { sight.isOwner || sight.sees($0.id) }, &json)
    }

    /// The devices and the buses on which they are looked for.
    static func devices(_ gateway: Gateway, _ sight: Sight = .everything, _ json: inout JSONText) {
        json.array("devices") { json in
            for entry in gateway.devices.entries where HTTPRequest.isKnown(entry, to: sight) {
                DeviceEntryDocument.write(entry, &json)
            }
        }
        let obstacles = gateway.devices.obstacles
        json.array("buses") { json in
            for bus in gateway.devices.buses.union(obstacles.keys).sorted(by: { $0.rawValue < $1.rawValue }) {
                json.object { Self.bus(bus, obstacles[bus], &$0) }
            }
        }
    }

    static func bus(_ bus: FoundDevice.Bus, _ obstacle: String?, _ json: inout JSONText) {
        json.field("bus", bus.rawValue)
        json.field("obstacle", obstacle)
    }
}
