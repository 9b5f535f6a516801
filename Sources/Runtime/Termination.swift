@preconcurrency import Dispatch
import Glibc

/// Waits until somebody asks the process to end, with Control-C (SIGINT) or `kill` (SIGTERM), and returns the
/// signal; nil when the waiting task was cancelled first.
///
/// Until then neither signal ends the process. Afterwards both do again, so that a second Control-C ends a shutdown
/// that hangs.
public func terminationSignal() async -> Int32? { await Termination().signal() }

/// The wish that the process end, noted from the moment that this is made: before somebody is told how to stop it.
public struct Termination: Sendable {
    private static let signals = [SIGINT, SIGTERM]
    private let deliveries: AsyncStream<Int32>

    /// Notes signals from now on instead of ending by them.
    public init() {
        for number in Self.signals { Glibc.signal(number, SIG_IGN) }
        deliveries = Runtime.deliveries(of: Self.signals)
    }

    /// The first signal that came, waited for; nil when the waiting task was cancelled first. Afterwards signals end the
    /// process again.
    public func signal() async -> Int32? {
        defer { for number in Self.signals { Glibc.signal(number, SIG_DFL) } }
        for await number in deliveries { return number }
        return nil
    }

    /// Ends the process at once, with an exit code 0 to 255: no library takes down what its other threads still use.
    ///
    /// OpenSSL frees all that it has in a handler of `exit`, while the thread of a connection may be closing it. What was
    /// written by descriptor is written; nothing of ours waits in a buffer of the C library.
    public static func leave(_ code: Int32) -> Never { _exit(code) }
}

// A function of its own, at file scope: a handler written where an actor is in force would be checked for that
// actor on Dispatch's thread, and the process would die.
private func deliveries(of signals: [Int32]) -> AsyncStream<Int32> {
    AsyncStream(bufferingPolicy: .bufferingOldest(1)) { continuation in
        let sources = signals.map { number in
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
            source.setEventHandler { continuation.yield(number) }
            source.activate()
            return source
        }
        continuation.onTermination = { _ in for source in sources { source.cancel() } }
    }
}
