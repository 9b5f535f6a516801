import CSamples
import Signals

/// What the samples of an export are like, found by going through them once: how fast each stream is, between which values,
/// and where it has holes.
struct RawSurvey: Sendable {
    /// One stream.
    struct Stream: Sendable {
        let channel: Channel
        let unit: SignalUnit
        let axes: Int
        /// Whether its samples are evenly spaced.
        let isEven: Bool
        /// The period that its first batch tells, in seconds.
        let period: Double
        private(set) var samples = 0
        /// The first and the last instant, in nanoseconds since 1970.
        private(set) var first: Int64 = .max, last: Int64 = .min
        private(set) var least: Float = .infinity, greatest: Float = -.infinity
        /// Where an evenly spaced stream has nothing for longer than two and a half samples.
        private(set) var holes: [Range<Int64>] = []

        /// The start of the window in which samples are counted for the rate, and how many there are in it by now.
        private var windowStart: Int64 = 0, windowSamples = 0
        /// The rate of the fastest long window, or else of the longest.
        private var fastest = 0.0, longest: Int64 = 0
        private var leastStep: Int64 = .max

        /// Nanoseconds over which a rate is taken: no jitter of stamps counts in so long a time.
        private static let window: Int64 = 600_000_000_000

        init(_ batch: SampleBatch) {
            (channel, unit, axes) = (batch.channel, batch.unit, batch.axes)
            if case .uniform(let line) = batch.times {
                (isEven, period) = (true, 1 / line.hertz)
            } else {
                (isEven, period) = (false, 0)
            }
        }

        func holds(_ batch: SampleBatch) -> Bool {
            guard channel == batch.channel, unit == batch.unit, axes == batch.axes else { return false }
            guard case .uniform(let line) = batch.times else { return !isEven }
            // A recorder that was set to another rate begins another stream; one that runs a little fast does not.
            return isEven && abs(line.hertz * period - 1) < 0.04
        }

        /// Samples per second that hold the fastest stretch of ten minutes, so that none has to be left out; of what comes
        /// unevenly, so many that hardly two fall on one place.
        var hertz: Double {
            if isEven { return fastest > 0 ? fastest : 1 / period }
            let seconds = Double(last.subtractingReportingOverflow(first).partialValue) / 1e9
            let usual = seconds > 0 ? 4 * Double(samples) / seconds : 1
            return min(leastStep == .max ? 1 : 1e9 / Double(leastStep), max(1, usual))
        }

        mutating func add(_ batch: SampleBatch) {
            batch.values.withUnsafeBufferPointer {
                nightjar_samples_extent($0.baseAddress, batch.count, axes, &least, &greatest)
            }
            switch batch.times {
            case .uniform(let line): addEven(batch.count, line)
            case .stamped(let stamps): addStamps(stamps)
            }
            samples += batch.count
        }

        private mutating func addEven(_ count: Int, _ line: Timeline) {
            let (start, end) = (line.instant(at: 0).nanoseconds, line.instant(at: count - 1).nanoseconds)
            let step = line.period >> 24
            if samples == 0 {
                windowStart = start
            } else if start &- last > step * 5 / 2 || start < last {
                if start > last { holes.append((last &+ step)..<max(start, last &+ step)) }
                closeWindow(at: last, windowSamples - 1)
                (windowStart, windowSamples) = (start, 0)
            } else if start &- windowStart >= Self.window {
                closeWindow(at: start, windowSamples)
                (windowStart, windowSamples) = (start, 0)
            }
            windowSamples += count
            (first, last) = (min(first, start), max(last, end))
        }

        private mutating func closeWindow(at end: Int64, _ count: Int) {
            let length = end &- windowStart
            guard length > 0, count > 0 else { return }
            let rate = Double(count) / (Double(length) / 1e9)
            if length >= Self.window {
                fastest = longest >= Self.window ? max(fastest, rate) : rate
            } else if length > longest {
                fastest = rate
            }
            longest = max(longest, length)
        }

        private mutating func addStamps(_ stamps: [Int64]) {
            for stamp in stamps {
                if last != .min, stamp > last { leastStep = min(leastStep, max(1_000_000, stamp &- last)) }
                (first, last) = (min(first, stamp), max(last, stamp))
            }
        }

        mutating func finish() { if isEven { closeWindow(at: last, windowSamples - 1) } }
    }

    private(set) var streams: [Stream] = []
    /// By how much anything came after what is later than it, in nanoseconds.
    private(set) var disorder: Int64 = 0
    private var latest: Int64 = .min

    mutating func add(_ batch: SampleBatch) {
        let index = streams.firstIndex { $0.holds(batch) } ?? streams.count
        if index == streams.count { streams.append(Stream(batch)) }
        streams[index].add(batch)
        let (start, end) = (
            batch.times.instant(at: 0).nanoseconds, batch.times.instant(at: batch.count - 1).nanoseconds
        )
        if latest != .min, latest > start { disorder = max(disorder, latest &- start) }
        latest = max(latest, end)
    }

    mutating func finish() { for index in streams.indices { streams[index].finish() } }
}
