import Epochs
import Signals

/// Batches of made-up motion, and epochs computed the plain way to compare with.
struct Samples {
    static let device = DeviceID(rawValue: "test")
    /// 2023-11-14T22:13:20Z, no multiple of a minute.
    static let start: Int64 = 1_700_000_000_000_000_000

    var times: [Int64] = []
    var values: [Float] = []

    var count: Int { times.count }

    /// `count` samples on `line`, a turning wrist with noise from `seed`.
    init(on line: Timeline, count: Int, seed: UInt64 = 1) {
        var random = SplitMix(state: seed)
        for index in 0..<count {
            times.append(line.instant(at: index).nanoseconds)
            values += Self.value(index, &random)
        }
    }

    /// Samples at the given instants.
    init(at times: [Int64], seed: UInt64 = 1) {
        var random = SplitMix(state: seed)
        self.times = times
        values = times.indices.flatMap { Self.value($0, &random) }
    }

    private static func value(_ index: Int, _ random: inout SplitMix) -> [Float] {
        func noise() -> Float { Float(random.next() >> 40) / Float(1 << 24) - 0.5 }
        let phase = Float(index % 4000) / 4000
        return [0.6 * phase + 0.3 * noise(), 0.5 - phase + 0.3 * noise(), 0.9 - 1.6 * phase + 0.3 * noise()]
    }

    func batch(_ range: Range<Int>, received: Instant = Instant(nanoseconds: 0)) -> SampleBatch {
        SampleBatch(
            device: Self.device, channel: .acceleration, unit: .standardGravity, axes: 3,
            values: Array(values[(range.lowerBound * 3)..<(range.upperBound * 3)]),
            times: .stamped(Array(times[range])), received: received)
    }

    var batch: SampleBatch { batch(0..<count) }

    /// Epochs of `length` seconds from 1970 in UTC, by the definitions and nothing else.
    func epochs(of length: Int) -> [Int64: Epoch.Motion] {
        let norms = (0..<count).map { index in
            let sample = values[(3 * index)..<(3 * index + 3)].map(Double.init)
            return (sample[0] * sample[0] + sample[1] * sample[1] + sample[2] * sample[2]).squareRoot()
        }
        let groups = Dictionary(grouping: 0..<count) { times[$0] / 1_000_000_000 / Int64(length) * Int64(length) }
        return groups.mapValues { indices in
            let norms = indices.map { norms[$0] }
            let count = Double(norms.count)
            let mean = norms.reduce(0, +) / count
            return Epoch.Motion(
                samples: norms.count, enmo: norms.reduce(0) { $0 + max($1 - 1, 0) } / count,
                mad: norms.reduce(0) { $0 + abs($1 - mean) } / count, angleZ: 0,
                enmoa: norms.reduce(0) { $0 + abs($1 - 1) } / count)
        }
    }
}

/// A small deterministic generator (Steele, Lea & Flood 2014).
struct SplitMix: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}

extension EpochAggregator {
    /// All epochs that `batches` give from beginning to end.
    static func epochs(
        _ batches: [SampleBatch], _ configuration: EpochConfiguration = EpochConfiguration()
    ) -> [Epoch] {
        var aggregator = EpochAggregator(configuration)
        var epochs: [Epoch] = []
        for batch in batches {
            aggregator.add(batch)
            epochs += aggregator.drain()
        }
        aggregator.finish()
        return epochs + aggregator.drain()
    }
}
