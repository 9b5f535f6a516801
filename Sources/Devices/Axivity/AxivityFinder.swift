package import Runtime
import Signals
import Synchronization
package import USB

/// Finds Axivity recorders that are plugged in and makes previews of them.
package final class AxivityFinder: DeviceFinder {
    private let tree: USBTree
    private let context: USBContext?
    private let clock: any HostClock
    /// Devices on the bus by path, as far as this finder knows them.
    private let plugged = Mutex<[String: UInt32]>([:])

    /// A finder on the machine's buses.
    /// - Parameters:
    ///   - tree: where the bus is looked at.
    ///   - clock: what is waited on.
    ///   - context: libusb; without it recorders are reached through the kernel's terminals.
    package init(context: USBContext? = nil, tree: USBTree = USBTree(), clock: any HostClock = WallClock()) {
        self.context = context
        self.tree = tree
        self.clock = clock
    }

    /// Finds on USB only.
    package var buses: Set<FoundDevice.Bus> { [.usb] }

    /// Looks until the task is cancelled.
    package func run(reporting report: @escaping @Sendable (FinderEvent) -> Void) async throws {
        try await USBMonitor(tree: tree, context: context).run { [self] event in
            for event in told(event) { report(event) }
        }
    }

    /// What an event of the bus means to those who look for devices.
    package func told(_ event: USBEvent) -> [FinderEvent] {
        switch event {
        case .attached(let device), .changed(let device):
            guard device.isAxivity, let number = device.axivityNumber else { return [] }
            plugged.withLock { $0[device.path] = number }
            return [.found(found(device, number))]
        case .detached(let path):
            guard let number = plugged.withLock({ $0.removeValue(forKey: path) }) else { return [] }
            return [.lost(id: Self.id(number))]
        }
    }

    /// A preview; the recorder may be away and is waited for.
    /// - Throws: `Failure` when `device` is none of this finder's.
    package func source(for device: FoundDevice, choices: DeviceChoices) throws -> any DeviceSource {
        guard device.bus == .usb, device.id.hasPrefix(Self.prefix),
            let number = UInt32(device.id.dropFirst(Self.prefix.count))
        else { throw Failure(.notFound, "\(device.name ?? device.id) is no Axivity recorder.") }
        let model = device.description?.identity.model ?? "AX3"
        return AxivityPreview(number: number, model: model, clock: clock) { [tree, context, clock] in
            Self.recorder(number, in: tree).map {
                USBAxivityAccess(path: $0.path, context: context, tree: tree, clock: clock)
            }
        }
    }

    private static let prefix = "usb-axivity-"

    /// The name under which the finder reports a recorder.
    package static func id(_ number: UInt32) -> String { "\(prefix)\(number)" }

    /// The recorder with this number; nil when it is not plugged in.
    static func recorder(_ number: UInt32, in tree: USBTree) -> USBDevice? {
        tree.devices().first { $0.isAxivity && $0.axivityNumber == number }
    }

    private func found(_ device: USBDevice, _ number: UInt32) -> FoundDevice {
        let model =
            device.productName?.hasPrefix("AX6") == true || device.serial?.hasPrefix("AX6") == true ? "AX6" : "AX3"
        let files = device.mountPoint.flatMap { try? AxivityFile(folder: $0) }.flatMap { $0.hasData ? [$0.path] : nil }
        return FoundDevice(
            id: Self.id(number), bus: .usb, name: "\(model) \(number)", profiles: ["axivity"],
            description: AxivityPreview.description(number: number, model: model), seen: clock.now,
            obstacle: obstacle(device), files: files ?? [])
    }

    private func obstacle(_ device: USBDevice) -> String? {
        do {
            _ = try device.serialLine(context: context)
            return nil
        } catch let failure as Failure {
            return failure.message
        } catch {
            return "\(error)"
        }
    }
}
