/// Zero crossings, time above threshold and the integral of each axis between 0.25 and 3 Hz into rows: what a
/// Motionlogger makes of its sensor, from raw acceleration (band, order and dead band of 10 mg as GGIR has them).
struct CrossingMotion: MotionStage {
    private let design: Butterworth
    private let period: Double
    private var filter: Cascade
    private var runs: EpochRuns
    /// 1 for each axis that is below the dead band.
    private var below = SIMD4<Double>.zero
    private var isFirst = true
    private static let threshold = 0.01

    init(grid: EpochGrid, rate: Double) {
        design = Butterworth(bandPass: 0.25, 3, order: 2, rate: rate)
        period = 1 / rate
        filter = Cascade(design)
        runs = EpochRuns(grid: grid, rate: rate)
    }

    var reached: Int64 { runs.reached }

    mutating func begin(at origin: Int64) {
        runs.begin(at: origin)
        isFirst = true
    }

    mutating func add(_ samples: UnsafeBufferPointer<SIMD4<Double>>, to rows: MotionRows) {
        var band = Array(samples)
        if isFirst, let first = band.first {
            filter = Cascade(design)
            filter.settle(on: first)
            below = .zero
            isFirst = false
        }
        band.withUnsafeMutableBufferPointer { filter.run($0) }
        runs.take(band.count) { start, range in
            var (crossings, above, integral) = (SIMD4<Double>.zero, SIMD4<Double>.zero, SIMD4<Double>.zero)
            for index in range {
                let value = band[index]
                let size = value.replacing(with: -value, where: value .< 0)
                // Within the dead band a value counts as positive.
                let isBelow = SIMD4<Double>.zero.replacing(with: 1, where: value .<= -Self.threshold)
                crossings.replace(with: crossings + 1, where: isBelow .!= below)
                above.replace(with: above + 1, where: size .> Self.threshold)
                integral += size
                below = isBelow
            }
            rows.update(start) { row in
                row.crossings += crossings
                row.above += above * period
                row.integral += integral * period
                row.crossingCount += range.count
            }
        }
    }

    mutating func finish(to rows: MotionRows) {}
}
