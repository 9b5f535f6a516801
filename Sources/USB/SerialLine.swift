import Glibc
import Signals

/// A line of bytes to a device and back: CDC-ACM over libusb, a terminal of the kernel, or a script in a test.
///
/// A line is opened once and closed once. What comes in is read at all times, also while nobody asks for it, because
/// small devices drop what is not fetched.
package protocol SerialLine: AnyObject, Sendable {
    /// Where it leads, for a person to read: `/dev/ttyACM0` or `USB 1-2, interfaces 1 and 2`.
    var name: String { get }
    /// Opens the line. `receive` is called in order on the line's own thread and must return at once; the last thing
    /// that it hears is ``SerialEvent/closed(reason:)``, exactly once.
    /// - Throws: `Failure` when it may not be opened or somebody else has it.
    func open(receiving receive: @escaping @Sendable (SerialEvent) -> Void) throws
    /// Sends bytes and returns when the device has taken them.
    /// - Throws: `Failure` when the device is gone or does not take them within some seconds.
    func write(_ bytes: [UInt8]) async throws
    /// Closes the line; a second call does nothing.
    func close()
}

/// An event of a line.
package enum SerialEvent: Sendable {
    /// Bytes came, at least one and at most some kilobytes.
    case bytes([UInt8])
    /// The line has ended; nil when it was closed on this side.
    case closed(reason: String?)
}

/// How a serial line with real wires is set up. CDC-ACM devices without wires take note of it and do not care.
package struct SerialSettings: Hashable, Sendable {
    /// The parity bit.
    package enum Parity: String, Hashable, Sendable {
        case none, odd, even
    }

    /// Bits per second.
    package var baud: Int
    /// Bits per byte, 5 ... 8.
    package var dataBits: Int
    /// The parity bit.
    package var parity: Parity
    /// Stop bits, 1 or 2.
    package var stopBits: Int
    /// Whether the host says that it is ready (DTR).
    package var isReady = true
    /// Whether the host asks to send (RTS).
    package var asksToSend = true
    /// How long a bridge may hold bytes back, in milliseconds; nil for its default. Bridges know their default and as short
    /// as they can, which anything below 16 asks for.
    package var latencyMilliseconds: Int?

    /// Settings; 115 200 8N1 by default.
    package init(baud: Int = 115_200, dataBits: Int = 8, parity: Parity = .none, stopBits: Int = 1) {
        self.baud = baud
        self.dataBits = dataBits
        self.parity = parity
        self.stopBits = stopBits
    }
}

extension USBDevice {
    /// Whether this account may reach the device itself, as libusb does.
    package var isReachable: Bool { access(busNode, R_OK | W_OK) == 0 }

    /// The best line to the device's serial function: over libusb where the device speaks CDC-ACM and may be opened, else
    /// through the terminal that a kernel driver made of it.
    /// - Parameters:
    ///   - settings: speed and form of the characters, where a real line is behind.
    ///   - context: libusb; nil to use terminals only.
    /// - Throws: `Failure` when there is no serial function, or none that this account may use.
    package func serialLine(
        settings: SerialSettings = SerialSettings(), context: USBContext?
    ) throws -> any SerialLine {
        if let context, isReachable, let line = CDCLine(self, settings: settings, context: context) { return line }
        if let node = serialNodes.first(where: { access($0.path, R_OK | W_OK) == 0 }) {
            return try TerminalLine(node.path, settings: settings)
        }
        guard let node = serialNodes.first else {
            throw interfaces.contains { $0.classCode == 2 }
                ? Failure(.notPermitted, "\(self) may not be opened by this account. \(Self.permissionAdvice)")
                : Failure(.notFound, "\(self) has no serial line.")
        }
        throw Failure(.notPermitted, "\(node.path) may not be used by this account. \(Self.permissionAdvice)")
    }

    /// The line to the device's reports: the kernel's `hidraw` where it has one for the device, else over libusb.
    /// - Parameter context: libusb; nil to use the kernel only.
    /// - Throws: `Failure` when it is no human interface device, or none that this account may use.
    package func reportLine(context: USBContext?) throws -> any SerialLine {
        let nodes = nodes.filter { $0.kind == .hid }
        if let node = nodes.first(where: { access($0.path, R_OK | W_OK) == 0 }) { return try ReportLine(node.path) }
        // What the kernel reads is not taken away from it: its node may be some other program's, or not be ours yet.
        if nodes.isEmpty, let context, isReachable, let line = InterruptLine(self, context: context) { return line }
        guard let place = nodes.first?.path ?? (interfaces.contains { $0.classCode == 3 } ? busNode : nil) else {
            throw Failure(.notFound, "\(self) sends no reports.")
        }
        throw Failure(.notPermitted, "\(place) may not be used by this account. \(Self.permissionAdvice)")
    }
}
