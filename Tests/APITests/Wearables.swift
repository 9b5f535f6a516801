import Devices
import Gateway
import Recordings
import Runtime
import Signals
import Synchronization

/// A radio of the test: it finds what the test says, and its devices do nothing but stay connected.
final class Wearables: DeviceFinder {
    let buses: Set<FoundDevice.Bus> = [.bluetooth]
    private let report = Mutex<(@Sendable (FinderEvent) -> Void)?>(nil)
    /// Who is told, so that a test can wait until it has looked at it.
    private let listener = Mutex<Listener>(Listener())
    private struct Listener { weak var gateway: Gateway? }
    /// What was told to the devices, in order.
    let told = Mutex<[DeviceCommand]>([])
    /// Choices with which drivers were made, in order.
    let choices = Mutex<[DeviceChoices]>([])

    func run(reporting report: @escaping @Sendable (FinderEvent) -> Void) async throws {
        self.report.withLock { $0 = report }
        while !Task.isCancelled { try await Task.sleep(for: .seconds(3600)) }
    }

    func source(for device: FoundDevice, choices: DeviceChoices) throws -> any DeviceSource {
        guard let description = device.description else {
            throw Failure(.usage, "No profile fits \(device.id).")
        }
        self.choices.withLock { $0.append(choices) }
        return Worn(device: description, wearables: self)
    }

    /// Who is told.
    func listens(_ gateway: Gateway) { listener.withLock { $0.gateway = gateway } }

    /// Tells the gateway, once it looks, and waits until it has taken it.
    func tell(_ event: FinderEvent) async throws {
        for _ in 0..<2000 {
            if let report = report.withLock({ $0 }) {
                report(event)
                while listener.withLock({ $0.gateway })?.devices.hasTakenSightings == false {
                    try await Task.sleep(for: .milliseconds(1))
                }
                return
            }
            try await Task.sleep(for: .milliseconds(5))
        }
        throw Failure(.failed, "The gateway never looked.")
    }

    static func strap(_ id: String = "bluetooth-A0:9E:1A:00:00:01", name: String = "Strap 1") -> FoundDevice {
        FoundDevice(
            id: id, bus: .bluetooth, name: name, profiles: ["heart-rate"],
            description: DeviceDescription(
                identity: DeviceIdentity(maker: "Maker", model: "S1", serial: String(id.suffix(2))), name: name,
                kind: .heartRateStrap, origin: .worn,
                channels: [
                    RecordedChannel(.heartRate, axes: ["value"], unit: .perMinute, nominalRate: 1),
                    RecordedChannel(.rrInterval, axes: ["value"], unit: .milliseconds),
                ],
                commands: [.vibrate]), rssi: -61, seen: WallClock().now)
    }

    private struct Worn: DeviceSource {
        let device: DeviceDescription
        let wearables: Wearables

        func run(delivering outlet: any DeviceOutlet) async throws {
            outlet.deliver(.link(.streaming), at: GatewayFixture.noon)
            while true { try await Task.sleep(for: .seconds(3600)) }
        }

        func perform(_ command: DeviceCommand) async throws { wearables.told.withLock { $0.append(command) } }
    }
}
