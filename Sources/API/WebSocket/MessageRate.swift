/// How many messages a client may send: a bucket that fills evenly.
struct MessageRate {
    /// Messages a minute, as the capacity of a token bucket.
    static let limit = 60.0
    private var left = limit
    private var last: ContinuousClock.Instant?

    /// Takes a token; false when the sender has none left.
    mutating func take(at now: ContinuousClock.Instant) -> Bool {
        if let last {
            let seconds = (now - last).components
            left = min(
                Self.limit, left + (Double(seconds.seconds) + Double(seconds.attoseconds) / 1e18) * Self.limit / 60)
        }
        last = now
        guard left >= 1 else { return false }
        left -= 1
        return true
    }
}
