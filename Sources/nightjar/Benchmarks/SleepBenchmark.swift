import Analysis

/// Three years of minutes: scored by every rule on counts, or a fortnight's rhythm.
struct SleepBenchmark {
    private let counts: [Double]
    private static let fortnight = 14 * 1440

    /// Days of somebody who is up from 7 to 23, with counts that never repeat.
    init() {
        var state: UInt64 = 7
        counts = (0..<(3 * 365 * 1440)).map { minute in
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            let noise = Double(state >> 40) / Double(1 << 24)
            let hour = minute % 1440 / 60
            let isUp = hour >= 7 && hour < 23
            return isUp ? (noise * 600).rounded() : noise > 0.93 ? (noise * 40).rounded() : 0
        }
    }

    /// Scores them by Cole and Kripke's rule with rescoring, the slowest of those that are used.
    func score() -> Benchmark.Work {
        Benchmark.measure {
            let states = SleepScorer.coleKripkeRescored.score(counts, seconds: 60) ?? []
            return states.contains(.asleep) ? states.count : 0
        }
    }

    /// Every figure of a fortnight's rhythm at once, sleep scored with it.
    func rhythm() -> Benchmark.Work {
        Benchmark.measure {
            let days = Array(counts.prefix(Self.fortnight))
            let states = SleepScorer.oakley40.score(days, seconds: 60) ?? []
            let rhythm = Rhythm(days, epochSeconds: 60, secondOfDay: 0, states: states)
            return rhythm?.extendedCosinor == nil ? 0 : days.count
        }
    }
}
