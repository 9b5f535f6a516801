/// Sleep as bouts in which the arm keeps its angle (van Hees and others, PLoS ONE 10, 2015): no change of more than 5
/// degrees between neighbouring epochs for at least 5 minutes.
public struct SustainedInactivity: Hashable, Sendable {
    /// The length of an epoch, in seconds.
    public var epochSeconds: Int
    /// A larger change of angle between neighbouring epochs ends a bout, in degrees.
    public var angle: Double
    /// The shortest bout, in seconds.
    public var shortest: Int

    /// The rule, by default with the published parameters.
    public init(epochSeconds: Int = 5, angle: Double = 5, shortest: Int = 300) {
        self.epochSeconds = max(1, epochSeconds)
        self.angle = angle
        self.shortest = shortest
    }

    /// The bouts in `angles`, degrees per epoch; a missing angle (NaN) ends a bout.
    public func bouts(_ angles: [Double]) -> [Range<Int>] {
        var bouts: [Range<Int>] = []
        var first = 0
        for index in angles.indices {
            let isMissing = angles[index].isNaN
            let ends = isMissing || index > first && abs(angles[index] - angles[index - 1]) > angle
            guard ends else { continue }
            append(first..<index, to: &bouts)
            first = isMissing ? index + 1 : index
        }
        append(min(first, angles.count)..<angles.count, to: &bouts)
        return bouts
    }

    /// Sleep within a bout, wake outside, unknown where the angle is missing.
    public func states(_ angles: [Double]) -> [SleepState] {
        var states = angles.map { $0.isNaN ? SleepState.unknown : .awake }
        for bout in bouts(angles) {
            for index in bout { states[index] = .asleep }
        }
        return states
    }

    private func append(_ bout: Range<Int>, to bouts: inout [Range<Int>]) {
        let (length, overflow) = bout.count.multipliedReportingOverflow(by: epochSeconds)
        if !bout.isEmpty, overflow || length >= shortest { bouts.append(bout) }
    }
}
