/// A person's resting place for each feature: centre and scale.
public struct LoadBaseline: Hashable, Sendable {
    /// Centre and scale of one feature, for its deviations.
    public struct Feature: Hashable, Sendable {
        /// The median.
        public var center: Double
        /// 1.4826 times the median absolute deviation, not below the feature's floor.
        public var scale: Double
        /// Samples that it was learned from; 0 for a prior.
        public var samples: Int

        /// Memberwise; what is not given has its default.
        public init(center: Double, scale: Double, samples: Int = 0) {
            self.center = center
            self.scale = scale
            self.samples = samples
        }

        func deviation(of value: Double) -> Double { (value - center) / scale }
    }

    /// Heart rate, per minute.
    public var heartRate: Feature
    /// Natural logarithm of RMSSD in ms.
    public var lnRMSSD: Feature
    /// Natural logarithm of SDNN in ms.
    public var lnSDNN: Feature

    /// Memberwise.
    public init(heartRate: Feature, lnRMSSD: Feature, lnSDNN: Feature) {
        self.heartRate = heartRate
        self.lnRMSSD = lnRMSSD
        self.lnSDNN = lnSDNN
    }

    /// Typical adults at rest: 70 ± 10 per minute, RMSSD about 35 ms, SDNN about 50 ms. Only for the first minutes of
    /// a person who is not known yet.
    public static let typicalAdult = LoadBaseline(
        heartRate: Feature(center: 70, scale: 10), lnRMSSD: Feature(center: 3.5553480614894135, scale: 0.5),
        lnSDNN: Feature(center: 3.912023005428146, scale: 0.5))
}

/// The trailing hour of one feature, on a grid of 10 s.
struct TrailingBaseline: Sendable {
    /// Samples that a baseline needs: 2 min.
    static let fewest = 12
    private static let window: Int64 = 3_600_000_000_000

    private var samples: [(nanoseconds: Int64, value: Double)] = []
    /// The same values, ascending.
    private var sorted: [Double] = []
    private let floor: Double

    init(floor: Double) { self.floor = floor }

    var count: Int { samples.count }

    mutating func append(_ value: Double, at nanoseconds: Int64) {
        samples.append((nanoseconds, value))
        sorted.insert(value, at: place(of: value))
    }

    /// Forgets what is older than an hour at `nanoseconds`.
    mutating func trim(at nanoseconds: Int64) {
        if let newest = samples.last, newest.nanoseconds > nanoseconds { forget(after: nanoseconds) }
        let (limit, overflow) = nanoseconds.subtractingReportingOverflow(Self.window)
        guard !overflow else { return }
        var old = 0
        while old < samples.count, samples[old].nanoseconds < limit {
            sorted.remove(at: place(of: samples[old].value))
            old += 1
        }
        samples.removeFirst(old)
    }

    /// Forgets what lies in the future, after a clock was put back.
    private mutating func forget(after nanoseconds: Int64) {
        samples.removeAll { $0.nanoseconds > nanoseconds }
        sorted = samples.map(\.value).sorted()
    }

    /// Median and scaled median absolute deviation; nil while there are too few samples.
    mutating func feature() -> LoadBaseline.Feature? {
        guard count >= Self.fewest else { return nil }
        let samples = count
        let floor = self.floor
        return sorted.withUnsafeMutableBufferPointer { sorted in
            let center = OrderStatistics.median(sorted)
            let spread = OrderStatistics.medianAbsoluteDeviation(sorted, from: center)
            return LoadBaseline.Feature(center: center, scale: max(1.4826 * spread, floor), samples: samples)
        }
    }

    /// The first place whose value is not below `value`.
    private func place(of value: Double) -> Int {
        var low = 0
        var high = sorted.count
        while low < high {
            let middle = (low + high) / 2
            if sorted[middle] < value { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
