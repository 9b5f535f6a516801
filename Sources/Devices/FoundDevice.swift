package import Runtime
package import Signals

/// A device that is near or plugged in, whether or not anybody wants it.
package struct FoundDevice: Hashable, Sendable, Identifiable {
    /// The bus that the device is reached over.
    package enum Bus: String, Hashable, Sendable, CaseIterable {
        case bluetooth, usb, ant, volume
    }

    /// The stable id of the device: `bluetooth-F1:F2:…`, `usb-axivity-39434`, `ant-12345`.
    package var id: String
    /// The bus that it is reached over.
    package var bus: Bus
    /// The name that it reports; nil when it reports none.
    package var name: String?
    /// The profiles that fit, best first; empty for a device that nothing is known of.
    package var profiles: [String]
    /// The description that it will have once it is used; nil when no profile matches.
    package var description: DeviceDescription?
    /// Signal strength in dBm; nil where there is none.
    package var rssi: Int?
    /// When it was last seen.
    package var seen: Instant
    /// Why it cannot be used at the moment and what to do; nil when it can.
    package var obstacle: String?
    /// Paths of recordings on its volume that can be imported, newest first.
    package var files: [String]

    /// Memberwise; what is not given has its default.
    package init(
        id: String, bus: Bus, name: String? = nil, profiles: [String] = [], description: DeviceDescription? = nil,
        rssi: Int? = nil, seen: Instant, obstacle: String? = nil, files: [String] = []
    ) {
        self.id = id
        self.bus = bus
        self.name = name
        self.profiles = profiles
        self.description = description
        self.rssi = rssi
        self.seen = seen
        self.obstacle = obstacle
        self.files = files
    }
}

/// What a finder reports.
package enum FinderEvent: Sendable {
    /// A device is there, or something about it changed.
    case found(FoundDevice)
    /// A device went away: unplugged, or not heard of for a minute.
    case lost(id: String)
    /// Whether the finder can find anything: nil when it can, else what is missing and what to do.
    case obstacle(FoundDevice.Bus, String?)
}

/// Looks for devices on one bus and makes drivers for them.
package protocol DeviceFinder: Sendable {
    /// The buses on which it finds devices; all by default.
    var buses: Set<FoundDevice.Bus> { get }
    /// Looks until the task is cancelled; goes on by itself when an adapter or a bus comes back. `report` may be called
    /// on any thread and passes on.
    func run(reporting report: @escaping @Sendable (FinderEvent) -> Void) async throws
    /// A driver for a device that this finder found, now or earlier: a known device may be away and be waited for.
    /// - Throws: `Failure` when no profile fits or the device cannot be used.
    func source(for device: FoundDevice, choices: DeviceChoices) throws -> any DeviceSource
}

extension DeviceFinder {
    /// Every bus.
    package var buses: Set<FoundDevice.Bus> { Set(FoundDevice.Bus.allCases) }
}

/// A user's choices for a device.
package struct DeviceChoices: Hashable, Sendable {
    /// The profile to use; nil for the best one.
    package var profile: String?
    /// Channels that are recorded; nil for all.
    package var channels: Set<Channel>?
    /// Settings of the profile by name, such as `rate` to `200`.
    package var settings: [String: String] = [:]
    /// The key that opens the device, as its owner has entered it; nil for none.
    package var key: DeviceKey?

    /// The defaults of the device's profile.
    package init() {}
}
