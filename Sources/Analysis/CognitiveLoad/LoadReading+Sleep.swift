extension LoadReading {
    /// Why no load is told of somebody who sleeps.
    public static let sleep = "muted: asleep, and load is of those who are awake"

    /// The reading without its load, as told of sleep; heart and movement stay.
    public var ofSleep: LoadReading {
        var reading = self
        (reading.load, reading.loadTime, reading.p, reading.behaviour, reading.state) = (nil, nil, nil, nil, nil)
        (reading.isSustained, reading.isStale) = (false, false)
        reading.deviations = LoadDeviations()
        if !reading.isRefused { reading.reasons = [Self.sleep] + reading.reasons.filter { $0 != Self.sleep } }
        return reading
    }
}

extension [LoadReading] {
    /// The readings, without a load in the sleep of a night and its naps: the heart slows in sleep for reasons that are no
    /// load.
    public func withoutSleep(of night: Night) -> [LoadReading] {
        let sleep = night.naps + (night.sleepPeriod.map { [$0] } ?? [])
        guard !sleep.isEmpty else { return self }
        return map { reading in sleep.contains { $0.contains(reading.time) } ? reading.ofSleep : reading }
    }
}
