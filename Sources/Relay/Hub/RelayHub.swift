import Glibc
import Runtime
import Signals
import Synchronization

/// The place where the two sides meet: a unix socket to which each connects, run by the gateway. It keeps what was
/// promised on the disk, as the daemons of phone and watch do: a transfer that it has confirmed is delivered once, also
/// when every program is killed or the power fails in between.
///
/// ```swift
/// let hub = try RelayHub(path: folder + "/relay.sock")
/// defer { hub.stop() }
/// ```
package final class RelayHub: Sendable {
    /// The path of the socket.
    package let path: String
    /// The folder of the queues.
    package let folder: String
    private let shared: Shared
    private let thread: LoopThread

    final class Shared: Sendable {
        let isStopped = Atomic(false)
        let connected = Mutex<Set<RelayRole>>([])
        let waker: Waker
        let wakePhone: (@Sendable () -> Void)?
        let greetingTime: Duration
        let report: @Sendable (String) -> Void
        init(
            greetingTime: Duration, report: @escaping @Sendable (String) -> Void, wakePhone: (@Sendable () -> Void)?
        ) throws {
            waker = try Waker()
            self.greetingTime = greetingTime
            self.report = report
            self.wakePhone = wakePhone
        }
    }

    /// Starts to listen at `path`, for programs of this account only.
    /// - Parameters:
    ///   - path: The socket.
    ///   - folder: Where queues are kept; by default beside the socket, under its name without `.sock`.
    ///   - greetingTime: How long a connection may take to say who it is.
    ///   - report: Told what goes wrong and is not any program's to know, such as that the system has no more files.
    ///   - wakePhone: Starts the phone's program when the watch wants it and it is away, as a message from a watch
    ///     launches the app on a phone; without it a phone without a program is out of reach. Called on the hub's thread;
    ///     it must return at once.
    /// - Throws: `Failure` when another program answers there or path or folder cannot be used.
    package init(
        path: String, folder: String? = nil, greetingTime: Duration = .seconds(10),
        report: @escaping @Sendable (String) -> Void = { _ in }, wakePhone: (@Sendable () -> Void)? = nil
    ) throws {
        self.path = path
        let folder = folder ?? Self.queues(of: path)
        // Programs of other folders are told where a file lies.
        let whole = Self.absolute(folder)
        self.folder = whole
        let shared = try Shared(greetingTime: greetingTime, report: report, wakePhone: wakePhone)
        self.shared = shared
        // First the socket: it is also the lock, so that no two hubs write one journal.
        let listening = try UnixSocket.listen(path).take()
        do {
            let journal = try RelayJournal(folder: whole) { shared.waker.wake() }
            let spool = try RelaySpool(folder: "\(whole)/files")
            let machine = RelayHubStateMachine(
                canWakePhone: wakePhone != nil, folder: whole, records: try journal.open())
            spool.clear(except: machine.spools)
            let start = Start(journal: journal, spool: spool, machine: machine)
            let reactor = try Reactor(waker: shared.waker)
            thread = try LoopThread { RelayHubLoop(listening: listening, shared: shared, reactor, start).run() }
        } catch {
            close(listening)
            unlink(path)
            throw error
        }
    }

    /// Removes what a hub that has stopped kept for its socket.
    package static func removeQueues(of path: String) { RelayWatchFolder.remove(queues(of: path)) }

    /// Removes what programs beside a hub keep in a folder in that of its queues.
    package static func remove(_ folder: String, beside path: String) {
        RelayWatchFolder.remove("\(queues(of: path))/\(folder)")
    }

    private static func queues(of path: String) -> String {
        path.hasSuffix(".sock") ? String(path.dropLast(5)) : path + ".queues"
    }

    private static func absolute(_ path: String) -> String {
        guard !path.hasPrefix("/"), let here = getcwd(nil, 0) else { return path }
        defer { free(here) }
        return "\(String(cString: here))/\(path)"
    }

    /// The objects that the thread takes over.
    struct Start: @unchecked Sendable {  // handed to one thread, which alone uses it
        let journal: RelayJournal
        let spool: RelaySpool
        let machine: RelayHubStateMachine
    }

    /// The sides with a connected program.
    package var connected: Set<RelayRole> { shared.connected.withLock { $0 } }

    /// Closes all connections and removes the socket; a second call does nothing.
    package func stop() {
        guard !shared.isStopped.exchange(true, ordering: .acquiringAndReleasing) else { return }
        unlink(path)
        shared.waker.wake()
        thread.join()
    }

    deinit { stop() }
}
