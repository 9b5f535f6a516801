import Documents
import Runtime
import Signals

extension ExportContent {
    /// The members that say in each JSON file of what it is: `software`, `synthetic`, `device`, `wearer`, `zone`.
    func writeOrigin(_ json: inout JSONText) {
        json.field("software", "Nightjar \(Version.current)")
        json.field("synthetic", isSynthetic)
        json.object("device") { json in
            json.field("maker", device.maker)
            json.field("model", device.model)
            json.field("serial", device.serial)
            json.field("firmware", device.firmware.isEmpty ? nil : device.firmware)
        }
        json.field("wearer", wearer)
        json.field("zone", zone.name)
    }
}
