/// The last sixteen lags of a stream, in nanoseconds: their largest is what the link is used to, their smallest what
/// the time line is behind.
struct RecentLags {
    static let capacity = 16
    private var lags = [Int64](repeating: 0, count: capacity)
    private var next = 0
    /// The number of lags that are remembered, at most ``capacity``.
    private(set) var count = 0

    var isFull: Bool { count == Self.capacity }
    var largest: Int64? { lags.prefix(count).max() }
    var smallest: Int64? { lags.prefix(count).min() }

    mutating func append(_ lag: Int64) {
        lags[next] = Self.bounded(lag)
        next = (next + 1) % Self.capacity
        count = min(count + 1, Self.capacity)
    }

    /// Accounts for a time line that was moved earlier by `shift` and began `recent` lags ago.
    mutating func shift(by shift: Int64, recent: Int) {
        for back in 1...Self.capacity where back <= min(recent, count) {
            let index = (next + Self.capacity - back) % Self.capacity
            lags[index] = Self.bounded(lags[index] + Self.bounded(shift))
        }
    }

    /// At most 36 years, so that sums and differences of two cannot overflow.
    private static func bounded(_ lag: Int64) -> Int64 { min(max(lag, -1 << 60), 1 << 60) }
}
