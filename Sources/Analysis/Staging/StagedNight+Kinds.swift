public import Signals

extension StagedNight {
    /// Which kind of sleep an epoch that another method scored as sleep most likely is, where both lie on one clock of
    /// seconds since 1970.
    /// - Returns: light, deep or REM of the epoch in which the middle of `interval` lies; nil where no kind is told.
    public func kind(during interval: Range<Instant>) -> SleepStage? {
        let middle = (interval.lowerBound.secondsSince1970 + interval.upperBound.secondsSince1970) / 2
        let place = ((middle - start) / Self.epochSeconds).rounded(.down)
        guard place >= 0, place < Double(epochs.count) else { return nil }
        let epoch = epochs[Int(place)]
        guard let light = epoch.light, let deep = epoch.deep, let rem = epoch.rem else { return nil }
        let weights = SleepStaging.stageWeights
        let kinds = [(SleepStage.light, light * weights[1]), (.deep, deep * weights[2]), (.rem, rem * weights[3])]
        return kinds.max { $0.1 < $1.1 }?.0
    }
}
