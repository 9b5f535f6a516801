import Signals

/// How much a recorder's temperature varies in each hour: skin under a recorder warms and cools, a drawer does not.
struct TemperatureSpread: Hashable, Sendable {
    private struct Hour: Hashable, Sendable {
        var count = 0.0
        var mean = 0.0
        var squares = 0.0
    }

    /// Below this standard deviation within an hour the temperature is flat, in degrees Celsius: in the Condor recording at
    /// hand it is 0.19 and more on the wrist and 0.1 and less on a table.
    static let flat = 0.1

    private var hours: [Int64: Hour] = [:]

    /// Adds one temperature.
    mutating func add(_ value: Double, at time: Instant) {
        guard value.isFinite, time.nanoseconds.magnitude < 1 << 62 else { return }
        var hour = hours[Self.hour(time)] ?? Hour()
        hour.count += 1
        let before = value - hour.mean
        hour.mean += before / hour.count
        hour.squares += before * (value - hour.mean)
        hours[Self.hour(time)] = hour
    }

    /// Whether the temperature was flat in most of the whole hours of `interval`; nil when none of them has any.
    func isFlat(in interval: Range<Instant>) -> Bool? {
        let first = Self.hour(interval.lowerBound.advanced(byNanoseconds: 3_599_999_999_999))
        let end = Self.hour(interval.upperBound)
        guard first < end, end - first < 100_000 else { return nil }
        var (known, flat) = (0, 0)
        for place in first..<end {
            guard let hour = hours[place], hour.count > 1 else { continue }
            known += 1
            if (hour.squares / (hour.count - 1)).squareRoot() < Self.flat { flat += 1 }
        }
        return known == 0 ? nil : flat * 2 > known
    }

    private static func hour(_ time: Instant) -> Int64 {
        let length: Int64 = 3_600_000_000_000
        return time.nanoseconds / length - (time.nanoseconds % length < 0 ? 1 : 0)
    }
}
