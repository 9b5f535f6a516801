/// Lets a value through at most once in an interval; of the ones that come too early only the latest is kept.
struct LatestThrottle<Value> {
    typealias Instant = ContinuousClock.Instant

    let interval: Duration
    private var open: Instant?
    private var held: Value?

    init(interval: Duration) { self.interval = interval }

    /// When a held value may go; nil when none is held.
    var due: Instant? { held == nil ? nil : open }

    /// Offers a value.
    /// - Returns: It, when it may go now.
    mutating func offer(_ value: Value, now: Instant) -> Value? {
        held = value
        return take(now: now)
    }

    /// The value that was held back, if it may be sent now.
    mutating func take(now: Instant) -> Value? {
        guard let value = held, open.map({ $0 <= now }) ?? true else { return nil }
        held = nil
        open = now.advanced(by: interval)
        return value
    }
}
