public import Signals

/// Where it is known from when the lights went out.
public enum LightsOutSource: String, Sendable {
    /// What a person said of the night.
    case person
    /// A sleep diary.
    case diary
    /// A mark that counts.
    case mark
    /// The recorder's own software.
    case recorder

    /// The parameter by which the method of a figure names it.
    fileprivate var parameter: String { "lights_out_by_\(rawValue)" }
}

extension Night {
    /// Where it is known from when the lights went out; nil where it is not known.
    public var lightsOutSource: LightsOutSource? {
        guard measures.timeInBed.value != nil else { return nil }
        let parameters = measures.timeInBed.method.parameters
        if parameters["recorder_rest"] != nil { return .recorder }
        return [.person, .diary].first { parameters[$0.parameter] != nil } ?? .mark
    }

    /// When the lights went out; nil where it is not known.
    public var lightsOut: Instant? {
        guard let sleepPeriod, let minutes = measures.timeInBed.value else { return nil }
        return sleepPeriod.upperBound.advanced(bySeconds: -60 * minutes)
    }

    /// The night with the figures that follow from when its sleeper wanted to sleep; the sleep period stays as it was found.
    /// - Parameters:
    ///   - lightsOut: when the lights went out.
    ///   - source: where that is known from.
    /// - Throws: `Failure` with code `usage` where there is no sleep, or the time is not before its end.
    public func measured(
        lightsOut: Instant, by source: LightsOutSource = .person
    ) throws(Failure) -> Night {
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
            for known in [LightsOutSource.person, .diary, .mark] { method.parameters[known.parameter] = nil }
            method.parameters["recorder_rest"] = nil
            method.parameters.merge(parameters) { _, own in own }
            var estimate = Estimate(value, confidence: trust ?? confidence.value, method: method)
            estimate.reason = found.value == nil ? nil : found.reason
            return estimate
        }
        var night = self
        let said = [source.parameter: 1.0]
        night.measures.timeInBed = estimate(inBed, measures.timeInBed, confidence.value, said)
        night.measures.sleepOnsetLatency = estimate(
            latency, measures.sleepOnsetLatency, confidence.value * SleepMeasuring.latencyTrust, said)
        night.measures.sleepEfficiency = estimate(
            min(100, 100 * asleep / max(1, inBed - unknown)), measures.sleepEfficiency,
            measures.sleepEfficiency.confidence, ["per_time_in_bed": 1])
        return night
    }
}

extension Night {
    /// How long before sleep an event mark may lie to be taken for lights-out, in seconds.
    static let marksBefore = 3600.0
    /// How long after its beginning.
    static let marksAfter = 900.0

    /// The night with lights-out by the event marks of its recorder: of those from one hour before the sleep that was found to
    /// a quarter of an hour after its beginning the one nearest to it counts. Nobody said what the button was pressed for, so
    /// that a mark moves no sleep, and a night without such a mark stays as it is.
    /// - Parameter marks: all event marks of the recording.
    public func measured(byMarks marks: [Instant]) -> Night {
        guard let start = sleepPeriod?.lowerBound else { return self }
        let near = marks.filter { (-Self.marksBefore...Self.marksAfter).contains($0.seconds(since: start)) }
        guard let mark = near.min(by: { abs($0.seconds(since: start)) < abs($1.seconds(since: start)) }),
            var night = try? measured(lightsOut: mark, by: .mark)
        else { return self }
        // What was scored without the mark is another score.
        night.scoringMethod.parameters["event_marks"] = 1
        return night
    }
}
