public import Synchronization

/// The end of a ``SampleRing`` that samples go into; owned by one thread at a time.
public struct RingProducer<Element: Sendable>: ~Copyable, Sendable {
    @usableFromInline let storage: RingStorage<Element>
    @usableFromInline var written = 0
    /// What the consumer had read when last looked at.
    @usableFromInline var read = 0

    init(_ storage: RingStorage<Element>) { self.storage = storage }

    /// Elements that the ring can hold.
    @inlinable public var capacity: Int { storage.mask + 1 }

    /// Puts one element in; false when it was refused, and counted, because the ring is full.
    @inlinable
    @discardableResult
    public mutating func push(_ element: consuming Element) -> Bool {
        if written - read == capacity { read = storage.read.value.load(ordering: .acquiring) }
        guard written - read < capacity else {
            storage.refused.value.wrappingAdd(1, ordering: .relaxed)
            return false
        }
        (storage.slots + (written & storage.mask)).initialize(to: element)
        written += 1
        storage.written.value.store(written, ordering: .releasing)
        return true
    }
}

extension RingProducer where Element: BitwiseCopyable {
    /// Puts in as many of `samples` as there is room for, oldest first, and returns how many; the others are refused
    /// and counted.
    @inlinable
    @discardableResult
    public mutating func push(_ samples: Span<Element>) -> Int {
        let count = samples.count
        if capacity - (written - read) < count {
            read = storage.read.value.load(ordering: .acquiring)
        }
        let taken = min(count, capacity - (written - read))
        if taken > 0 {
            let start = written & storage.mask
            let beforeWrap = min(taken, capacity - start)
            samples.withUnsafeBufferPointer { source in
                guard let from = source.baseAddress else { return }
                (storage.slots + start).update(from: from, count: beforeWrap)
                storage.slots.update(from: from + beforeWrap, count: taken - beforeWrap)
            }
            written += taken
            storage.written.value.store(written, ordering: .releasing)
        }
        if taken < count { storage.refused.value.wrappingAdd(count - taken, ordering: .relaxed) }
        return taken
    }
}
