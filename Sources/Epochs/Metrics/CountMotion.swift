/// The stage that computes activity counts.
struct CountMotion: MotionStage {
    private var stage: CountStage
    private var runs: EpochRuns

    init(grid: EpochGrid, rate: Double) {
        stage = CountStage(rate: rate)
        runs = EpochRuns(grid: grid, rate: 10)
    }

    var reached: Int64 { runs.reached }

    mutating func begin(at origin: Int64) {
        stage.begin()
        runs.begin(at: origin)
    }

    mutating func add(_ samples: UnsafeBufferPointer<SIMD4<Double>>, to rows: MotionRows) {
        let counts = stage.add(samples)
        runs.take(counts.count) { start, range in
            var sum = SIMD4<Double>.zero
            for index in range { sum += counts[index] }
            rows.update(start) { row in
                row.counts += sum
                row.tenths += range.count
            }
        }
    }

    mutating func finish(to rows: MotionRows) {}
}
