@preconcurrency import Dispatch
import Glibc

/// Waits until somebody asks the process to end, with Control-C (SIGINT) or `kill` (SIGTERM), and returns the
/// signal; nil when the waiting task was cancelled first.
///
/// Until then neither signal ends the process. Afterwards both do again, so that a second Control-C ends a shutdown
/// that hangs.
public func terminationSignal() async -> Int32? {
    let signals = [SIGINT, SIGTERM]
    for number in signals { signal(number, SIG_IGN) }
    defer { for number in signals { signal(number, SIG_DFL) } }
    for await number in deliveries(of: signals) { return number }
    return nil
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
