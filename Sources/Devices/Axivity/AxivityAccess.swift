import Glibc
package import Runtime
import Signals
package import USB

/// The two ways to a recorder: its serial line and its volume.
package protocol AxivityAccess: Sendable {
    /// The serial number on the bus; nil where it cannot be read.
    var serial: String? { get async }
    /// A line to it, not open yet.
    /// - Throws: `Failure` when there is none or this account may not use it.
    func line() async throws -> any SerialLine
    /// Runs `body` with the folder in which its volume is mounted and the volume's label.
    /// - Throws: `Failure` when it is not mounted and cannot be; whatever `body` throws.
    func withVolume<Value: Sendable>(
        _ body: @Sendable (_ folder: String, _ label: String?) async throws -> Value
    ) async throws -> Value
}

/// A recorder that is plugged in.
package struct USBAxivityAccess: AxivityAccess {
    /// The path on the bus, such as `1-2`.
    package let path: String
    private let tree: USBTree
    private let context: USBContext?
    private let clock: any HostClock

    /// The recorder at `path` of the bus.
    package init(
        path: String, context: USBContext?, tree: USBTree = USBTree(), clock: any HostClock = WallClock()
    ) {
        self.path = path
        self.context = context
        self.tree = tree
        self.clock = clock
    }

    /// The serial number on the bus.
    package var serial: String? { tree.device(at: path)?.serial }

    /// The line, over libusb or a terminal.
    package func line() throws -> any SerialLine {
        guard let device = tree.device(at: path), device.isAxivity else {
            throw Failure(.notFound, "There is no recorder at USB \(path) any more.")
        }
        return try device.serialLine(context: context)
    }

    /// Lends the mounted volume; one that nobody has mounted is mounted for as long as `body` runs.
    package func withVolume<Value: Sendable>(
        _ body: @Sendable (_ folder: String, _ label: String?) async throws -> Value
    ) async throws -> Value {
        let volume = try await USBVolume.open(deviceAt: path, tree: tree, clock: clock)
        do {
            let value = try await body(volume.path, tree.device(at: path)?.volumeLabel)
            await volume.release()
            return value
        } catch {
            await volume.release()
            throw error
        }
    }
}
