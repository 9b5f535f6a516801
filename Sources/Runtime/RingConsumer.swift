public import Synchronization

/// The end of a ``SampleRing`` that samples come out of; owned by one thread at a time.
public struct RingConsumer<Element: BitwiseCopyable & Sendable>: ~Copyable, Sendable {
    @usableFromInline let storage: RingStorage<Element>
    @usableFromInline var read = 0

    init(_ storage: RingStorage<Element>) { self.storage = storage }

    /// Samples that the ring can hold.
    @inlinable public var capacity: Int { storage.mask + 1 }

    /// Samples waiting now; more may come at any time.
    @inlinable public var count: Int { storage.written.value.load(ordering: .acquiring) - read }

    /// Hands everything that waits, at most `limit` samples, to `body` in one or two runs without copying, and gives
    /// the slots back after each run; returns how many there were. When `body` throws, its run stays in the ring.
    @inlinable
    @discardableResult
    public mutating func drain<Problem: Error>(
        limit: Int = .max, _ body: (Span<Element>) throws(Problem) -> Void
    ) throws(Problem) -> Int {
        var left = min(limit, count)
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

    /// How many samples were refused since the last call; to be reported as a loss of cause `overflow`.
    @inlinable
    public mutating func takeRefused() -> Int { storage.refused.value.exchange(0, ordering: .relaxed) }
}
