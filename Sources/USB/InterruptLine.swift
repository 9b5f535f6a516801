import Glibc
import Signals

/// The reports of a human interface device over libusb's interrupt endpoints, for kernels without `hidraw`: as
/// ``ReportLine`` gives and takes them.
package final class InterruptLine: SerialLine {
    private let device: USBDevice
    private let context: USBContext
    private let interface: USBDevice.Interface
    private let input: UInt8
    private let claim = HeldClaim()

    /// A line to the first HID interface of `device`; nil when it has none.
    package init?(_ device: USBDevice, context: USBContext) {
        guard let interface = device.interfaces.first(where: { $0.classCode == 3 }),
            let input = interface.endpoints.first(where: { $0 & 0x80 != 0 })
        else { return nil }
        self.device = device
        self.context = context
        self.interface = interface
        self.input = input
    }

    deinit { close() }

    /// The line's name, such as `USB 1-2, interface 0`.
    package var name: String { "USB \(device.path), interface \(interface.number)" }

    /// Claims the interface and keeps reads posted.
    package func open(receiving receive: @escaping @Sendable (SerialEvent) -> Void) throws {
        try claim.hold(
            try USBInterfaceClaim(device, interfaces: [interface.number], context: context), reading: input, size: 1024,
            receive)
    }

    /// Sends one report: to the device's output endpoint, or by SET_REPORT where it has none (USB HID 1.11, 7.2.2).
    package func write(_ bytes: [UInt8]) async throws {
        let claim = try claim.current(device)
        guard let number = bytes.first else { return }
        let report = number == 0 ? Array(bytes.dropFirst()) : bytes
        if let output = interface.endpoints.first(where: { $0 & 0x80 == 0 && $0 != 0 }) {
            try await claim.write(report, to: output)
        } else {
            try claim.control(
                type: 0x21, request: 0x09, value: 0x0200 | UInt16(number), index: UInt16(interface.number),
                bytes: report)
        }
    }

    /// Releases the interface.
    package func close() {
        claim.close()
    }
}
