package import Signals

/// A stretch of time in which somebody's samples may have changed.
package struct SampleChange: Hashable, Sendable {
    /// Whose samples those are.
    package enum Subject: Hashable, Sendable {
        /// Those of whoever has any.
        case anybody
        /// What a person sent.
        case person(Int64)
        /// What a device measured, of whoever wore it.
        case device(DeviceID)
    }

    /// Whose they are.
    package var subject: Subject
    /// What they are of, such as `steps`; nil for anything.
    package var type: String?
    /// Where they begin.
    package var range: Range<Instant>

    /// All the time in which a sample may begin.
    package static let always =
        Instant(nanoseconds: -9_200_000_000_000_000_000)..<Instant(nanoseconds: 9_200_000_000_000_000_000)

    /// A stretch of time.
    package init(subject: Subject, type: String? = nil, range: Range<Instant>) {
        (self.subject, self.type, self.range) = (subject, type, range)
    }

    static let hour: Int64 = 3_600_000_000_000

    /// Whole hours from one instant to another, with what a sample reaches over them, held within ``always``.
    static func hours(_ first: Instant, _ last: Instant, before: Int64 = 0, after: Int64 = 0) -> Range<Instant> {
        func held(_ nanoseconds: Int64) -> Int64 {
            min(max(nanoseconds, always.lowerBound.nanoseconds), always.upperBound.nanoseconds - hour)
        }
        let start = held(held(first.nanoseconds) - before * hour)
        let end = held(held(max(first, last).nanoseconds) + after * hour)
        let floor = { (value: Int64) in value - ((value % hour) + hour) % hour }
        return Instant(nanoseconds: floor(start))..<Instant(nanoseconds: floor(end) + hour)
    }

    /// Hours that hold these instants; those a quarter of a day apart are told by themselves.
    static func hours(_ instants: some Sequence<Instant>) -> [Range<Instant>] {
        var found: [Range<Instant>] = []
        for instant in Set(instants.map { hours($0, $0) }).sorted(by: { $0.lowerBound < $1.lowerBound }) {
            if let last = found.last, instant.lowerBound.nanoseconds(since: last.upperBound) <= 6 * hour {
                found[found.count - 1] = last.lowerBound..<max(last.upperBound, instant.upperBound)
            } else {
                found.append(instant)
            }
        }
        return found
    }
}
