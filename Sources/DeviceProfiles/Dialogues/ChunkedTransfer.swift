import Signals

/// The taking over of what a device has stored, range by range (a file, a day, a block of a memory) and chunk by chunk in the
/// order of their numbers: a plain state machine that says what is to be asked and kept, for dialogues of any protocol.
///
/// Nothing is acknowledged that is not durable, and a range only as a whole. Where the link is lost in the middle nothing
/// needs to be remembered: what is durable is in the store, and the next transfer begins behind it where the device can,
/// or passes over it.
package struct ChunkedTransfer: Sendable {
    /// What the dialogue is to do; each is answered by one call.
    package enum Action: Hashable, Sendable {
        /// Ask for a range: ``ChunkedTransfer/opened(size:from:)``, or ``ChunkedTransfer/refused()``.
        case open(Int)
        /// Ask for a chunk of the range: ``ChunkedTransfer/took(_:_:)``, ``ChunkedTransfer/damaged()``, or
        /// ``ChunkedTransfer/refused()``.
        case fetch(Int)
        /// Keep these bytes, which follow those of the range before them: ``ChunkedTransfer/kept()`` once they are durable,
        /// ``ChunkedTransfer/hasAll()`` or ``ChunkedTransfer/unreadable()``.
        case keep([UInt8])
        /// Tell the device that it need not keep the range, or close it: ``ChunkedTransfer/closed()``.
        case acknowledge(Int)
        /// Give the range up, and tell the device nothing that could make it forget: ``ChunkedTransfer/closed()``.
        case abandon(Int)
        /// Every range was gone through.
        case end
    }

    /// A chunk that comes damaged is asked for so often.
    static let tries = 3
    /// No range is larger, in bytes.
    static let limit = 4 << 20

    private enum State: Hashable { case idle, opening, fetching, keeping, closing, over }

    /// Bytes that are gathered before they are kept; the last of a range may be fewer.
    package var batch: Int
    /// Ranges of which something could not be had.
    package private(set) var abandoned = 0
    /// Bytes of the range that is being taken that have come, and that there are.
    package private(set) var progress = (done: 0, total: 0)

    private let ranges: Int
    private var state = State.idle
    private var range = 0
    private var chunk = 0
    private var pending: [UInt8] = []
    private var failures = 0

    /// A transfer that has not begun.
    /// - Parameters:
    ///   - ranges: how many ranges there are.
    ///   - batch: bytes that are gathered before they are kept.
    package init(ranges: Int, batch: Int) {
        self.ranges = ranges
        self.batch = batch
    }

    /// The first request.
    package mutating func begin() -> [Action] { state == .idle ? ask() : [] }

    /// The range can be had.
    /// - Parameters:
    ///   - size: its bytes in all.
    ///   - start: the first chunk that is not kept yet with the bytes before it, where the device can begin there.
    package mutating func opened(size: Int, from start: (chunk: Int, bytes: Int) = (0, 0)) -> [Action] {
        guard state == .opening else { return [] }
        guard (1...Self.limit).contains(size), (0...size).contains(start.bytes), start.chunk >= 0 else {
            return abandon()
        }
        progress = (start.bytes, size)
        (chunk, failures) = (start.chunk, 0)
        guard start.bytes < size else { return acknowledge() }
        state = .fetching
        return [.fetch(chunk)]
    }

    /// The range, or a chunk of it, cannot be had.
    package mutating func refused() -> [Action] {
        state == .opening || state == .fetching ? abandon() : []
    }

    /// A chunk has come; another than the one that was asked for is passed over.
    package mutating func took(_ number: Int, _ bytes: [UInt8]) -> [Action] {
        guard state == .fetching, number == chunk else { return [] }
        // Nothing in a chunk would go on for ever.
        guard !bytes.isEmpty else { return abandon() }
        let part = bytes.prefix(progress.total - progress.done)
        pending += part
        progress.done += part.count
        (chunk, failures) = (chunk + 1, 0)
        guard progress.done == progress.total || pending.count >= batch else { return [.fetch(chunk)] }
        state = .keeping
        defer { pending = [] }
        return [.keep(pending)]
    }

    /// The chunk has come damaged: it is asked for again, but not for ever.
    package mutating func damaged() -> [Action] {
        guard state == .fetching else { return [] }
        failures += 1
        return failures < Self.tries ? [.fetch(chunk)] : abandon()
    }

    /// What was to be kept is durable.
    package mutating func kept() -> [Action] {
        guard state == .keeping else { return [] }
        guard progress.done < progress.total else { return acknowledge() }
        state = .fetching
        return [.fetch(chunk)]
    }

    /// All of the range was durable before.
    package mutating func hasAll() -> [Action] { state == .keeping ? acknowledge() : [] }

    /// What was to be kept cannot be understood.
    package mutating func unreadable() -> [Action] { state == .keeping ? abandon() : [] }

    /// The device has taken in what became of the range.
    package mutating func closed() -> [Action] {
        guard state == .closing else { return [] }
        range += 1
        return ask()
    }

    private mutating func ask() -> [Action] {
        (pending, progress) = ([], (0, 0))
        guard range < ranges else {
            state = .over
            return [.end]
        }
        state = .opening
        return [.open(range)]
    }

    private mutating func acknowledge() -> [Action] {
        state = .closing
        return [.acknowledge(range)]
    }

    private mutating func abandon() -> [Action] {
        abandoned += 1
        (state, pending) = (.closing, [])
        return [.abandon(range)]
    }
}
