import Glibc
import Runtime
import Signals
import Synchronization

/// The place where the two sides meet: a unix socket to which each connects, run by the gateway.
///
/// ```swift
/// let hub = try RelayHub(path: folder + "/relay.sock")
/// defer { hub.stop() }
/// ```
public final class RelayHub: Sendable {
    /// Where it listens.
    public let path: String
    private let shared: Shared
    private let thread: LoopThread

    final class Shared: Sendable {
        let isStopped = Atomic(false)
        let connected = Mutex<Set<RelayRole>>([])
        let waker: Waker
        init() throws { waker = try Waker() }
    }

    /// Starts to listen at `path`, for programs of this account only.
    /// - Throws: `Failure` when another program answers there or the path cannot be used.
    public init(path: String) throws {
        self.path = path
        let shared = try Shared()
        let listening = try UnixSocket.listen(path).take()
        self.shared = shared
        do {
            thread = try LoopThread { RelayHubLoop(listening: listening, shared: shared).run() }
        } catch {
            close(listening)
            throw error
        }
    }

    /// The sides that are connected now.
    public var connected: Set<RelayRole> { shared.connected.withLock { $0 } }

    /// Closes all connections and removes the socket; a second call does nothing.
    public func stop() {
        guard !shared.isStopped.exchange(true, ordering: .acquiringAndReleasing) else { return }
        unlink(path)
        shared.waker.wake()
        thread.join()
    }

    deinit { stop() }
}
