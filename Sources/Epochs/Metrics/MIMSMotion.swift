/// MIMS units into rows (John and others 2019): the natural spline at 100 Hz, cut-off peaks restored where the
/// recorder's range is known, a Butterworth band of 0.2 to 5 Hz of fourth order, and the area under the rectified axes
/// of each epoch.
///
/// As in the published program the filter starts at rest at the beginning of a recording, so that the first epochs
/// hold its answer to gravity, and the peaks stay as they are where nearly all is cut off. After a hole it starts
/// settled.
struct MIMSMotion: MotionStage {
    static let rate = 100.0
    private let step: Double
    private let range: Double?
    private let design: Butterworth
    private var resampler: SplineResampler
    private var restorer: PeakRestorer?
    private var filter: Cascade
    private var runs: EpochRuns
    private var stretches = 0
    private var isSettled = false

    init(grid: EpochGrid, rate: Double, range: Double?) {
        step = rate / Self.rate
        self.range = range
        design = Butterworth(bandPass: 0.2, 5, order: 4, rate: Self.rate)
        resampler = SplineResampler(step: step)
        restorer = range.map { PeakRestorer(range: $0) }
        filter = Cascade(design)
        runs = EpochRuns(grid: grid, rate: Self.rate)
    }

    var reached: Int64 { runs.reached }

    mutating func begin(at origin: Int64) {
        runs.begin(at: origin)
        filter = Cascade(design)
        isSettled = stretches == 0
        stretches += 1
    }

    mutating func add(_ samples: UnsafeBufferPointer<SIMD4<Double>>, to rows: MotionRows) {
        let even = abs(step - 1) < 1e-9 ? Array(samples) : resampler.add(samples)
        sum(restorer?.add(even) ?? even, to: rows)
    }

    mutating func finish(to rows: MotionRows) {
        let even = resampler.finish()
        sum((restorer?.add(even) ?? even) + (restorer?.finish() ?? []), to: rows)
    }

    private mutating func sum(_ samples: [SIMD4<Double>], to rows: MotionRows) {
        guard let first = samples.first else { return }
        if !isSettled { filter.settle(on: first) }
        isSettled = true
        var band = samples
        band.withUnsafeMutableBufferPointer { filter.run($0) }
        runs.take(band.count) { start, range in
            var area = SIMD4<Double>.zero
            for index in range { area += Self.size(band[index]) }
            rows.update(start) { row in
                // Trapezoids: the first and the last sample of an epoch count half.
                if row.areaCount == 0 { row.areaEnds = Self.size(band[range.lowerBound]) }
                row.areaLast = Self.size(band[range.upperBound - 1])
                row.area += area
                row.areaCount += range.count
            }
        }
    }

    private static func size(_ value: SIMD4<Double>) -> SIMD4<Double> {
        value.replacing(with: -value, where: value .< 0)
    }
}
