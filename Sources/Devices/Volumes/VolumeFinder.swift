package import Runtime
import Signals
import Synchronization
package import USB

/// Offers recordings on volumes that are plugged in: drives of recorders, sticks with exports. Nothing is imported without
/// being asked for, and nothing is ever written.
package final class VolumeFinder: DeviceFinder {
    private let tree: USBTree
    private let context: USBContext?
    private let clock: any HostClock
    /// The reported volumes, by USB path: the mount point and the id under which it was reported.
    private let known = Mutex<[String: (folder: String, id: String)]>([:])

    /// A finder on the machine's buses.
    package init(context: USBContext? = nil, tree: USBTree = USBTree(), clock: any HostClock = WallClock()) {
        self.context = context
        self.tree = tree
        self.clock = clock
    }

    /// Finds on volumes only.
    package var buses: Set<FoundDevice.Bus> { [.volume] }

    /// Looks until the task is cancelled.
    package func run(reporting report: @escaping @Sendable (FinderEvent) -> Void) async throws {
        try await USBMonitor(tree: tree, context: context).run { [self] event in
            for event in told(event) { report(event) }
        }
    }

    /// What an event of the bus means to those who look for devices. A volume is looked at once, when it was mounted.
    package func told(_ event: USBEvent) -> [FinderEvent] {
        switch event {
        case .attached(let device), .changed(let device):
            // An Axivity recorder is found by its own finder, with its files.
            guard !device.isAxivity, let folder = device.mountPoint else { return lose(device.path) }
            guard known.withLock({ $0[device.path]?.folder != folder }) else { return [] }
            let lost = lose(device.path)
            guard let content = VolumeContent(folder: folder) else {
                known.withLock { $0[device.path] = (folder, "") }
                return lost
            }
            let found = Self.found(device, folder, content, at: clock.now)
            known.withLock { $0[device.path] = (folder, found.id) }
            return lost + [.found(found)]
        case .detached(let path): return lose(path)
        }
    }

    /// Refused: a volume is imported from, and streams nothing.
    package func source(for device: FoundDevice, choices: DeviceChoices) throws -> any DeviceSource {
        throw Failure(
            .usage, "\(device.name ?? device.id) holds recordings and streams nothing: import its files instead.")
    }

    private func lose(_ path: String) -> [FinderEvent] {
        guard let old = known.withLock({ $0.removeValue(forKey: path) }), !old.id.isEmpty else { return [] }
        return [.lost(id: old.id)]
    }

    private static func found(
        _ device: USBDevice, _ folder: String, _ content: VolumeContent, at now: Instant
    ) -> FoundDevice {
        let label = device.volumeLabel ?? folder.split(separator: "/").last.map(String.init) ?? "volume"
        let name = label.lowercased().map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "-" }
        let count = content.importable.count
        let obstacle =
            count == 0
            ? "\(content.unreadable.count) recordings of \(content.maker.rawValue) are on it, of a kind that cannot be read "
                + "yet. Export them as a supported format with the maker's software." : nil
        return FoundDevice(
            id: "volume-\(String(name))-\(device.serial?.lowercased() ?? device.path)", bus: .volume,
            name: "\(content.maker.rawValue) recordings on \(label)", seen: now, obstacle: obstacle,
            files: content.importable)
    }
}
