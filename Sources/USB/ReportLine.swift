import Glibc
import Runtime
import Signals
import Synchronization

/// The reports of a human interface device through the kernel's `hidraw`: each ``SerialEvent/bytes(_:)`` is one input
/// report; each write is one output report and begins with its number, 0 where the device numbers none.
package final class ReportLine: SerialLine {
    private let path: String
    private let waker: Waker
    private let port = Mutex<Port?>(nil)

    /// A line to the device at `path`, such as `/dev/hidraw0`.
    /// - Throws: `Failure` when the process has no descriptors left.
    package init(_ path: String) throws {
        self.path = path
        waker = try Waker()
    }

    deinit { close() }

    /// The path of the device file.
    package var name: String { path }

    /// Opens the device.
    package func open(receiving receive: @escaping @Sendable (SerialEvent) -> Void) throws {
        let opened = try Port(path)
        port.withLock { $0 = opened }
        // Not the line itself: one that nobody holds any more is to end.
        let reactor = try Reactor(waker: waker)
        reactor.watch(.init(opened.descriptor, token: 0, for: .input))
        Task(executorPreference: ThreadExecutor()) { [path] in
            listen(opened.descriptor, reactor, path, receive)
            withExtendedLifetime(opened) {}
        }
    }

    /// Sends one report.
    package func write(_ bytes: [UInt8]) async throws {
        guard let port = port.withLock({ $0 }) else { throw Failure(.failed, "The line \(path) is not open.") }
        let count = Glibc.write(port.descriptor, bytes, bytes.count)
        guard count == bytes.count else { throw TerminalPort.failure(path, "cannot be written to", errno) }
    }

    /// Closes the line.
    package func close() {
        waker.wake()
        port.withLock { $0 = nil }
    }

    private final class Port: Sendable {
        let descriptor: Int32

        init(_ path: String) throws {
            descriptor = Glibc.open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC)
            guard descriptor >= 0 else { throw TerminalPort.failure(path, "cannot be opened", errno) }
        }

        deinit { if descriptor >= 0 { Glibc.close(descriptor) } }
    }
}

/// Reads until it is woken or the device is gone; on a thread of its own.
private func listen(
    _ descriptor: Int32, _ reactor: Reactor, _ path: String, _ receive: @Sendable (SerialEvent) -> Void
) {
    var report = [UInt8](repeating: 0, count: 4096)
    while true {
        let ready = reactor.wait()
        if reactor.wasWoken { return receive(.closed(reason: nil)) }
        guard !ready.isEmpty else { continue }
        let count = read(descriptor, &report, report.count)
        if count > 0 {
            receive(.bytes(Array(report[..<count])))
        } else if count == 0 || (errno != EAGAIN && errno != EINTR) {
            return receive(.closed(reason: "The device on \(path) was unplugged."))
        }
    }
}
