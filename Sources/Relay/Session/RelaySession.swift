import Runtime
import Signals
import Synchronization

/// One side's end of the link between phone and watch, with the calls and rules that watch developers know
/// (WCSession of WatchConnectivity). It finds the hub again by itself whenever that was away.
///
/// ```swift
/// let session = try RelaySession(role: .watch, path: folder + "/relay.sock")
/// session.delegate = face
/// session.activate()
/// session.sendMessage(["request": "hrv"], replyHandler: { print($0["hrv"]?.number ?? .nan) })
/// ```
package final class RelaySession: Sendable {
    /// Whether the session can be used, as in WatchConnectivity.
    package enum ActivationState: Int, Sendable {
        case notActivated = 0
        case inactive
        case activated
    }

    /// A place in the journal of what a side has received.
    package struct ReceivedMark: Hashable, Sendable {
        /// The id of the hub's journal.
        package var journal: String
        /// The number of the transfer in that journal.
        package var sequence: Int
        /// The pairing with the watch that it is to or from: each has numbers of its own.
        package var pairing: String

        /// A mark that was stored earlier.
        package init(journal: String, sequence: Int, pairing: String) {
            (self.journal, self.sequence, self.pairing) = (journal, sequence, pairing)
        }
    }

    /// The role of a program on its side.
    package enum Part: String, Sendable {
        /// As the side's program; one that was there becomes inactive.
        case primary
        /// As the side's program when there is none, else as a second one.
        case join
        /// As a second one, which sends and asks but receives only answers.
        case attach
    }

    /// The side of this session.
    package let role: RelayRole
    let storage: RelaySessionStorage

    /// A session that is not activated yet.
    /// - Parameters:
    ///   - role: Which side it is.
    ///   - path: Where the hub listens; it need not be there yet.
    ///   - part: How it takes its side.
    ///   - watch: A watch's name, 1 to 64 letters, digits, `-` and `_`; nil for the one of this machine, and on a phone.
    ///   - token: What a watch got when it was paired by a code; nil for a program of this account on this machine.
    ///   - received: What this program is known to have handled, a mark for each pairing, the newest last.
    ///   - acknowledgesItself: Whether a user info counts as received when the delegate has had it; if not, once
    ///     ``acknowledge(_:)`` is called.
    ///   - isWatchOnly: Whether a watch's app has no companion on the phone; it can then send nothing (7019).
    ///   - hasComplication: Whether a watch's face shows what the phone sends for it.
    ///   - isForeground: Whether the program is in front, where its user sees it.
    ///   - replyTimeout: How long a message may wait for its reply.
    /// - Throws: `Failure` when the system has no more descriptors or threads.
    package init(
        role: RelayRole, path: String, part: Part = .primary, watch: String? = nil, token: String? = nil,
        received: [ReceivedMark] = [], acknowledgesItself: Bool = true, isWatchOnly: Bool = false,
        hasComplication: Bool = true, isForeground: Bool = true,
        replyTimeout: Duration = .seconds(60)
    ) throws {
        self.role = role
        var hello = RelayHello(role: role, session: RelayID.random())
        hello.mode = RelayHello.Mode(rawValue: part.rawValue) ?? .primary
        (hello.watch, hello.token) = (role == .watch ? watch : nil, token)
        (hello.isWatchOnly, hello.isForeground) = (isWatchOnly, isForeground)
        hello.hasComplication = hasComplication
        storage = try RelaySessionStorage(
            hello: hello, received: received, path: path, replyTimeout: replyTimeout,
            acknowledgesItself: acknowledgesItself)
        try storage.start(for: self)
    }

    /// One that fails all that is asked of it with 7002.
    init(unsupported role: RelayRole) {
        self.role = role
        storage = RelaySessionStorage(unsupported: RelayHello(role: role, session: RelayID.random()))
    }

    deinit { storage.stop() }

    /// Says that everything up to a mark was handled, for a session that does not say so itself.
    package func acknowledge(_ mark: ReceivedMark) {
        storage.change { machine in
            if machine.status.journal == mark.journal, machine.pairing == mark.pairing, mark.sequence <= machine.arrived
            {
                machine.handled(through: mark.sequence)
            }
            return []
        }
    }

    /// Whether this machine can have one: always.
    package static func isSupported() -> Bool { true }

    /// Told about everything that arrives; held weakly. Set it before ``activate()``.
    package var delegate: (any RelaySessionDelegate)? {
        get { storage.state.withLock { $0.delegate } }
        set { storage.state.withLock { $0.delegate = newValue } }
    }

    /// Connects to the hub, now or as soon as it is there, and tells the delegate when that is done. Repeating it is
    /// harmless; without a delegate nothing happens, and all that is sent fails with 7003.
    package func activate() {
        guard delegate != nil else { return }
        storage.change { $0.activate() }
    }

    /// Ends the session for good; open messages fail.
    package func invalidate() { storage.stop() }

    /// The state of the session's activation.
    package var activationState: ActivationState { storage.state.withLock { $0.activation } }

    /// Whether messages would reach the other side now. A watch reaches the phone when its own program is in front; the
    /// phone reaches the watch when that one's program is.
    package var isReachable: Bool { storage.state.withLock { $0.machine.isReachable } }

    /// Whether a watch is paired.
    package var isPaired: Bool { storage.state.withLock { $0.machine.status.isPaired } }

    /// On a phone: whether the watch has ever run its program.
    package var isWatchAppInstalled: Bool { role == .phone && storage.state.withLock { $0.machine.status.isInstalled } }

    /// On a phone: whether the watch's face shows what is sent for it.
    package var isComplicationEnabled: Bool {
        role == .phone && storage.state.withLock { $0.machine.status.complications != nil }
    }

    /// On a phone: the path of a folder for what belongs to the watch that is worn, made when it is asked for and removed
    /// with all that is in it when the watch is unpaired; nil without a watch. Paths stand for URLs here, as in
    /// ``transferFile(_:metadata:)``.
    package var watchDirectoryURL: String? {
        guard let path = storage.state.withLock({ $0.machine.status.directory }), RelayWatchFolder.make(path) else {
            return nil
        }
        return path
    }

    /// On a phone: so many complications may still go before everything else today, of
    /// ``RelayLimits/complicationsPerDay``; the day is UTC's.
    package var remainingComplicationUserInfoTransfers: Int {
        role == .phone ? storage.state.withLock { $0.machine.status.complications ?? 0 } : 0
    }

    /// On a watch: whether the phone must be unlocked once before it can be reached: never, a gateway has no lock.
    package var iOSDeviceNeedsUnlockAfterRebootForReachability: Bool { false }

    /// On a watch: whether the phone has ever run its program.
    package var isCompanionAppInstalled: Bool {
        role == .watch && storage.state.withLock { $0.machine.status.isInstalled }
    }

    /// Whether this session is the program of its side, and not a second one.
    package var isPrimary: Bool { storage.state.withLock { $0.machine.status.isPrimary } }

    /// The watch that this is about; nil when none is paired.
    package var watch: String? { storage.state.withLock { $0.machine.status.watch } }

    /// Whether something has arrived or waits that the delegate has not had. A program that was started for a delivery
    /// may go when this is false.
    package var hasContentPending: Bool { storage.state.withLock { $0.machine.hasContentPending } }

    /// Whether the program is in front, where its user sees it.
    package var isForeground: Bool {
        get { storage.state.withLock { $0.machine.hello.isForeground } }
        set { storage.change { $0.setForeground(newValue) } }
    }

    /// The context that this side has set last, also in an earlier run.
    package var applicationContext: RelayPayload {
        (try? RelayPayload(parsing: storage.state.withLock { $0.machine.applicationContext } ?? [])) ?? [:]
    }

    /// The context of the other side that came last, also in an earlier run.
    package var receivedApplicationContext: RelayPayload {
        (try? RelayPayload(parsing: storage.state.withLock { $0.machine.receivedApplicationContext } ?? [])) ?? [:]
    }

    /// User infos of this side that have not ended, in order; of earlier runs the first thousand.
    package var outstandingUserInfoTransfers: [RelayUserInfoTransfer] {
        storage.state.withLock { state in state.order.compactMap { state.userInfos[$0] } }
    }

    /// Files of this side that have not ended, in order.
    package var outstandingFileTransfers: [RelayFileTransfer] {
        storage.state.withLock { state in state.order.compactMap { state.files[$0] } }
    }
}
