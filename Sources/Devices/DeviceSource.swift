package import Signals

/// One device and its session: a driver for a radio or a bus, a replay, or a synthetic wearer.
package protocol DeviceSource: Sendable {
    /// The device, described for the gateway.
    var device: DeviceDescription { get }
    /// The same device for a gateway that already has its data up to about `last`: what it would send again from before
    /// then may be left out.
    func resuming(after last: Instant) -> any DeviceSource
    /// Connects, streams into `outlet`, and returns when the device is done for good; a driver that can reconnect does
    /// so inside. Calls of `outlet` follow each other and never overlap.
    /// - Throws: `CancellationError` when the task was cancelled; `Failure` when the device cannot be used at all.
    func run(delivering outlet: any DeviceOutlet) async throws
    /// Tells the device something.
    /// - Throws: `Failure` when the device does not know the command or cannot be reached.
    func perform(_ command: DeviceCommand) async throws
}

extension DeviceSource {
    /// The device as it is: a device on a body sends what is new.
    package func resuming(after last: Instant) -> any DeviceSource { self }

    /// Throws: the device knows no command.
    package func perform(_ command: DeviceCommand) async throws {
        throw Failure(.failed, "\(device.name) does not know the command \(command.name.rawValue).")
    }
}
