public import Synchronization

/// A lock-free queue of samples from one thread to one other.
///
/// Each of the two ends can be owned by one place only, so that a second producer or consumer does not compile. Neither end ever waits: when the ring is full the newest samples are refused and
/// counted, because a driver that blocks loses more. The ring does not wake its consumer; whoever owns both decides
/// how (a timer, an eventfd).
///
/// ```swift
/// let ring = SampleRing<MotionSample>(capacity: 4096)
/// var producer = ring.producer             // moves to the driver's thread
/// var consumer = ring.consumer             // moves to the other
/// producer.push(samples.span)
/// consumer.drain { run in … }              // no copy
/// let lost = consumer.takeRefused()
/// ```
///
/// Order: the producer fills slots and then publishes its index with release; the consumer reads that index with
/// acquire and so sees the slots filled. The same holds the other way for slots given back. Each end keeps the
/// last index that it saw of the other and looks again only when that does not suffice, so that the two cache lines
/// travel once per batch, not once per sample.
@frozen
public struct SampleRing<Element: BitwiseCopyable & Sendable>: ~Copyable, Sendable {
    /// The end that samples go into.
    public var producer: RingProducer<Element>
    /// The end that samples come out of.
    public var consumer: RingConsumer<Element>

    /// A ring that holds at least `capacity` samples (rounded up to a power of two), 1 ... 2³².
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
/// and read with acquire.
@usableFromInline
final class RingStorage<Element: BitwiseCopyable & Sendable>: @unchecked Sendable {
    @usableFromInline let slots: UnsafeMutablePointer<Element>
    @usableFromInline let mask: Int
    /// Samples ever written; only the producer stores it.
    @usableFromInline let written = PaddedIndex()
    /// Samples ever read; only the consumer stores it.
    @usableFromInline let read = PaddedIndex()
    /// Samples that were refused and not reported yet.
    @usableFromInline let refused = PaddedIndex()

    init(capacity: Int) {
        precondition(capacity > 0 && capacity <= 1 << 32, "a ring holds between one and 2^32 samples")
        var size = 1
        while size < capacity { size *= 2 }
        slots = .allocate(capacity: size)
        mask = size - 1
    }

    deinit { slots.deallocate() }
}
