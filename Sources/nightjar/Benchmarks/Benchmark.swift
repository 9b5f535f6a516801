import Glibc
import Runtime

/// A small benchmark that runs anywhere in seconds, with no file and no gateway.
enum Benchmark: String, CaseIterable {
    case decode, epochs, ring, notification
    case score, rhythm, pat
    case profile, profileByHand = "profile-by-hand"
    case relay, relayDurable = "relay-durable"
    case assessLoad = "assess-load"

    /// The amount and the cost of one run.
    struct Work {
        /// The amount of work, in ``Figure/unit``.
        var count: Int
        /// Wall-clock seconds.
        var seconds: Double
        /// CPU seconds of all threads.
        var cpuSeconds: Double
        /// The median of single ones, where each was timed.
        var medianMicroseconds: Double?
        /// The time that 99 of 100 answers took at most, in seconds; nil where nothing is answered.
        var percentile99: Double?

        init(count: Int, seconds: Double, cpuSeconds: Double) {
            (self.count, self.seconds, self.cpuSeconds) = (count, seconds, cpuSeconds)
        }
    }

    /// The result of a benchmark: the median of its runs.
    struct Figure {
        var name: String
        /// The unit of `work`.
        var unit: String
        var work: Int
        var seconds: Double
        var cpuSeconds: Double
        /// The time that 99 of 100 answers took at most, in seconds; nil where nothing is answered.
        var percentile99: Double?
        /// The most memory that the process has had so far, in megabytes.
        var peakMegabytes: Double
        var runs: Int
        /// The median of single ones, where each was timed.
        var medianMicroseconds: Double?

        /// Work per second of wall-clock time.
        var rate: Double { Double(work) / seconds }
    }

    /// The unit that is counted.
    var unit: String {
        switch self {
        case .decode, .epochs, .ring, .profile, .profileByHand: "samples"
        case .relay: "round trips"
        case .relayDurable: "messages"
        case .notification: "notifications"
        case .score, .rhythm, .pat: "minutes"
        case .assessLoad: "requests"
        }
    }

    /// A description in one line.
    var summary: String {
        switch self {
        case .decode: "a generated Axivity recording to samples with time"
        case .epochs: "acceleration to epochs of 1, 5, 30 and 60 s"
        case .ring: "samples through the ring, from one thread to another"
        case .notification: "heart-rate notifications to live readings, with a store"
        case .score: "three years of counts to sleep and wake"
        case .rhythm: "every figure of a fortnight's rhythm"
        case .pat: "a week through PAT-L, with weights of noise"
        case .relay: "a message from the watch to the phone and its reply back, one after the other"
        case .relayDurable: "user infos from phone to watch, each on the disk before it is promised"
        case .profile: "acceleration frames of a Polar H10 by the fields of a profile"
        case .assessLoad: "the route assess-load, asked by four connections at once; 99 of 100 answers within"
        case .profileByHand: "the same frames by the code that is written for them alone"
        }
    }

    /// Runs it five times.
    /// - Throws: `Failure` when there is no room for its temporary files.
    func figure() throws -> Figure {
        let once: () throws -> Work =
            switch self {
            case .decode: try DecodeBenchmark().run
            case .epochs: EpochBenchmark().run
            case .ring: RingBenchmark.run
            case .notification: try NotificationBenchmark().run
            case .score: SleepBenchmark().score
            case .rhythm: SleepBenchmark().rhythm
            case .pat: TransformerBenchmark().run
            case .relay: try RelayBenchmark().roundTrips
            case .relayDurable: try RelayBenchmark().durable
            case .profile: try ProfileBenchmark(.profile).run
            case .profileByHand: try ProfileBenchmark(.code).run
            case .assessLoad: try AssessLoadBenchmark().run
            }
        let runs = try (0..<5).map { _ in try once() }.sorted { $0.seconds < $1.seconds }
        let median = runs[runs.count / 2]
        return Figure(
            name: rawValue, unit: unit, work: median.count, seconds: median.seconds, cpuSeconds: median.cpuSeconds,
            percentile99: median.percentile99, peakMegabytes: Self.peak, runs: runs.count,
            medianMicroseconds: median.medianMicroseconds)
    }

    /// Times `body`, which returns the amount of work.
    static func measure(_ body: () throws -> Int) rethrows -> Work {
        let (wall, cpu) = (clock(CLOCK_MONOTONIC), clock(CLOCK_PROCESS_CPUTIME_ID))
        let count = try body()
        return Work(
            count: count, seconds: clock(CLOCK_MONOTONIC) - wall, cpuSeconds: clock(CLOCK_PROCESS_CPUTIME_ID) - cpu)
    }

    private static func clock(_ id: clockid_t) -> Double {
        var time = timespec()
        clock_gettime(id, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }

    private static var peak: Double {
        var usage = rusage()
        getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
        return Double(usage.ru_maxrss) / 1024
    }
}
