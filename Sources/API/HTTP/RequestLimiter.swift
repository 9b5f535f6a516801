import Synchronization

/// How often each address may ask: a bucket for each that fills evenly.
final class RequestLimiter: Sendable {
    /// Addresses that are remembered at most; the one that was quiet for longest is forgotten.
    private static let limit = 1024

    private struct Bucket {
        var left: Double
        var last: ContinuousClock.Instant
    }

    private let perSecond: Double
    private let burst: Double
    private let buckets = Mutex<[String: Bucket]>([:])

    /// A limiter.
    /// - Parameters:
    ///   - perMinute: requests of an address in a minute, in the long run.
    ///   - burst: requests of an address at once.
    init(perMinute: Double, burst: Double) {
        perSecond = perMinute / 60
        self.burst = burst
    }

    /// Takes a request.
    /// - Returns: nil when it may go on; else the seconds to wait.
    func wait(_ address: String, at now: ContinuousClock.Instant = .now) -> Int? {
        buckets.withLock { buckets in
            var bucket = buckets[address] ?? Bucket(left: burst, last: now)
            let passed = (now - bucket.last).components
            bucket.left = min(
                burst, bucket.left + (Double(passed.seconds) + Double(passed.attoseconds) / 1e18) * perSecond)
            bucket.last = now
            defer { buckets[address] = bucket }
            if buckets[address] == nil, buckets.count >= Self.limit,
                let quiet = buckets.min(by: { $0.value.last < $1.value.last })?.key
            {
                buckets[quiet] = nil
            }
            guard bucket.left < 1 else {
                bucket.left -= 1
                return nil
            }
            return max(1, Int(((1 - bucket.left) / perSecond).rounded(.up)))
        }
    }
}
