import Analysis
import Signals

/// Stages the main sleep of a stored night that has heart rate beside movement.
enum NightStaging {
    /// Staged on each side of the main sleep, in seconds: how it begins and ends tells of what lies between.
    private static let margin = 1800.0
    /// The share of the main sleep that must have heart rate.
    private static let leastHeart = 0.5

    /// The stages from half an hour before to half an hour after the main sleep.
    /// - Parameter epochs: of 30 s, in order; others are left out.
    /// - Returns: nil for a night without a main sleep, or whose heart rate or movement is missing for most of it.
    static func stage(_ night: Night, _ epochs: [Epoch]) -> StagedNight? {
        guard let period = night.sleepPeriod else { return nil }
        let wide =
            period.lowerBound.advanced(bySeconds: -margin)..<period.upperBound.advanced(bySeconds: margin)
        let own = epochs.filter { $0.seconds == 30 && wide.contains($0.start) }
        guard let first = own.first?.start, let last = own.last?.start else { return nil }
        let within = own.filter { period.contains($0.start) }
        let due = leastHeart * period.upperBound.seconds(since: period.lowerBound) / StagedNight.epochSeconds
        guard Double(within.count { $0.heart != nil }) >= due, Double(within.count { $0.motion != nil }) >= due else {
            return nil
        }
        let count = Int((last.seconds(since: first) / StagedNight.epochSeconds).rounded()) + 1
        guard count <= 5760 else { return nil }
        var counts = [Double](repeating: .nan, count: count)
        var heart: [HeartRateSample] = []
        for epoch in own {
            let seconds = epoch.start.seconds(since: first)
            // Where gravity is not calibrated, MAD is what is not moved by it.
            if let motion = epoch.motion { counts[Int((seconds / StagedNight.epochSeconds).rounded())] = motion.mad }
            if let rate = epoch.heart?.rate {
                heart.append(HeartRateSample(seconds: seconds + 15, beatsPerMinute: rate))
            }
        }
        let start = first.secondsSince1970
        // Epochs with beats had intervals, as a strap sends them; a device's own rate comes without.
        let beating = within.count { ($0.heart?.beats ?? 0) > 0 }
        var staged = SleepStaging.stage(
            counts: counts, start: 0, heartRate: heart, lightsOut: period.lowerBound.seconds(since: first),
            isFromIntervals: 2 * beating > within.count { $0.heart != nil })
        staged?.start = start
        return staged?.tier == .heartRate || staged?.tier == .intervals ? staged : nil
    }
}
