import Documents
import Glibc
import Runtime
import Signals
import Synchronization

/// What one run took.
struct RingRun {
    var samples: Int
    var seconds: Double
    var checksum: UInt64
}

/// Keeps the calling thread on one core, so that the two threads of a run never take turns on the same: then the
/// samples would not leave its cache, and the figure would be ten times what two cores can do.
func pin(to core: Int) {
    var cores = cpu_set_t()
    withUnsafeMutableBytes(of: &cores) { $0[core / 8] |= 1 << UInt8(core % 8) }
    // A GNU function that the Glibc module leaves out.
    typealias Call = @convention(c) (pid_t, Int, UnsafePointer<cpu_set_t>) -> Int32
    guard let symbol = dlsym(nil, "sched_setaffinity") else { return }
    _ = unsafeBitCast(symbol, to: Call.self)(0, MemoryLayout<cpu_set_t>.size, &cores)
}

/// Five runs of `total` samples in batches of `batch`, from a second thread to this one.
func run<Element: BitwiseCopyable & Sendable>(
    total: Int, batch: Int, _ make: (Int) -> Element
) -> [RingRun] {
    let samples = (0..<batch).map(make)
    return (0..<5).map { _ in once(total: total / batch * batch, samples) }
}

private func once<Element: BitwiseCopyable & Sendable>(total: Int, _ samples: [Element]) -> RingRun {
    let ring = SampleRing<Element>(capacity: 65_536)
    let job = Job(ring.producer, samples, total: total)
    var consumer = ring.consumer
    let start = now()
    var thread = pthread_t()
    pthread_create(&thread, nil, produce, Unmanaged.passRetained(job as AnyObject).toOpaque())
    var seen = 0
    var checksum: UInt64 = 0
    while seen < total {
        let drained = consumer.drain { run in
            // Every cache line is touched, as a reader would.
            var sum: UInt64 = 0
            let bytes = run.bytes
            var offset = 0
            while offset + 8 <= bytes.byteCount {
                sum &+= bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: offset, as: UInt64.self)
                offset += 64
            }
            checksum &+= sum
        }
        seen += drained
        if drained == 0 { sched_yield() }
    }
    pthread_join(thread, nil)
    return RingRun(samples: total, seconds: now() - start, checksum: checksum)
}

/// What the producing thread does.
private class AnyJob { func work() {} }

private final class Job<Element: BitwiseCopyable & Sendable>: AnyJob {
    private var producer: RingProducer<Element>
    private let samples: [Element]
    private let total: Int

    init(_ producer: consuming RingProducer<Element>, _ samples: [Element], total: Int) {
        self.producer = producer
        self.samples = samples
        self.total = total
    }

    override func work() {
        var sent = 0
        let samples = self.samples
        while sent < total {
            let taken = producer.push(samples.span)
            sent += taken
            // A driver would go on; here nothing is to be lost, so the rest of the batch is offered again.
            var rest = taken
            while rest < samples.count {
                sched_yield()
                let more = producer.push(samples.span.extracting(rest..<samples.count))
                rest += more
                sent += more
            }
        }
    }
}

private func produce(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    pin(to: 1)
    guard let context else { return nil }
    (Unmanaged<AnyObject>.fromOpaque(context).takeRetainedValue() as? AnyJob)?.work()
    return nil
}

func now() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}

/// One line of the report: the median of the runs.
func report(_ runs: [RingRun], _ element: String, _ batch: Int, _ json: inout JSONText) {
    let median = runs.sorted { $0.seconds < $1.seconds }[runs.count / 2]
    let best = runs.map(\.seconds).min() ?? median.seconds
    json.object { json in
        json.field("element", element)
        json.field("batch", batch)
        json.field("samples", median.samples)
        json.field("seconds_median", median.seconds)
        json.field("samples_per_second_median", Double(median.samples) / median.seconds)
        json.field("samples_per_second_best", Double(median.samples) / best)
    }
}
