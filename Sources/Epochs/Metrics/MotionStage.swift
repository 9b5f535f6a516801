/// One measure in the making over even stretches of samples.
protocol MotionStage {
    /// A stretch begins, at `origin` nanoseconds since 1970.
    mutating func begin(at origin: Int64)
    /// Adds samples in g, in order.
    mutating func add(_ samples: UnsafeBufferPointer<SIMD4<Double>>, to rows: MotionRows)
    /// The stretch ends: writes what is left.
    mutating func finish(to rows: MotionRows)
    /// Up to when all samples are in their rows, in nanoseconds since 1970.
    var reached: Int64 { get }
}

/// Samples handed on in order and the epochs in which they lie.
struct EpochRuns {
    private var splitter: EpochSplitter
    private let rate: Double
    /// The index of the next sample in the stretch.
    private(set) var next = 0

    init(grid: EpochGrid, rate: Double) {
        splitter = EpochSplitter(grid: grid)
        self.rate = rate
    }

    mutating func begin(at origin: Int64) {
        splitter.begin(at: origin, rate: rate)
        next = 0
    }

    /// When the next sample is due, in nanoseconds since 1970.
    var reached: Int64 { splitter.instant(of: next) }

    /// Hands each part of the next `count` samples that lies in one epoch to `body`, with the epoch's start.
    mutating func take(_ count: Int, _ body: (Int64, Range<Int>) -> Void) {
        var done = 0
        while done < count {
            let found = splitter.locate(next)
            let end = min(count, done + found.end - next)
            body(found.start, done..<end)
            next += end - done
            done = end
        }
    }
}
