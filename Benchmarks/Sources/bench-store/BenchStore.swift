import Glibc
import Signals
import Store

/// `bench-store [FOLDER] [YEARS]`: fills a store with years of 30 s epochs (three by default) and prints, as one JSON
/// object per line, how fast it takes data in and how long a month of one device takes to read and to make a chart
/// of: the median over months all over the years. FOLDER is emptied neither before nor after.
@main
enum BenchStore {
    static let device = DeviceID(rawValue: "bench-1")
    static let origin = Instant(nanoseconds: 1_672_531_200_000_000_000)
    static let day = 2880

    static func main() async throws {
        let arguments = CommandLine.arguments
        let folder = arguments.count > 1 ? arguments[1] : "/tmp/nightjar-bench-store-\(getpid())"
        let years = arguments.count > 2 ? Int(arguments[2]) ?? 3 : 3
        let store = try Store(folder: folder)
        try await fill(store, days: years * 365)
        try await ingest(store)
        try read(store, days: years * 365)
        for plan in try store.queryPlans() {
            for step in plan.steps { print("{\"plan\":\"\(plan.name)\",\"step\":\"\(step)\"}") }
        }
        store.close()
        var status = stat()
        stat(folder + "/store.sqlite", &status)
        print("{\"file_mb\":\(Double(status.st_size) / 1e6),\"peak_mb\":\(peak),\"folder\":\"\(folder)\"}")
    }

    /// The epochs.
    private static func fill(_ store: Store, days: Int) async throws {
        let began = seconds(CLOCK_MONOTONIC)
        for date in 0..<days {
            store.append((0..<day).map { epoch(date * day + $0) }, device: device)
            if date.isMultiple(of: 10) { try await store.flush() }
        }
        try await store.flush()
        let took = seconds(CLOCK_MONOTONIC) - began
        print("{\"name\":\"fill\",\"epochs\":\(days * day),\"s\":\(took),\"per_s\":\(Double(days * day) / took)}")
    }

    /// Raw samples as they come in live: batches of a quarter of a second at 100 Hz, as fast as the store takes them.
    private static func ingest(_ store: Store) async throws {
        let batches = 20_000
        guard let line = Timeline(origin: origin, hertz: 100) else { return }
        let (began, cpu) = (seconds(CLOCK_MONOTONIC), seconds(CLOCK_PROCESS_CPUTIME_ID))
        for n in 0..<batches {
            // A walk on the grid of a 13 bit sensor, not noise: noise cannot be compressed.
            let values = (0..<75).map { Float((n * 75 + $0) % 64 + ($0 % 3) * 200) / 256 }
            store.append(
                SampleBatch(
                    device: device, channel: .acceleration, unit: .standardGravity, axes: 3, values: values,
                    times: .uniform(line.dropping(n * 25)), received: origin, sequence: Int64(n)))
            if n.isMultiple(of: 2000) { try await store.flush() }
        }
        try await store.flush()
        let (took, spent) = (seconds(CLOCK_MONOTONIC) - began, seconds(CLOCK_PROCESS_CPUTIME_ID) - cpu)
        print(
            "{\"name\":\"ingest\",\"samples\":\(batches * 25),\"s\":\(took),\"cpu_s\":\(spent),"
                + "\"per_s\":\(Double(batches * 25) / took),\"lost\":\(store.status.droppedSamples)}")
    }

    /// A month on a screen of 2000 points, and all of its epochs.
    private static func read(_ store: Store, days: Int) throws {
        var charts: [Double] = []
        var wholes: [Double] = []
        let cpu = seconds(CLOCK_PROCESS_CPUTIME_ID)
        var points = 0
        var epochs = 0
        for run in 0..<31 {
            let first = (run * 37) % max(1, days - 30)
            let from = origin.advanced(bySeconds: Double(first) * 86_400)
            let to = from.advanced(bySeconds: 30 * 86_400)
            var began = seconds(CLOCK_MONOTONIC)
            points = try store.chart(of: device, seconds: 30, from: from, to: to, points: 2000).count
            charts.append(seconds(CLOCK_MONOTONIC) - began)
            began = seconds(CLOCK_MONOTONIC)
            epochs = try store.epochs(of: device, seconds: 30, from: from, to: to).count
            wholes.append(seconds(CLOCK_MONOTONIC) - began)
        }
        let spent = (seconds(CLOCK_PROCESS_CPUTIME_ID) - cpu) * 1000 / Double(charts.count + wholes.count)
        for (name, times, count) in [("month chart", charts, points), ("month of epochs", wholes, epochs)] {
            let sorted = times.sorted().map { $0 * 1000 }
            print(
                "{\"name\":\"\(name)\",\"rows\":\(count),\"median_ms\":\(sorted[sorted.count / 2]),"
                    + "\"worst_ms\":\(sorted[sorted.count - 1]),\"mean_cpu_ms_of_both\":\(spent)}")
        }
    }

    private static func epoch(_ n: Int) -> Epoch {
        Epoch(
            start: origin.advanced(byNanoseconds: Int64(n) * 30_000_000_000), seconds: 30,
            motion: .init(
                samples: 3000, enmo: Double(n % 997) / 3000, mad: Double(n % 89) / 700, angleZ: Double(n % 180) - 90.1),
            heart: .init(beats: 30, rate: 55 + Double(n % 300) / 7))
    }

    private static func seconds(_ clock: clockid_t) -> Double {
        var time = timespec()
        clock_gettime(clock, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }

    private static var peak: Double {
        var usage = rusage()
        getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
        return Double(usage.ru_maxrss) / 1024
    }
}
