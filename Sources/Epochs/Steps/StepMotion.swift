/// Steps into rows. Ten minutes are looked at together, with ten seconds around them.
struct StepMotion: MotionStage {
    private var resampler: LinePicker
    private var signal: [Double] = []
    /// Seconds at the front of `signal` whose steps were counted already.
    private var counted = 0
    private var runs: EpochRuns
    private let step: Double
    private static let piece = 600
    private static let margin = 10

    init(grid: EpochGrid, rate: Double) {
        step = rate / 10
        resampler = LinePicker(step: step)
        runs = EpochRuns(grid: grid, rate: 1)
    }

    var reached: Int64 { runs.reached }

    mutating func begin(at origin: Int64) {
        runs.begin(at: origin)
        resampler = LinePicker(step: step)
        (signal, counted) = ([], 0)
    }

    mutating func add(_ samples: UnsafeBufferPointer<SIMD4<Double>>, to rows: MotionRows) {
        for sample in samples {
            resampler.add(sample) { signal.append(($0 * $0).sum().squareRoot() - 1) }
        }
        while signal.count >= 10 * (counted + Self.piece + Self.margin) { count(Self.piece, to: rows) }
    }

    mutating func finish(to rows: MotionRows) {
        // A last second of which most is there is filled up with its last value.
        if let last = signal.last, signal.count % 10 >= 7 { while signal.count % 10 != 0 { signal.append(last) } }
        count(signal.count / 10 - counted, to: rows)
    }

    private mutating func count(_ seconds: Int, to rows: MotionRows) {
        guard seconds > 0 else { return }
        let end = min(signal.count / 10, counted + seconds + Self.margin)
        let cadences = WalkingCadence.cadences(Array(signal[..<(10 * end)]))
        let first = counted
        runs.take(seconds) { start, range in
            var sum = 0.0
            for second in range { sum += cadences[first + second] }
            rows.update(start) { row in
                row.steps += sum
                row.stepSeconds += range.count
            }
        }
        let dropped = max(0, counted + seconds - Self.margin)
        signal.removeFirst(10 * dropped)
        counted = counted + seconds - dropped
    }
}
