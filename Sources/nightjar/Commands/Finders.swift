import Bluetooth
import DeviceProfiles
import Devices
import Gateway
import Runtime
import Signals
import USB

/// What looks for devices while a gateway runs. A bus that cannot be used at all is told of on the page of devices and
/// keeps nothing else from working.
enum Finders {
    static let options = [
        Option("--no-bluetooth", nil, "do not use Bluetooth"),
        Option("--no-usb", nil, "do not use USB devices"),
    ]

    static func make(
        _ arguments: Arguments, folder: DataFolder, zone: Zone, profiles: ProfileLibrary, context: USBContext?
    ) -> (finders: [any DeviceFinder], radio: BluetoothRadio?) {
        var finders: [any DeviceFinder] = []
        var radio: BluetoothRadio?
        if !arguments.has("--no-bluetooth") {
            do {
                let opened = try BluetoothRadio(zone: zone, keyFolder: "\(folder.path)/bluetooth-keys")
                radio = opened
                finders.append(BluetoothFinder(central: opened, library: profiles, zone: zone))
            } catch {
                finders.append(BlindFinder(.bluetooth, (error as? Failure)?.message ?? "\(error)"))
            }
        }
        if !arguments.has("--no-usb") {
            finders +=
                [
                    AxivityFinder(context: context), VolumeFinder(context: context),
                    ProfiledUSBFinder(library: profiles, context: context, zone: zone),
                    AntFinder(key: AntKey(path: "\(folder.path)/ant-network-key"), context: context),
                ] as [any DeviceFinder]
        }
        return (finders, radio)
    }

    /// The access to a plugged-in recorder.
    static func recorder(
        _ arguments: Arguments, zone: Zone, context: USBContext?
    ) -> @Sendable (String) -> (any CableRecorder)? {
        guard !arguments.has("--no-usb") else { return { _ in nil } }
        return { AxivityOnCable($0, context: context, zone: zone) }
    }
}

/// Stands for a bus on which nothing can be found, and says why.
struct BlindFinder: DeviceFinder {
    let buses: Set<FoundDevice.Bus>
    private let reason: String

    init(_ bus: FoundDevice.Bus, _ reason: String) {
        buses = [bus]
        self.reason = reason
    }

    func run(reporting report: @escaping @Sendable (FinderEvent) -> Void) async throws {
        for bus in buses { report(.obstacle(bus, reason)) }
        while !Task.isCancelled { try await Task.sleep(for: .seconds(86_400)) }
    }

    func source(for device: FoundDevice, choices: DeviceChoices) throws -> any DeviceSource {
        throw Failure(.failed, reason)
    }
}
