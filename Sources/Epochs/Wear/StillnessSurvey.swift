public import Signals

/// What a first look at a recording finds: windows in which the recorder lay still, for its calibration, and how its
/// axes spread over each quarter of an hour, for non-wear.
///
/// 10-second windows lie on multiples of their length since 1970. Memory is bounded by ``mostStill`` windows and grows
/// by 20 kB a day of quarters.
public struct StillnessSurvey: Sendable {
    /// A quarter of an hour.
    struct Quarter: Sendable {
        var spread = AxisSpread()
        /// 10-second windows that have samples.
        var windows = 0
    }

    /// Mean vectors in g of the windows in which every axis deviates by less than 13 mg, with their numbers of samples.
    /// Of more than ``mostStill`` every second is kept, then every fourth and so on, evenly over the recording: a sphere
    /// needs directions and not numbers, and a year has them all.
    public private(set) var still: [(mean: SIMD3<Double>, samples: Int)] = []
    /// Still windows that are kept at most: a fortnight that lies still all the time, more than a month that is worn.
    public let mostStill: Int
    /// How many still windows there were, and of how many one is kept.
    private var (stillCount, thinning) = (0, 1)
    /// Quarters of an hour by their start in seconds since 1970.
    private(set) var quarters: [Int64: Quarter] = [:]
    /// The first second of the recording and the one after its last.
    private(set) var extent: Range<Int64>?
    private var open = AxisSpread()
    private var start = Int64.min
    private static let length: Int64 = 10
    private static let limit = 0.013

    /// Nothing looked at yet.
    /// - Parameter mostStill: still windows that are kept at most, 2 ... .
    public init(mostStill: Int = 1 << 17) { self.mostStill = max(2, mostStill) }

    /// Takes a batch of three-axis acceleration in g; others are left alone.
    public mutating func add(_ batch: SampleBatch) {
        guard batch.channel == .acceleration, batch.axes == 3 else { return }
        batch.values.withUnsafeBufferPointer { values in
            var index = 0
            while index < batch.count {
                let second = floorSecond(batch.times.instant(at: index).nanoseconds)
                let window = Int64((Double(second) / 10).rounded(.down)) * Self.length
                let end = Self.end(of: window, batch, from: index)
                if window != start { close(before: window) }
                open.join(AxisSpread(values, index..<end))
                let last = floorSecond(batch.times.instant(at: end - 1).nanoseconds)
                note(second, last)
                index = end
            }
        }
    }

    /// Closes the last window, as no more samples follow.
    public mutating func finish() { close(before: .min) }

    private static func end(of window: Int64, _ batch: SampleBatch, from index: Int) -> Int {
        let border = Instant(nanoseconds: (window + length) &* 1_000_000_000)
        switch batch.times {
        case .uniform(let line): return min(batch.count, max(index + 1, line.index(atOrAfter: border)))
        case .stamped(let stamps):
            var end = index + 1
            let first = window &* 1_000_000_000
            while end < stamps.count, stamps[end] < border.nanoseconds, stamps[end] >= first { end += 1 }
            return end
        }
    }

    private mutating func note(_ first: Int64, _ last: Int64) {
        let (first, last) = (min(first, last), max(first, last))
        guard let extent else { return self.extent = first..<(last + 1) }
        self.extent = min(extent.lowerBound, first)..<max(extent.upperBound, last + 1)
    }

    private mutating func close(before window: Int64) {
        defer { (open, start) = (AxisSpread(), window) }
        guard open.count > 0 else { return }
        let quarter = Int64((Double(start) / 900).rounded(.down)) * 900
        quarters[quarter, default: Quarter()].spread.join(open)
        quarters[quarter, default: Quarter()].windows += 1
        let size = (open.mean * open.mean).sum().squareRoot()
        let deviation = open.deviation
        guard open.count >= 10, deviation.max() < Self.limit, size > 0.5, size < 2 else { return }
        keepStill(SIMD3(open.mean.x, open.mean.y, open.mean.z), open.count)
    }

    private mutating func keepStill(_ mean: SIMD3<Double>, _ samples: Int) {
        defer { stillCount += 1 }
        guard stillCount % thinning == 0 else { return }
        if still.count == mostStill {
            still = stride(from: 0, to: still.count, by: 2).map { still[$0] }
            thinning *= 2
            guard stillCount % thinning == 0 else { return }
        }
        still.append((mean, samples))
    }
}
