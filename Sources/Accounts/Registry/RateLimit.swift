/// How many wrong attempts are heard: a few at once, then one now and then (a token bucket for each key). Holds a
/// bounded number of keys; the fullest is forgotten first. Times are of the monotonic clock (`HostClock.elapsed`): a
/// wall clock that is set back would keep everybody out until it has caught up.
package struct RateLimit: Sendable {
    private struct Bucket {
        var level: Double
        var time: Duration
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
    package init(burst: Int, secondsEach: Double, keyLimit: Int = 4096) {
        self.burst = Double(burst)
        self.secondsEach = secondsEach
        self.keyLimit = keyLimit
    }

    /// Seconds until an attempt of `key` is heard; nil when it is heard now.
    package func wait(_ key: String, at now: Duration) -> Int? {
        let left = level(key, now)
        return left >= 1 ? nil : max(1, Int(((1 - left) * secondsEach).rounded(.up)))
    }

    /// Takes one from the bucket of `key`.
    package mutating func count(_ key: String, at now: Duration) {
        if buckets[key] == nil, buckets.count >= keyLimit { forget(now) }
        buckets[key] = Bucket(level: level(key, now) - 1, time: now)
    }

    /// Refills the bucket of `key`.
    package mutating func clear(_ key: String) { buckets[key] = nil }

    /// Takes back all attempts of the keys for which `isMeant` holds.
    package mutating func clear(where isMeant: (String) -> Bool) { buckets = buckets.filter { !isMeant($0.key) } }

    private func level(_ key: String, _ now: Duration) -> Double {
        guard let bucket = buckets[key] else { return burst }
        return min(burst, bucket.level + max(0, (now - bucket.time) / .seconds(1)) / secondsEach)
    }

    private mutating func forget(_ now: Duration) {
        let levels = buckets.keys.map { ($0, level($0, now)) }.sorted { $0.1 > $1.1 }
        for (key, _) in levels.prefix(max(1, keyLimit / 8)) { buckets[key] = nil }
    }
}
