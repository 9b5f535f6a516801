import Analysis
import Glibc
import Signals

/// Times what is done for each beat, and all measures of five minutes, on the processor's clock of this thread; prints
/// one line of JSON. The rhythm is drawn.
@main
enum BenchHeart {
    static func main() {
        let rr = drawn(count: 20_000)
        var live = LiveAnalysis()
        var time = Instant(nanoseconds: 1_750_000_000_000_000_000)
        var spent: [Double] = []
        spent.reserveCapacity(rr.count)
        for interval in rr {
            time = time.advanced(byNanoseconds: Int64(interval * 1e6))
            let start = now()
            let reading = live.receive(beat: time, rr: interval)
            while live.nextSettled() != nil {}
            spent.append(now() - start)
            if reading.window.coverage > 2 { print(reading) }
        }
        // Buffers are filled in the first thousand beats.
        spent.removeFirst(1000)
        spent.sort()
        let window = Array(rr.prefix(352))
        let report = best(20) { RhythmReport(window)?.sampleEntropy.value ?? 0 }
        let domain = best(200) { HeartRateVariability(window)?.rmssd ?? 0 }
        print(
            """
            {"beats": \(spent.count), "beat_median_us": \(spent[spent.count / 2] * 1e6), \
            "beat_p99_us": \(spent[spent.count * 99 / 100] * 1e6), "hrv_300s_ms": \(report * 1e3), \
            "time_domain_us": \(domain * 1e6), "intervals": \(window.count)}
            """)
    }

    private static func drawn(count: Int) -> [Double] {
        var seed: UInt64 = 3
        return (0..<count).map { index in
            seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            let noise = Double(seed >> 40) / Double(1 << 24) - 0.5
            // One beat in a hundred comes early, so that correction has work to do.
            let early = index % 100 == 50 ? -250.0 : index % 100 == 51 ? 250 : 0
            return 850 + 40 * sin(Double(index) * 0.21 * 6.28) + 30 * noise + early
        }
    }

    private static func best(_ runs: Int, _ work: () -> Double) -> Double {
        var least = Double.infinity
        var sum = 0.0
        for _ in 0..<runs {
            let start = now()
            sum += work()
            least = min(least, now() - start)
        }
        if sum.isNaN { print(sum) }
        return least
    }

    /// Seconds of this thread on the processor.
    private static func now() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
    }
}
