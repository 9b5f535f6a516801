/// The attached devices, and the events that a new scan of the bus gives.
package struct USBInventory: Sendable {
    private var devices: [String: USBDevice] = [:]

    /// An inventory without devices.
    package init() {}

    /// Every device, sorted by path.
    package var all: [USBDevice] { devices.values.sorted { $0.path < $1.path } }

    /// Takes the whole of what is plugged in now and returns what happened since the last time, departures first. A
    /// device with another address or identity at the same place left and came back.
    package mutating func update(_ seen: [USBDevice]) -> [USBEvent] {
        var next: [String: USBDevice] = [:]
        for device in seen { next[device.path] = device }
        var events: [USBEvent] = []
        for (path, old) in devices.sorted(by: { $0.key < $1.key })
        where next[path].map({ !$0.isSameStay(as: old) }) ?? true {
            events.append(.detached(path: path))
        }
        for (path, new) in next.sorted(by: { $0.key < $1.key }) {
            if let old = devices[path], new.isSameStay(as: old) {
                if old != new { events.append(.changed(new)) }
            } else {
                events.append(.attached(new))
            }
        }
        devices = next
        return events
    }
}

extension USBDevice {
    /// Whether the device was not unplugged in between.
    fileprivate func isSameStay(as other: USBDevice) -> Bool {
        address == other.address && vendor == other.vendor && product == other.product && serial == other.serial
    }
}
