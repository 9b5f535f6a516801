import Glibc
import Signals

/// The two bulk endpoints of a device's own protocol over libusb, as a line of bytes. A kernel driver that sits on the
/// interface is put aside and has it back at the end.
package final class BulkLine: SerialLine {
    private let device: USBDevice
    private let context: USBContext
    private let interface: UInt8
    private let input: UInt8
    private let output: UInt8
    private let resets: Bool
    private let claim = HeldClaim()

    /// A line to the first interface of the maker's own class that has an endpoint in each direction; nil when there is
    /// none.
    /// - Parameters:
    ///   - device: the device.
    ///   - context: libusb.
    ///   - resets: whether the device is reset when the line is opened.
    package init?(_ device: USBDevice, context: USBContext, resets: Bool = false) {
        self.resets = resets
        let interface = device.interfaces.first { interface in
            interface.classCode == 0xFF && interface.endpoints.contains { $0 & 0x80 != 0 }
                && interface.endpoints.contains { $0 & 0x80 == 0 && $0 != 0 }
        }
        guard let interface, let input = interface.endpoints.first(where: { $0 & 0x80 != 0 }),
            let output = interface.endpoints.first(where: { $0 & 0x80 == 0 && $0 != 0 })
        else { return nil }
        self.device = device
        self.context = context
        self.interface = interface.number
        self.input = input
        self.output = output
    }

    deinit { close() }

    /// The line's name, such as `USB 1-2, interface 0`.
    package var name: String { "USB \(device.path), interface \(interface)" }

    /// Claims the interface and keeps reads posted.
    package func open(receiving receive: @escaping @Sendable (SerialEvent) -> Void) throws {
        let claimed = try USBInterfaceClaim(device, interfaces: [interface], context: context, resets: resets)
        for endpoint in [input, output] { claimed.clearHalt(endpoint) }
        try claim.hold(claimed, reading: input, receive)
    }

    /// Sends bytes.
    package func write(_ bytes: [UInt8]) async throws {
        try await claim.current(device).write(bytes, to: output)
    }

    /// Releases the interface.
    package func close() {
        claim.close()
    }
}
