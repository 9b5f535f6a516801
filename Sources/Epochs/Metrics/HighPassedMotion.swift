/// The length of the high-passed vector, or the variance of its axes, into rows.
struct HighPassedMotion: MotionStage {
    /// The measure that is made of the filtered signal.
    enum Measure {
        /// HFEN: the mean length (van Hees and others, PLoS ONE 8, 2013): fourth order, 0.2 Hz.
        case length
        /// The activity index (Bai and others, PLoS ONE 11, 2016, without the noise term): third order, 0.25 Hz.
        case variance
    }

    private let measure: Measure
    private var filter: ZeroPhase
    private var runs: EpochRuns

    init(_ measure: Measure, grid: EpochGrid, rate: Double) {
        self.measure = measure
        let design =
            switch measure {
            case .length: Butterworth(highPass: 0.2, order: 4, rate: rate)
            case .variance: Butterworth(highPass: 0.25, order: 3, rate: rate)
            }
        filter = ZeroPhase(design, rate: rate)
        runs = EpochRuns(grid: grid, rate: rate)
    }

    var reached: Int64 { runs.reached }

    mutating func begin(at origin: Int64) { runs.begin(at: origin) }

    mutating func add(_ samples: UnsafeBufferPointer<SIMD4<Double>>, to rows: MotionRows) {
        filter.add(samples) { Self.put($0, measure, &runs, rows) }
    }

    mutating func finish(to rows: MotionRows) {
        filter.finish { Self.put($0, measure, &runs, rows) }
    }

    private static func put(
        _ samples: UnsafeBufferPointer<SIMD4<Double>>, _ measure: Measure, _ runs: inout EpochRuns, _ rows: MotionRows
    ) {
        runs.take(samples.count) { start, range in
            switch measure {
            case .length:
                var sum = 0.0
                for index in range { sum += (samples[index] * samples[index]).sum().squareRoot() }
                rows.update(start) { row in
                    row.highPassed += sum
                    row.highPassedCount += range.count
                }
            case .variance:
                var (sum, squares) = (SIMD4<Double>.zero, SIMD4<Double>.zero)
                for index in range {
                    sum += samples[index]
                    squares += samples[index] * samples[index]
                }
                rows.update(start) { row in
                    row.axisSum += sum
                    row.axisSquares += squares
                    row.axisCount += range.count
                }
            }
        }
    }
}
