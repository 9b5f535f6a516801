public import Signals

/// Epochs laid in local time, so that every day has 24 hours: the hour that spring leaves out is unknown, and of the
/// hour that autumn has twice values are means and the first states count.
public struct WallClockSeries: Hashable, Sendable {
    /// The day of the first epoch.
    public let date: CivilDate
    /// The wall time at which the first epoch starts, seconds since midnight.
    public let secondOfDay: Int
    /// The length of an epoch, in seconds.
    public let epochSeconds: Int
    /// One value per epoch; NaN where there is none.
    public let values: [Double]
    /// The state of each epoch; as many as ``values``.
    public let states: [SleepState]

    /// Lays epochs out.
    /// - Parameters:
    ///   - start: the start of the first epoch.
    ///   - epochSeconds: the length of an epoch; 1 and above.
    ///   - values: one per epoch, without holes; NaN where there is none.
    ///   - states: the state of each; unknown where there are fewer.
    ///   - zone: whose wall.
    public init(start: Instant, epochSeconds: Int, values: [Double], states: [SleepState], zone: Zone) {
        let length = Int64(max(1, epochSeconds)) * 1_000_000_000
        let first = zone.civilTime(at: start)
        date = first.date
        secondOfDay = first.secondOfDay
        self.epochSeconds = max(1, epochSeconds)
        var laid: [Double] = []
        var counts: [Int] = []
        var laidStates: [SleepState] = []
        laid.reserveCapacity(values.count)
        for (index, value) in values.enumerated() {
            let time = zone.civilTime(at: start.advanced(byNanoseconds: Int64(index) &* length))
            let slot = Int((time.nanoseconds - first.nanoseconds) / length)
            // A zone that moves by more than a day, or backwards before the start, has no place here.
            guard slot >= 0, slot <= laid.count + 86_400 else { continue }
            while laid.count <= slot {
                laid.append(.nan)
                counts.append(0)
                laidStates.append(.unknown)
            }
            let state = index < states.count ? states[index] : .unknown
            if laidStates[slot] == .unknown { laidStates[slot] = state }
            guard !value.isNaN else { continue }
            counts[slot] += 1
            laid[slot] = counts[slot] == 1 ? value : laid[slot] + (value - laid[slot]) / Double(counts[slot])
        }
        self.values = laid
        self.states = laidStates
    }
}
