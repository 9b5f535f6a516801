import Glibc
import Signals

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
