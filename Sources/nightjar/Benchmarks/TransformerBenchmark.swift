import Analysis

/// A week through the largest actigraphy transformer; the weights are noise, which costs what real ones cost.
struct TransformerBenchmark {
    private let encoder = PATEncoder(PATWeights(noiseFor: .large))
    private let week: [Float] = (0..<PATModel.minutes).map { Float($0 * 7919 % 613) / 306 - 1 }

    func run() -> Benchmark.Work {
        Benchmark.measure {
            encoder.encode(week).embedding.allSatisfy(\.isFinite) ? PATModel.minutes : 0
        }
    }
}
