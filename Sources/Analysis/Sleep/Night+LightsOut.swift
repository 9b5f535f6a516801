public import Signals

extension Night {
    /// The night with the figures that follow from when its sleeper wanted to sleep, by their own word; the sleep period stays
    /// as it was found.
    /// - Parameter lightsOut: when the lights went out.
    /// - Throws: `Failure` with code `usage` where there is no sleep, or the time is not before its end.
    public func measured(lightsOut: Instant) throws(Failure) -> Night {
        guard let sleepPeriod else {
            throw Failure(.usage, "No sleep was found in the night of \(date); say when sleep began and ended too.")
        }
        guard window.lowerBound <= lightsOut, lightsOut < sleepPeriod.upperBound else {
            throw Failure(
                .usage, "Lights-out must lie between noon of the day before \(date) and the end of the night's sleep.")
        }
        guard let asleep = measures.totalSleepTime.value else { return self }
        let inPeriod = states.indices.filter { sleepPeriod.contains(epoch(at: $0).lowerBound) }
        guard let first = inPeriod.first(where: { states[$0] == .asleep }) else { return self }
        let unknown = Double(inPeriod.count { states[$0] != .asleep && states[$0] != .awake } * epochSeconds) / 60
        let inBed = sleepPeriod.upperBound.seconds(since: min(lightsOut, sleepPeriod.lowerBound)) / 60
        let latency = max(0, epoch(at: first).lowerBound.seconds(since: lightsOut) / 60)
        func estimate(_ value: Double, _ found: Estimate, _ trust: Double?, _ parameters: [String: Double]) -> Estimate
        {
            var method = found.method
            method.parameters["recorder_rest"] = nil
            method.parameters.merge(parameters) { _, own in own }
            var estimate = Estimate(value, confidence: trust ?? confidence.value, method: method)
            estimate.reason = found.value == nil ? nil : found.reason
            return estimate
        }
        var night = self
        let said = ["lights_out_by_person": 1.0]
        night.measures.timeInBed = estimate(inBed, measures.timeInBed, confidence.value, said)
        night.measures.sleepOnsetLatency = estimate(
            latency, measures.sleepOnsetLatency, confidence.value * SleepMeasuring.latencyTrust, said)
        night.measures.sleepEfficiency = estimate(
            min(100, 100 * asleep / max(1, inBed - unknown)), measures.sleepEfficiency,
            measures.sleepEfficiency.confidence, ["per_time_in_bed": 1])
        return night
    }
}
