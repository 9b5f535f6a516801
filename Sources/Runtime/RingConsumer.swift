public import Synchronization

/// The end of a ``SampleRing`` that samples come out of; owned by one thread at a time.
public struct RingConsumer<Element: Sendable>: ~Copyable, Sendable {
    @usableFromInline let storage: RingStorage<Element>
    @usableFromInline var read = 0
    /// What the producer had written when last looked at.
    @usableFromInline var written = 0

    init(_ storage: RingStorage<Element>) { self.storage = storage }

    /// Elements that the ring can hold.
    @inlinable public var capacity: Int { storage.mask + 1 }

    /// Elements waiting now; more may come at any time.
    @inlinable public var count: Int { storage.written.value.load(ordering: .acquiring) - read }

    /// Takes the element out that waits longest; nil when none does.
    @inlinable
    public mutating func next() -> Element? {
        if read == written { written = storage.written.value.load(ordering: .acquiring) }
        guard read < written else { return nil }
        let element = (storage.slots + (read & storage.mask)).move()
        read += 1
        storage.read.value.store(read, ordering: .releasing)
        return element
    }

    /// How many elements were refused since the last call; to be reported as a loss of cause `overflow`.
    @inlinable
    public mutating func takeRefused() -> Int { storage.refused.value.exchange(0, ordering: .relaxed) }
}

extension RingConsumer where Element: BitwiseCopyable {
    /// Hands everything that waits, at most `limit` elements, to `body` in one or two runs without copying, and gives
    /// the slots back after each run; returns how many there were. When `body` throws, its run stays in the ring.
    @inlinable
    @discardableResult
    public mutating func drain<Problem: Error>(
        limit: Int = .max, _ body: (Span<Element>) throws(Problem) -> Void
    ) throws(Problem) -> Int {
        written = storage.written.value.load(ordering: .acquiring)
        var left = min(limit, written - read)
        var total = 0
        while left > 0 {
            let start = read & storage.mask
            let run = min(left, capacity - start)
            try body(UnsafeBufferPointer(start: storage.slots + start, count: run).span)
            read += run
            left -= run
            total += run
            storage.read.value.store(read, ordering: .releasing)
        }
        return total
    }
}
