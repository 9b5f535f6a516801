import Bluetooth
import DeviceProfiles
import Devices
import Runtime
import Signals
import USB

/// What looks for devices while a gateway runs. A bus that cannot be used at all is told of on the page of devices and
/// keeps nothing else from working.
enum Finders {
    static let options = [
        Option("--no-bluetooth", nil, "leave the radio alone"),
        Option("--no-usb", nil, "leave what is plugged in alone"),
    ]

    static func make(
        _ arguments: Arguments, folder: DataFolder, zone: Zone, profiles: ProfileLibrary
    ) -> [any DeviceFinder] {
        var finders: [any DeviceFinder] = []
        if !arguments.has("--no-bluetooth") {
            do {
                let radio = try BluetoothRadio(zone: zone, keyFolder: "\(folder.path)/bluetooth-keys")
                finders.append(BluetoothFinder(central: radio, library: profiles, zone: zone))
            } catch {
                finders.append(BlindFinder(.bluetooth, (error as? Failure)?.message ?? "\(error)"))
            }
        }
        if !arguments.has("--no-usb") {
            // Without libusb recorders are reached through the kernel's terminals.
            let context = try? USBContext()
            finders += [AxivityFinder(context: context), VolumeFinder(context: context)] as [any DeviceFinder]
        }
        return finders
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
