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

    /// The steps of a device in a stretch of time, from one figure to the next.
    static func samples(_ store: Store, _ device: DeviceID, _ range: Range<Instant>) throws -> [HealthSample] {
        // The count before the stretch, from which the first one goes on.
        let from = range.lowerBound.advanced(bySeconds: -apart)
        let figures = try store.readings(
            of: device, channel: Channel(rawValue: "steps"), in: from..<max(from, range.upperBound))
        guard figures.count > 1 else { return [] }
        let rises = zip(figures, figures.dropFirst()).count { $0.value <= $1.value }
        let isCount = Double(rises) >= rising * Double(figures.count - 1)
        return zip(figures, figures.dropFirst()).compactMap { before, figure in
            guard range.contains(figure.time) else { return nil }
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
}
