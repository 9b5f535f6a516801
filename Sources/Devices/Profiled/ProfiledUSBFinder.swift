package import DeviceProfiles
package import Runtime
package import Signals
import Synchronization
package import USB

/// Looks for USB devices that profiles describe, and offers bridges to serial lines, behind which anything may be, to
/// whoever knows what is plugged in there. Nothing is opened before it was adopted.
package final class ProfiledUSBFinder: DeviceFinder {
    /// Between two looks at the profiles, in seconds.
    private static let sweep = 5.0

    private let library: ProfileLibrary
    private let tree: USBTree
    private let context: USBContext?
    private let clock: any HostClock
    private let zone: Zone
    /// The plugged-in devices by path, with the id that was reported.
    private let plugged = Mutex<[String: (device: USBDevice, told: String?)]>([:])

    /// A finder on the machine's buses.
    /// - Parameters:
    ///   - library: the profiles.
    ///   - context: libusb; without it devices are reached through the kernel's files only.
    ///   - tree: where the bus is looked at.
    ///   - clock: what is waited on.
    ///   - zone: the zone of the local time, for devices that show local time.
    package init(
        library: ProfileLibrary, context: USBContext? = nil, tree: USBTree = USBTree(),
        clock: any HostClock = WallClock(), zone: Zone = .utc
    ) {
        self.library = library
        self.context = context
        self.tree = tree
        self.clock = clock
        self.zone = zone
    }

    /// Finds on USB only.
    package var buses: Set<FoundDevice.Bus> { [.usb] }

    /// Looks until the task is cancelled; what is plugged in is looked at anew when profiles change.
    package func run(reporting report: @escaping @Sendable (FinderEvent) -> Void) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { [self] in
                try await USBMonitor(tree: tree, context: context).run { [self] event in
                    for event in told(event) { report(event) }
                }
            }
            group.addTask { [self] in
                while true {
                    try await clock.wait(seconds: Self.sweep)
                    guard library.refresh() else { continue }
                    for device in plugged.withLock({ $0.values.map(\.device) }) {
                        for event in told(.changed(device)) { report(event) }
                    }
                }
            }
            defer { group.cancelAll() }
            try await group.next()
        }
    }

    /// What an event of the bus means to those who look for devices.
    package func told(_ event: USBEvent) -> [FinderEvent] {
        switch event {
        case .attached(let device), .changed(let device):
            let found = found(device)
            let before = plugged.withLock { plugged in
                defer { plugged[device.path] = (device, found?.id) }
                return plugged[device.path]?.told
            }
            let lost = before.flatMap { $0 == found?.id ? nil : FinderEvent.lost(id: $0) }
            return [lost, found.map { .found($0) }].compactMap { $0 }
        case .detached(let path):
            guard let told = plugged.withLock({ $0.removeValue(forKey: path) })?.told else { return [] }
            return [.lost(id: told)]
        }
    }

    private func found(_ device: USBDevice) -> FoundDevice? {
        guard !device.isAxivity, !device.isAxivityLoader, !device.isAntStick else { return nil }
        let profiles = library.matches(device.profileSubject).filter { profile in
            profile.usb.map { device.carries($0.transport) } ?? false
        }
        // A bridge is worth a word only where there is something to choose for it.
        guard !profiles.isEmpty || (device.isSerialBridge && hasSerialProfile) else { return nil }
        let description = profiles.first.map { describe($0, SettingValues($0), device) }
        let obstacle = obstacle(device, profiles.first?.usb?.transport)
        return FoundDevice(
            id: device.profiledID, bus: .usb, name: name(device), profiles: profiles.map(\.id),
            description: description, seen: clock.now, obstacle: obstacle)
    }

    private var hasSerialProfile: Bool {
        library.profiles.contains { profile in
            if case .serial? = profile.usb?.transport { true } else { false }
        }
    }

    private func name(_ device: USBDevice) -> String {
        let name = device.productName ?? device.manufacturer ?? "Serial line"
        return device.isSerialBridge ? "\(name) (USB \(device.path))" : name
    }

    private func describe(_ profile: DeviceProfile, _ settings: SettingValues, _ device: USBDevice) -> DeviceDescription
    {
        DeviceDescription(
            profile: profile, settings: settings, id: DeviceID(rawValue: device.profiledID),
            serial: device.serial ?? device.path, name: profile.name)
    }

    private func obstacle(_ device: USBDevice, _ transport: USBAccess.Transport?) -> String? {
        do {
            if let transport {
                _ = try device.line(transport, context: context)
            } else {
                _ = try device.openSerial(SerialSettings(), context: context)
            }
            return nil
        } catch let failure as Failure {
            return failure.message
        } catch {
            return "\(error)"
        }
    }

    /// A session; the device may be away and is waited for.
    /// - Throws: `Failure` when `device` is none of this finder's, when no profile was chosen where none fits, and for a
    ///   choice that the profile does not have.
    package func source(for device: FoundDevice, choices: DeviceChoices) throws -> any DeviceSource {
        guard device.bus == .usb, device.id.hasPrefix("usb-"), !device.id.hasPrefix("usb-axivity-") else {
            throw Failure(.notFound, "\(device.name ?? device.id) is no device that a profile describes.")
        }
        guard let name = choices.profile ?? device.profiles.first else {
            throw Failure(
                .notFound,
                "Nobody can tell what is behind \(device.name ?? "this line"). Choose the profile of what you plugged in."
            )
        }
        guard let profile = library.profile(name) else {
            throw Failure(
                .notFound, "There is no profile \(name); “nightjar profiles list” shows those that there are.")
        }
        guard let access = profile.usb else {
            throw Failure(.usage, "\(profile.name) is not used over USB; choose another profile.")
        }
        let settings = try SettingValues(profile, choices: choices.settings)
        let id = device.id
        let description = DeviceDescription(
            profile: profile, settings: settings, id: DeviceID(rawValue: id),
            serial: device.description?.identity.serial ?? String(id.dropFirst("usb-vvvv-pppp-".count)),
            name: profile.name)
        return try ProfiledUSBSource(
            device: description, profile: profile, choices: choices, clock: clock, zone: zone
        ) { [tree, context] in
            try tree.devices().first { $0.profiledID == id }?.line(access.transport, context: context)
        }
    }
}
