import Runtime
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
}

/// Carries a producer into a task; closures cannot capture a noncopyable value and consume it.
private final class Handover: @unchecked Sendable {
    // Set before the task starts and taken once inside it: the start of the task orders the two.
    private var producer: RingProducer<Int>?

    init(_ producer: consuming RingProducer<Int>) { self.producer = consume producer }

    func take() -> RingProducer<Int> {
        guard let producer = producer.take() else { preconditionFailure("taken twice") }
        return producer
    }
}
