import Epochs
import Glibc
import Signals

/// Ten hours at 100 Hz, the same hour again and again, to epochs of 1, 5, 30 and 60 s.
struct EpochBenchmark {
    private let values: [Float]
    private static let rounds = 10

    init() {
        values = (0..<360_000).flatMap { index in
            let angle = Float(index) / 9549
            let shake = Float(index &* 7919 % 256 - 128) / 2048
            return [sinf(angle) * 0.6 + shake, cosf(angle) * 0.6 - shake, cosf(angle / 2) * 0.8 + shake]
        }
    }

    func run() -> Benchmark.Work {
        Benchmark.measure {
            guard let line = Timeline(origin: Instant(nanoseconds: 1_700_000_000_000_000_000), hertz: 100) else {
                return 0
            }
            var aggregator = EpochAggregator()
            var epochs = 0
            let count = values.count / 3
            for round in 0..<Self.rounds {
                aggregator.add(
                    SampleBatch(
                        device: DeviceID(rawValue: "benchmark"), channel: .acceleration, unit: .standardGravity,
                        axes: 3, values: values, times: .uniform(line.dropping(round * count)), received: line.origin))
                aggregator.drain { _ in epochs += 1 }
            }
            return epochs > 0 ? count * Self.rounds : 0
        }
    }
}
