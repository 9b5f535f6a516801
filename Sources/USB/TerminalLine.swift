import Glibc
import Runtime
import Signals
import Synchronization

/// A serial line through a terminal of the kernel, such as `/dev/ttyACM0`, in raw mode.
package final class TerminalLine: SerialLine {
    private let path: String
    private let settings: SerialSettings
    private let waker: Waker
    private let port = Mutex<TerminalPort?>(nil)

    /// A line through the terminal at `path`.
    /// - Throws: `Failure` when the process has no descriptors left.
    package init(_ path: String, settings: SerialSettings = SerialSettings()) throws {
        self.path = path
        self.settings = settings
        waker = try Waker()
    }

    deinit { close() }

    /// The path of the terminal.
    package var name: String { path }

    /// Opens the terminal for this process alone.
    package func open(receiving receive: @escaping @Sendable (SerialEvent) -> Void) throws {
        let opened = try TerminalPort(path, settings)
        port.withLock { $0 = opened }
        // Not the line itself: one that nobody holds any more is to end.
        let reactor = try Reactor(waker: waker)
        reactor.watch(.init(opened.descriptor, token: 0, for: .input))
        Task(executorPreference: ThreadExecutor()) { [path] in listen(opened, reactor, path, receive) }
    }

    /// Sends bytes; tries for five seconds.
    package func write(_ bytes: [UInt8]) async throws {
        guard let port = port.withLock({ $0 }) else { throw Failure(.failed, "The line \(path) is not open.") }
        var rest = bytes[...]
        for _ in 0..<1000 {
            let count = rest.withUnsafeBytes { Glibc.write(port.descriptor, $0.baseAddress, $0.count) }
            if count > 0 { rest = rest.dropFirst(count) }
            if rest.isEmpty { return }
            guard count >= 0 || errno == EAGAIN || errno == EINTR else {
                throw TerminalPort.failure(path, "cannot be written to", errno)
            }
            try await Task.sleep(for: .milliseconds(5))
        }
        throw Failure(.failed, "The device on \(path) takes no bytes. Unplug it and plug it in again.")
    }

    /// Ends the line; the terminal is closed when what is under way has ended.
    package func close() {
        waker.wake()
        port.withLock { $0 = nil }
    }
}

/// Reads until it is woken or the device is gone; on a thread of its own.
private func listen(
    _ port: TerminalPort, _ reactor: Reactor, _ path: String, _ receive: @Sendable (SerialEvent) -> Void
) {
    var chunk = [UInt8](repeating: 0, count: 4096)
    while true {
        let ready = reactor.wait()
        if reactor.wasWoken { return receive(.closed(reason: nil)) }
        guard !ready.isEmpty else { continue }
        let count = read(port.descriptor, &chunk, chunk.count)
        if count > 0 {
            receive(.bytes(Array(chunk[..<count])))
        } else if count == 0 || (errno != EAGAIN && errno != EINTR) {
            return receive(.closed(reason: "The device on \(path) was unplugged."))
        }
    }
}
