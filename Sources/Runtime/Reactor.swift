import CLinux
import Glibc
public import Signals

/// What one thread waits with: descriptors, a time, and a waker with which other threads end the wait (epoll(7)).
///
/// One thread uses it; others hold the ``Waker``. Descriptors go by tokens, which are never used twice while something is
/// watched, so what came for one that is gone is told from what came for its successor under the same number.
///
/// ```swift
/// let reactor = try Reactor(waker: waker)
/// while !isStopped {
///     reactor.watch(only: links.map { .init($0.descriptor, token: $0.number, for: .input) })
///     for event in reactor.wait(atMost: .seconds(1)) { serve(event.token) }
/// }
/// ```
public final class Reactor: @unchecked Sendable {  // Used by one thread.
    /// What is waited for on a descriptor.
    public struct Interest: OptionSet, Hashable, Sendable {
        /// The bits.
        public let rawValue: UInt32
        /// Those bits.
        public init(rawValue: UInt32) { self.rawValue = rawValue }
        /// Something to read, or that the other side sends no more.
        public static let input = Interest(rawValue: EPOLLIN.rawValue | EPOLLRDHUP.rawValue)
        /// Room to write.
        public static let output = Interest(rawValue: EPOLLOUT.rawValue)
        /// What a file of the kernel calls urgent, such as a change of its content.
        public static let priority = Interest(rawValue: EPOLLPRI.rawValue)
    }

    /// A descriptor and what is waited for on it; errors and the end of a connection always are.
    public struct Watched: Hashable, Sendable {
        /// The descriptor.
        public var descriptor: Int32
        /// What it is called in events.
        public var token: UInt64
        /// What is waited for.
        public var interest: Interest

        /// A descriptor below zero is passed over.
        public init(_ descriptor: Int32, token: UInt64, for interest: Interest) {
            (self.descriptor, self.token, self.interest) = (descriptor, token, interest)
        }
    }

    /// What there is on a descriptor.
    public struct Event: Hashable, Sendable {
        /// Its descriptor's token.
        public var token: UInt64
        /// Whether something can be read, the end of input too.
        public var isReadable: Bool
        /// Whether something can be written.
        public var isWritable: Bool
        /// Whether it has an error, or the connection is over.
        public var hasFailed: Bool

        /// An event from its parts.
        public init(token: UInt64, isReadable: Bool, isWritable: Bool, hasFailed: Bool) {
            (self.token, self.isReadable, self.isWritable, self.hasFailed) = (token, isReadable, isWritable, hasFailed)
        }
    }

    /// The most that one wait tells of; what is left comes with the next.
    private static let room = 64
    private static let wakerToken = UInt64.max

    /// Ends a wait from any thread.
    public let waker: Waker
    private let poller: Int32
    /// Whether the last wait was ended by ``waker``.
    public private(set) var wasWoken = false
    private var watched: [UInt64: Watched] = [:]
    private var events = [epoll_event](repeating: epoll_event(), count: room)

    /// A reactor that waits for `waker` alone.
    /// - Throws: `Failure` when the process has no descriptors left.
    public init(waker: Waker) throws(Failure) {
        self.waker = waker
        poller = epoll_create1(Int32(EPOLL_CLOEXEC))
        guard poller >= 0,
            waker.descriptor < 0
                || control(EPOLL_CTL_ADD, Watched(waker.descriptor, token: Self.wakerToken, for: .input))
        else {
            throw Failure(SystemError(errno, poller < 0 ? "epoll_create1" : "epoll_ctl"), "Nothing can be waited for")
        }
    }

    deinit { if poller >= 0 { close(poller) } }

    /// Waits for what is told of a descriptor from now on, in place of what was told of its token before.
    /// - Returns: False when the kernel refuses.
    @discardableResult
    public func watch(_ wanted: Watched) -> Bool {
        let before = watched[wanted.token]
        guard before != wanted else { return true }
        if let before, before.descriptor != wanted.descriptor { forget(wanted.token) }
        let isKnown = watched[wanted.token] != nil
        guard wanted.descriptor >= 0, control(isKnown ? EPOLL_CTL_MOD : EPOLL_CTL_ADD, wanted) else { return false }
        watched[wanted.token] = wanted
        return true
    }

    /// Waits for these descriptors and the waker, and for none that it waited for before.
    public func watch(only wanted: [Watched]) {
        let tokens = Set(wanted.map(\.token))
        for token in watched.keys where !tokens.contains(token) { forget(token) }
        for one in wanted where one.descriptor >= 0 { watch(one) }
    }

    /// Waits for a descriptor no longer; to be called before another is watched under the number that it had.
    public func forget(_ token: UInt64) {
        guard let known = watched.removeValue(forKey: token) else { return }
        _ = control(EPOLL_CTL_DEL, known)
    }

    /// Waits until something is there, it is woken, or `time` has passed on a clock that nobody sets; nil for ever.
    /// - Returns: what is there; nothing when it was woken, or a signal came.
    public func wait(atMost time: Duration? = nil) -> [Event] {
        wasWoken = false
        let count = epoll_wait(poller, &events, Int32(Self.room), time?.millisecondsToWait ?? -1)
        return events.prefix(Int(max(0, count))).compactMap { event in
            guard event.data.u64 != Self.wakerToken else {
                waker.drain()
                wasWoken = true
                return nil
            }
            return Event(
                token: event.data.u64,
                isReadable: event.events & (Interest.input.rawValue | Interest.priority.rawValue) != 0,
                isWritable: event.events & Interest.output.rawValue != 0,
                hasFailed: event.events & (EPOLLERR.rawValue | EPOLLHUP.rawValue) != 0)
        }
    }

    private func control(_ what: Int32, _ one: Watched) -> Bool {
        var event = epoll_event()
        event.events = one.interest.rawValue
        event.data.u64 = one.token
        return epoll_ctl(poller, what, one.descriptor, &event) == 0
    }
}
