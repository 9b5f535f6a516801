import Documents
import Signals
import Store

/// Steps that devices tell: some count on from midnight, others say how many there were since they last told it.
enum StepCounts {
    /// Of successive figures so many parts must not fall for a count that goes on.
    private static let rising = 0.98
    /// Seconds between two figures that belong together.
    private static let apart = 6 * 3600.0
    /// The most steps that anybody takes in a second, with room.
    private static let perSecond = 6.0

    /// The steps of a device that begin in a stretch of time, each from one figure to the next. What they are does not hang on
    /// where the stretch is cut: whether a figure is a count that goes on shows by those of its day.
    static func samples(
        _ store: Store, _ device: DeviceID, _ range: Range<Instant>, zone: Zone
    ) throws -> [HealthSample] {
        guard !range.isEmpty else { return [] }
        let first = SampleParts.day.interval(containing: range.lowerBound, in: zone).lowerBound
        let last = SampleParts.day.interval(
            containing: range.upperBound.advanced(byNanoseconds: -1), in: zone
        ).upperBound.advanced(bySeconds: apart)
        let figures = try store.readings(of: device, channel: Channel(rawValue: "steps"), in: first..<last)
        var day = first..<first
        var isCount = true
        return zip(figures, figures.dropFirst()).enumerated().compactMap { index, pair in
            let (before, figure) = pair
            if !day.contains(before.time) {
                day = SampleParts.day.interval(containing: before.time, in: zone)
                isCount = Self.isCount(figures[index...].prefix { day.contains($0.time) }.map(\.value))
            }
            guard range.contains(before.time) else { return nil }
            let seconds = figure.time.seconds(since: before.time)
            guard seconds > 0, seconds <= apart else { return nil }
            // A count that has fallen began anew.
            let value = isCount && figure.value >= before.value ? figure.value - before.value : figure.value
            guard value > 0, value <= perSecond * seconds else { return nil }
            return HealthSample(
                type: "steps", start: before.time, end: figure.time, value: value.rounded(), unit: "count",
                device: device.rawValue, source: DeviceSamples.source)
        }
    }

    private static func isCount(_ values: [Double]) -> Bool {
        let rises = zip(values, values.dropFirst()).count { $0 <= $1 }
        return Double(rises) >= rising * Double(values.count - 1)
    }
}
