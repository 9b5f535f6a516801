import Signals

/// Puts three-axis samples on an even grid of one rate, in stretches without holes.
///
/// A sample whose stamp lies within a tenth of a period of a place of the grid is taken as it is, so a recording that
/// is even already keeps its very values; between samples that lie elsewhere the line between the two neighbours
/// counts. A hole longer than a quarter of a second (at slow rates three periods) ends a stretch. Samples that come
/// after a later one, and values that cannot be, are passed over.
struct SteadyGrid {
    /// An event on the grid.
    enum Event {
        /// A stretch begins at this instant, in nanoseconds since 1970.
        case begin(Int64)
        /// Samples of the stretch in g; the fourth value is 0.
        case samples(UnsafeBufferPointer<SIMD4<Double>>)
        /// The stretch ends.
        case end
    }

    /// Grid points per second.
    let rate: Double
    /// Taken for each value: a recorder's calibration.
    var calibration: Calibration?
    private let hole: Double
    private var origin: Int64 = 0
    private var isOpen = false
    private var made = 0
    private var place = 0.0
    private var value = SIMD4<Double>.zero
    private var block = [SIMD4<Double>](repeating: .zero, count: Self.size)
    /// The number of samples in ``block``.
    private var filled = 0
    /// How far from a place of the grid a sample may lie to be taken as it is, in periods.
    private static let slack = 0.1
    /// Stamps that go back by more than this begin a new stretch, in seconds.
    private static let step = 60.0
    /// Samples per block.
    private static let size = 4096
    /// The greatest value that is accepted, in g.
    private static let limit = 256.0

    /// A grid of `rate` points per second.
    init(rate: Double, calibration: Calibration? = nil) {
        self.rate = rate
        self.calibration = calibration
        hole = max(rate / 4, 3)
    }

    /// Takes a batch of acceleration in g and hands on what it makes.
    mutating func add(_ batch: SampleBatch, to sink: (Event) -> Void) {
        let count = batch.count
        guard count > 0 else { return }
        batch.values.withUnsafeBufferPointer { values in
            switch batch.times {
            case .uniform(let line):
                line.forEachInstant(in: 0..<count) { index, instant in take(values, index, at: instant, to: sink) }
            case .stamped(let stamps):
                for index in 0..<count { take(values, index, at: stamps[index], to: sink) }
            }
        }
    }

    /// Ends the open stretch.
    mutating func finish(to sink: (Event) -> Void) {
        guard isOpen else { return }
        hand(to: sink)
        isOpen = false
        sink(.end)
    }

    @inline(__always)
    private mutating func take(
        _ values: UnsafeBufferPointer<Float>, _ index: Int, at instant: Int64, to sink: (Event) -> Void
    ) {
        var next = Decimals.exact(values[3 * index], values[3 * index + 1], values[3 * index + 2])
        guard (next * next).sum() < Self.limit * Self.limit else { return }
        if let calibration { next = next * calibration.scale4 + calibration.offset4 }
        let (span, isFar) = instant.subtractingReportingOverflow(origin)
        let place = Double(span) * rate / 1e9
        let distance = place - self.place
        if !isOpen || isFar || distance > hole || distance < -Self.step * rate {
            finish(to: sink)
            begin(instant, next, to: sink)
            return
        }
        guard distance > 1e-6 else { return }
        while Double(made) <= place + Self.slack {
            let target = Double(made)
            if target >= place - Self.slack {
                block[filled] = next
            } else {
                let part = (target - self.place) / distance
                block[filled] = value + (next - value) * part
            }
            made += 1
            filled += 1
            // Always as many, so that results do not depend on how the samples arrived.
            if filled == Self.size { hand(to: sink) }
        }
        (self.place, value) = (place, next)
    }

    private mutating func begin(_ instant: Int64, _ first: SIMD4<Double>, to sink: (Event) -> Void) {
        (origin, isOpen, made, place, value) = (instant, true, 1, 0, first)
        sink(.begin(instant))
        (block[0], filled) = (first, 1)
    }

    private mutating func hand(to sink: (Event) -> Void) {
        guard filled > 0 else { return }
        block.withUnsafeBufferPointer { sink(.samples(UnsafeBufferPointer(rebasing: $0[..<filled]))) }
        filled = 0
    }
}
