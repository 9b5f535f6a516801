import Runtime
import Synchronization
import Testing

@Suite struct SampleRingTests {
    @Test("gives samples back in order through many turns of the ring")
    func order() {
        let ring = SampleRing<UInt64>(capacity: 8)
        var producer = ring.producer
        var consumer = ring.consumer
        var next: UInt64 = 0
        var expected: UInt64 = 0
        for count in [1, 8, 3, 5, 7, 2, 8, 8, 1, 6] {
            let samples = (0..<UInt64(count)).map { next + $0 }
            next += UInt64(count)
            let pushed = producer.push(samples.span)
            #expect(pushed == count)
            let waiting = consumer.count
            #expect(waiting == count)
            var seen: [UInt64] = []
            let drained = consumer.drain { run in for index in run.indices { seen.append(run[index]) } }
            #expect(drained == count)
            #expect(seen == (0..<UInt64(count)).map { expected + $0 })
            expected += UInt64(count)
        }
        let refused = consumer.takeRefused()
        #expect(refused == 0)
    }

    @Test("refuses and counts the newest samples when it is full")
    func refusal() {
        let ring = SampleRing<Int>(capacity: 4)
        var producer = ring.producer
        var consumer = ring.consumer
        let taken = [producer.push([1, 2, 3, 4, 5, 6].span), producer.push(7) ? 1 : 0, producer.push([8, 9].span)]
        #expect(taken == [4, 0, 0])
        let refused = [consumer.takeRefused(), consumer.takeRefused()]
        #expect(refused == [5, 0])
        var seen: [Int] = []
        consumer.drain { run in for index in run.indices { seen.append(run[index]) } }
        #expect(seen == [1, 2, 3, 4])
        let isRoomAgain = producer.push(10)
        #expect(isRoomAgain)
    }

    @Test("keeps what a failing reader did not take")
    func failingReader() {
        struct Stop: Error {}
        let ring = SampleRing<Int>(capacity: 4)
        var producer = ring.producer
        var consumer = ring.consumer
        producer.push([1, 2, 3].span)
        var hasThrown = false
        do { try consumer.drain { _ throws(Stop) in throw Stop() } } catch { hasThrown = true }
        #expect(hasThrown)
        let counts = [consumer.count, consumer.drain(limit: 2) { _ in }, consumer.count]
        #expect(counts == [3, 2, 1])
    }

    @Test("rounds its capacity up to a power of two", arguments: [(1, 1), (2, 2), (3, 4), (1000, 1024)])
    func capacity(asked: Int, got: Int) {
        let capacity = SampleRing<UInt8>(capacity: asked).producer.capacity
        #expect(capacity == got)
    }

    @Test("loses and reorders nothing between two threads, counting what it refused")
    func twoThreads() async {
        let total = 200_000
        let ring = SampleRing<Int>(capacity: 256)
        let pushed = Task.detached { [producer = Handover(ring.producer)] in
            var producer = producer.take()
            var accepted = 0
            var batch: [Int] = []
            var next = 0
            while next < total {
                batch.removeAll(keepingCapacity: true)
                for value in next..<min(total, next + 1 + next % 37) { batch.append(value) }
                // What is refused is offered again, so that the other side must see every number.
                next += producer.push(batch.span)
                accepted = next
                if next % 64 == 0 { await Task.yield() }
            }
            return accepted
        }
        var consumer = ring.consumer
        var expected = 0
        var isOrdered = true
        while expected < total {
            let drained = consumer.drain { run in
                for index in run.indices {
                    isOrdered = isOrdered && run[index] == expected
                    expected += 1
                }
            }
            if drained == 0 { await Task.yield() }
        }
        #expect(isOrdered)
        #expect(await pushed.value == total)
        let left = consumer.count
        #expect(left == 0)
    }

    @Test("hands over whole batches as they are, and refuses and counts those that it has no room for")
    func batches() {
        let ring = SampleRing<[Int]>(capacity: 4)
        var producer = ring.producer
        var consumer = ring.consumer
        var seen: [[Int]] = []
        for turn in 0..<10 {
            let taken = (0..<5).map { producer.push(Array(repeating: turn, count: $0)) }
            #expect(taken == [true, true, true, true, false])
            while let batch = consumer.next() { seen.append(batch) }
        }
        #expect(seen == (0..<10).flatMap { turn in (0..<4).map { Array(repeating: turn, count: $0) } })
        let refused = consumer.takeRefused()
        #expect(refused == 10)
    }

    @Test("lets go of a batch that was taken out, and of those that nobody took")
    func ownership() throws {
        let alive = Counter()
        do {
            let ring = SampleRing<Batch>(capacity: 4)
            var producer = ring.producer
            var consumer = ring.consumer
            // More than a turn, so that what is left lies across the end.
            for index in 0..<3 { producer.push(Batch(index, alive)) }
            for _ in 0..<3 { _ = consumer.next() }
            #expect(alive.count == 0)
            for index in 3..<8 { producer.push(Batch(index, alive)) }
            #expect(alive.count == 4)
            let first = consumer.next()?.number
            #expect(first == 3 && alive.count == 3)
        }
        #expect(alive.count == 0)
    }

    @Test("hands each batch over once and whole between two threads, through many turns", arguments: [1, 2, 8, 64])
    func batchesBetweenThreads(capacity: Int) async {
        let total = 40_000
        let ring = SampleRing<[Int]>(capacity: capacity)
        let pushed = Task.detached { [producer = Handover(ring.producer)] in
            var producer = producer.take()
            for number in 0..<total {
                let batch = Array(repeating: number, count: number % 5)
                while !producer.push(batch) { await Task.yield() }
            }
        }
        var consumer = ring.consumer
        var (expected, isWhole) = (0, true)
        while expected < total {
            guard let batch = consumer.next() else {
                await Task.yield()
                continue
            }
            isWhole = isWhole && batch == Array(repeating: expected, count: expected % 5)
            expected += 1
        }
        await pushed.value
        let left = consumer.count
        #expect(isWhole && left == 0)
    }
}

/// How many batches there are.
private final class Counter: Sendable {
    private let state = Mutex(0)
    var count: Int { state.withLock { $0 } }
    func add(_ number: Int) { state.withLock { $0 += number } }
}

/// A batch that is counted while it lives.
private final class Batch: Sendable {
    let number: Int
    private let alive: Counter

    init(_ number: Int, _ alive: Counter) {
        self.number = number
        self.alive = alive
        alive.add(1)
    }

    deinit { alive.add(-1) }
}

/// Carries a producer into a task; closures cannot capture a noncopyable value and consume it.
private final class Handover<Element: Sendable>: @unchecked Sendable {
    // Set before the task starts and taken once inside it: the start of the task orders the two.
    private var producer: RingProducer<Element>?

    init(_ producer: consuming RingProducer<Element>) { self.producer = consume producer }

    func take() -> RingProducer<Element> {
        guard let producer = producer.take() else { preconditionFailure("taken twice") }
        return producer
    }
}
