public import Signals

/// How many wrong attempts are heard: a few at once, then one now and then (a token bucket for each key). Holds a bounded
/// number of keys; the fullest is forgotten first.
public struct RateLimit: Sendable {
    private struct Bucket {
        var level: Double
        var time: Instant
    }

    private let burst: Double
    private let secondsEach: Double
    private let keyLimit: Int
    private var buckets: [String: Bucket] = [:]

    /// A limit.
    /// - Parameters:
    ///   - burst: attempts at once.
    ///   - secondsEach: seconds after which one more is heard.
    ///   - keyLimit: keys that are remembered.
    public init(burst: Int, secondsEach: Double, keyLimit: Int = 4096) {
        self.burst = Double(burst)
        self.secondsEach = secondsEach
        self.keyLimit = keyLimit
    }

    /// Seconds until an attempt of `key` is heard; nil when it is heard now.
    public func wait(_ key: String, at now: Instant) -> Int? {
        let left = level(key, now)
        return left >= 1 ? nil : max(1, Int(((1 - left) * secondsEach).rounded(.up)))
    }

    /// Counts an attempt.
    public mutating func count(_ key: String, at now: Instant) {
        if buckets[key] == nil, buckets.count >= keyLimit { forget(now) }
        buckets[key] = Bucket(level: level(key, now) - 1, time: now)
    }

    /// Takes back all attempts of `key`.
    public mutating func clear(_ key: String) { buckets[key] = nil }

    private func level(_ key: String, _ now: Instant) -> Double {
        guard let bucket = buckets[key] else { return burst }
        // A clock that was set back gives nothing.
        return min(burst, bucket.level + max(0, now.seconds(since: bucket.time)) / secondsEach)
    }

    private mutating func forget(_ now: Instant) {
        let levels = buckets.keys.map { ($0, level($0, now)) }.sorted { $0.1 > $1.1 }
        for (key, _) in levels.prefix(max(1, keyLimit / 8)) { buckets[key] = nil }
    }
}
