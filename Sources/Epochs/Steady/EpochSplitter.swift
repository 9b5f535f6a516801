import Signals

/// Tells in which epoch the samples of an even stretch lie.
struct EpochSplitter {
    private let grid: EpochGrid
    private var origin: Int64 = 0
    private var period = 1.0
    private var start: Int64 = 0
    private var first = 0
    private var end = 0
    /// A stamp may be rounded down to just before the second that it means, in nanoseconds.
    private static let rounding: Int64 = 1000

    init(grid: EpochGrid) { self.grid = grid }

    /// A stretch begins at `origin`, in nanoseconds since 1970.
    mutating func begin(at origin: Int64, rate: Double) {
        self.origin = origin &+ Self.rounding
        period = 1e9 / rate
        (first, end) = (0, 0)
    }

    /// The start of the epoch of sample `index`, in seconds since 1970, and the first index that lies beyond it.
    mutating func locate(_ index: Int) -> (start: Int64, end: Int) {
        if index >= first, index < end { return (start, end) }
        let second = floorSecond(instant(of: index))
        let range = grid.range(around: second)
        let span = Double(range.upperBound &* 1_000_000_000 &- origin)
        start = range.lowerBound
        first = index
        end = max(index + 1, Int((span / period).rounded(.up)))
        return (start, end)
    }

    /// When sample `index` was, in nanoseconds since 1970.
    func instant(of index: Int) -> Int64 { origin &+ Int64(Double(index) * period) }
}
