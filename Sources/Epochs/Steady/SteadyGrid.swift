import CEpochs
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
    var rate: Double { point.rate }
    /// How far the grid has come. ``nightjar_grid_add`` makes most of it, ``take(_:_:at:to:)`` what is unusual.
    private var point = nightjar_grid()
    private var isOpen = false
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
    /// Nanoseconds since 1970 on both sides of which no difference of two overflows.
    private static let farthest: UInt64 = 1 << 61

    /// A grid of `rate` points per second.
    /// - Parameters:
    ///   - rate: points per second.
    ///   - calibration: a recorder's calibration, taken for each value.
    init(rate: Double, calibration: Calibration? = nil) {
        (point.rate, point.hole, point.slack) = (rate, max(rate / 4, 3), Self.slack)
        guard let calibration else { return }
        point.is_calibrated = true
        (point.scale, point.offset) = (Self.tuple(calibration.scale4), Self.tuple(calibration.offset4))
    }

    /// Takes a batch of acceleration in g and hands on what it makes.
    mutating func add(_ batch: SampleBatch, to sink: (Event) -> Void) {
        let count = batch.count
        guard count > 0 else { return }
        batch.values.withUnsafeBufferPointer { values in
            switch batch.times {
            case .uniform(let line): take(values, count, line, to: sink)
            case .stamped(let stamps):
                for index in 0..<count { take(values, index, at: stamps[index], to: sink) }
            }
        }
    }

    private mutating func take(
        _ values: UnsafeBufferPointer<Float>, _ count: Int, _ line: Timeline, to sink: (Event) -> Void
    ) {
        let isNear = [line.origin, line.instant(at: 0), line.instant(at: count - 1)].allSatisfy {
            $0.nanoseconds.magnitude < Self.farthest
        }
        var index = 0
        while index < count {
            let instant = line.instant(at: index).nanoseconds
            if isNear, isOpen, point.origin.magnitude < Self.farthest {
                let taken = fill(values, index..<count, line, at: instant)
                index += taken
                if taken > 0 { continue }
            }
            take(values, index, at: instant, to: sink)
            index += 1
        }
    }

    /// Takes usual samples of `range`, the first of them at `instant`, as long as the block has room, and returns how many.
    private mutating func fill(
        _ values: UnsafeBufferPointer<Float>, _ range: Range<Int>, _ line: Timeline, at instant: Int64
    ) -> Int {
        let steps = (line.firstIndex &+ Int64(range.lowerBound)) &* line.period
        return block.withUnsafeMutableBufferPointer { block in
            nightjar_grid_add(
                &point, values.baseAddress.map { $0 + 3 * range.lowerBound }, range.count, instant, steps & 0xFF_FFFF,
                line.period, block.baseAddress, &filled, block.count)
        }
    }

    /// Ends the open stretch.
    mutating func finish(to sink: (Event) -> Void) {
        guard isOpen else { return }
        hand(to: sink)
        isOpen = false
        sink(.end)
    }

    private mutating func take(
        _ values: UnsafeBufferPointer<Float>, _ index: Int, at instant: Int64, to sink: (Event) -> Void
    ) {
        var next = Decimals.exact(values[3 * index], values[3 * index + 1], values[3 * index + 2])
        guard (next * next).sum() < Self.limit * Self.limit else { return }
        if point.is_calibrated { next = next * Self.vector(point.scale) + Self.vector(point.offset) }
        let (span, isFar) = instant.subtractingReportingOverflow(point.origin)
        let place = Double(span) * rate / 1e9
        let distance = place - point.place
        if !isOpen || isFar || distance > point.hole || distance < -Self.step * rate {
            finish(to: sink)
            begin(instant, next, to: sink)
            return
        }
        guard distance > 1e-6 else { return }
        let value = Self.vector(point.value)
        while Double(point.made) <= place + Self.slack {
            let target = Double(point.made)
            if target >= place - Self.slack {
                block[filled] = next
            } else {
                let part = (target - point.place) / distance
                block[filled] = value + (next - value) * part
            }
            point.made += 1
            filled += 1
            // Always as many, so that results do not depend on how the samples arrived.
            if filled == Self.size { hand(to: sink) }
        }
        (point.place, point.value) = (place, Self.tuple(next))
    }

    private mutating func begin(_ instant: Int64, _ first: SIMD4<Double>, to sink: (Event) -> Void) {
        (point.origin, isOpen, point.made, point.place, point.value) = (instant, true, 1, 0, Self.tuple(first))
        sink(.begin(instant))
        (block[0], filled) = (first, 1)
    }

    private mutating func hand(to sink: (Event) -> Void) {
        guard filled > 0 else { return }
        block.withUnsafeBufferPointer { sink(.samples(UnsafeBufferPointer(rebasing: $0[..<filled]))) }
        filled = 0
    }

    private static func tuple(_ value: SIMD4<Double>) -> (Double, Double, Double, Double) {
        (value.x, value.y, value.z, value.w)
    }

    private static func vector(_ value: (Double, Double, Double, Double)) -> SIMD4<Double> {
        SIMD4(value.0, value.1, value.2, value.3)
    }
}
