public import Synchronization

/// A lock-free queue of samples, or of whole batches of them, from one thread to one other.
///
/// Each of the two ends can be owned by one place only, so that a second producer or consumer does not compile. Neither
/// end ever waits: when the ring is full the newest are refused and counted, because a driver that blocks loses more. The
/// ring does not wake its consumer; whoever owns both decides how.
///
/// ```swift
/// let ring = SampleRing<SampleBatch>(capacity: 512)
/// var producer = ring.producer             // moves to the driver's thread
/// var consumer = ring.consumer             // moves to the other
/// producer.push(batch)
/// while let batch = consumer.next() { … }
/// let lost = consumer.takeRefused()
/// ```
///
/// Plain values also go in and come out many at a time, without copying on the way out: ``RingProducer/push(_:)-(Span<Element>)``
/// and ``RingConsumer/drain(limit:_:)``.
///
/// Order: the producer fills slots and then publishes its index with release; the consumer reads that index with
/// acquire and so sees the slots filled. The same holds the other way for slots given back. Each end keeps the
/// last index that it saw of the other and looks again only when that does not suffice, so that the two cache lines
/// travel once per batch, not once per sample.
@frozen
public struct SampleRing<Element: Sendable>: ~Copyable, Sendable {
    /// The end that samples go into.
    public var producer: RingProducer<Element>
    /// The end that samples come out of.
    public var consumer: RingConsumer<Element>

    /// A ring that holds at least `capacity` elements (rounded up to a power of two), 1 ... 2³².
    public init(capacity: Int) {
        let storage = RingStorage<Element>(capacity: capacity)
        producer = RingProducer(storage)
        consumer = RingConsumer(storage)
    }
}

/// An index on a pair of cache lines of its own (x86 fetches lines in pairs).
@usableFromInline
struct PaddedIndex: ~Copyable, Sendable {
    private let before: InlineArray<8, UInt64> = .init(repeating: 0)
    @usableFromInline let value = Atomic<Int>(0)
    private let after: InlineArray<15, UInt64> = .init(repeating: 0)
}

/// The slots and the three counters that both ends of a ring share.
///
/// `@unchecked Sendable`: a slot is written by the producer only while it lies in `[written, read + capacity)` and
/// read by the consumer only while it lies in `[read, written)`; the two indices are atomics, published with release
/// and read with acquire. Slots in `[read, written)` hold an element, all others nothing.
@usableFromInline
final class RingStorage<Element: Sendable>: @unchecked Sendable {
    @usableFromInline let slots: UnsafeMutablePointer<Element>
    @usableFromInline let mask: Int
    /// Elements ever written; only the producer stores it.
    @usableFromInline let written = PaddedIndex()
    /// Elements ever read; only the consumer stores it.
    @usableFromInline let read = PaddedIndex()
    /// Elements that were refused and not reported yet.
    @usableFromInline let refused = PaddedIndex()

    init(capacity: Int) {
        precondition(capacity > 0 && capacity <= 1 << 32, "a ring holds between one and 2^32 elements")
        var size = 1
        while size < capacity { size *= 2 }
        slots = .allocate(capacity: size)
        mask = size - 1
    }

    deinit {
        // Both ends are gone.
        for index in read.value.load(ordering: .acquiring)..<written.value.load(ordering: .acquiring) {
            (slots + (index & mask)).deinitialize(count: 1)
        }
        slots.deallocate()
    }
}
