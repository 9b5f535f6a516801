/// A time in which the system gives no descriptors: nothing is asked of it for a while, and it is told of once.
public struct Shortage: Sendable {
    /// How long the system is not asked again.
    public static let pause = Duration.seconds(1)
    private var until: ContinuousClock.Instant?
    private var isTold = false

    /// No shortage.
    public init() {}

    /// Whether the system is not to be asked yet.
    public func isPaused(at now: ContinuousClock.Instant) -> Bool { until.map { now < $0 } ?? false }

    /// The system gave none.
    /// - Returns: Whether that is news.
    public mutating func hasBegun(at now: ContinuousClock.Instant) -> Bool {
        until = now + Self.pause
        defer { isTold = true }
        return !isTold
    }

    /// The system has given descriptors or memory again.
    public mutating func isOver() { (until, isTold) = (nil, false) }
}
