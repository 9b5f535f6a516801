/// Counts what each watch in a browser asks, so that one that has run wild holds nobody up.
struct RecentRequests {
    /// Names of which it is known; past that all are forgotten, as names come from outside.
    private static let mostNames = 64

    private var times: [String: [ContinuousClock.Instant]] = [:]

    /// Whether one more request of `name` is within 50 a second, with a hundred at once; counts it then.
    mutating func allows(_ name: String, at now: ContinuousClock.Instant) -> Bool {
        var recent = (times[name] ?? []).filter { $0 > now.advanced(by: .seconds(-2)) }
        guard recent.count < 100 else { return false }
        recent.append(now)
        if times.count > Self.mostNames { times = [:] }
        times[name] = recent
        return true
    }
}
