import Epochs
import Signals

/// What `nightjar epochs` was asked for, and what a first look at the recording found.
struct EpochPlan {
    /// The epoch length in seconds.
    var seconds: Int
    var zone: Zone
    var metrics: [EpochMetric]
    var isJSON: Bool
    /// Samples per second where the command line says so.
    var rate: Double?
    /// The largest value of the recorder in g where the command line says so.
    var range: Double?
    /// The result of `--calibrate`; nil without it.
    var calibration: Autocalibration.Outcome?
    /// Quarters of an hour by their start in seconds since 1970, where `wear` was asked for.
    var wear: [Int64: StillWear.State] = [:]

    /// The filtered measures that are needed.
    var kinds: Set<MotionMetrics.Kind> { Set(metrics.compactMap(\.kind)) }

    /// Whether the recorder was worn in most of an epoch; nil where that is unknown.
    func isWorn(_ epoch: Epoch) -> Bool? {
        let middle = epoch.start.nanoseconds / 1_000_000_000 + Int64(epoch.seconds / 2)
        let quarter = Int64((Double(middle) / 900).rounded(.down)) * 900
        switch wear[quarter] {
        case .worn: return true
        case .notWorn: return false
        case .unknown, nil: return nil
        }
    }

    /// The filtered measures of a recording whose first batch is `first`; `rate` and `range` are what its header says.
    func measures(rate: Double?, range: Double?, first: SampleBatch) -> MotionMetrics {
        MotionMetrics(
            kinds, seconds: seconds, zone: zone, rate: rate ?? MotionMetrics.nominalRate(near: Self.rate(of: first)),
            range: range, calibration: calibration?.accepted)
    }

    /// The rate that the stamps of a batch show, by the middle one of the distances between them.
    private static func rate(of batch: SampleBatch) -> Double {
        switch batch.times {
        case .uniform(let line): return line.hertz
        case .stamped(let stamps):
            let distances = zip(stamps.dropFirst(), stamps).map { $0 - $1 }.filter { $0 > 0 }.sorted()
            guard !distances.isEmpty else { return 100 }
            let middle = Double(distances[distances.count / 2])
            // Stamps of few digits alternate; the mean of what lies near the middle does not.
            let near = distances.filter { abs(Double($0) - middle) < 0.5 * middle }
            return 1e9 * Double(near.count) / Double(near.reduce(0, +))
        }
    }
}

extension Autocalibration.Outcome {
    /// The calibration, if it is to be applied.
    var accepted: Calibration? { isAccepted ? calibration : nil }
}
