import Glibc
import Runtime

/// A hundred million words through the ring, from a thread of its own to this one.
enum RingBenchmark {
    fileprivate static let total = 100_000_000
    fileprivate static let batch = 1024

    static func run() throws -> Benchmark.Work {
        let ring = SampleRing<UInt64>(capacity: 65_536)
        let feeder = Feeder(ring.producer)
        var consumer = ring.consumer
        return Benchmark.measure {
            var thread = pthread_t()
            let context = Unmanaged.passRetained(feeder)
            guard pthread_create(&thread, nil, feed, context.toOpaque()) == 0 else {
                context.release()
                return 0
            }
            var seen = 0
            var sum: UInt64 = 0
            while seen < total / batch * batch {
                let drained = consumer.drain { run in for index in run.indices { sum &+= run[index] } }
                seen += drained
                if drained == 0 { sched_yield() }
            }
            pthread_join(thread, nil)
            return sum > 0 ? seen : 0
        }
    }
}

private final class Feeder {
    private var producer: RingProducer<UInt64>

    init(_ producer: consuming RingProducer<UInt64>) { self.producer = producer }

    func work() {
        let samples = (0..<UInt64(RingBenchmark.batch)).map { $0 }
        for _ in 0..<(RingBenchmark.total / RingBenchmark.batch) {
            var taken = producer.push(samples.span)
            while taken < samples.count {
                sched_yield()
                taken += producer.push(samples.span.extracting(taken..<samples.count))
            }
        }
    }
}

private func feed(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    if let context { Unmanaged<Feeder>.fromOpaque(context).takeRetainedValue().work() }
    return nil
}
