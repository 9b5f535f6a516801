public import Signals

/// Finds and scores the nights of a recording. Pure: the same input gives the same nights, bit for bit.
///
/// A night goes from noon to noon in local time of the given zone and belongs to the day on which it ends. The longest
/// sleep period of at least two hours is its main sleep, the others are naps. Windows with fewer than four recorded
/// hours are left out, unless there are no others: then they say why they have no sleep.
///
/// Confidence is completeness x wear x agreement: the recorded share of the main sleep and the hour on each side of it, the
/// worn share of that, and the scorer's published agreement with polysomnography. A latency is worth half of that, wake after
/// sleep onset and awakenings only the share of wake that the scorer is known to find.
public enum NightAnalysis {
    /// Nights from counts: Sadeh's states; ActiGraph counts with Tudor-Locke's periods, zero crossings with Roenneberg's.
    /// - Parameters:
    ///   - epochs: epochs of at most a minute that divide it.
    ///   - zone: the zone of the wearer's days.
    ///   - lightsOut: marks of going to sleep, from a diary or a button.
    ///   - losses: what is missing in the recording; each night keeps its own.
    /// - Throws: `Failure` when no rule is published for epochs of this length; `CancellationError`.
    public static func nights(
        counts epochs: CountEpochs, zone: Zone, lightsOut: [Instant] = [], losses: [Loss] = []
    ) throws -> [Night] {
        guard let series = CountSeries.minutes(of: epochs) else {
            throw Failure(
                .failed,
                "Sleep cannot be scored from epochs of \(epochs.epochSeconds) s: the rules on counts need epochs of one "
                    + "minute, or shorter ones that divide it.")
        }
        let drafts = try series.flatMap { try CountNights(series: $0, scale: epochs.scale).drafts(in: zone) }
        return nights(of: drafts, zone: zone, lightsOut: lightsOut, losses: losses)
    }

    /// Nights from the arm's angle: HDCZA's periods, van Hees's sustained inactivity.
    /// - Parameters:
    ///   - epochs: epochs of 5 seconds, in any order; missing ones are gaps.
    ///   - zone: the zone of the wearer's days.
    ///   - lightsOut: marks of going to sleep, from a diary or a button.
    ///   - losses: what is missing in the recording; each night keeps its own.
    /// - Throws: `Failure` when an epoch has another length; `CancellationError`.
    public static func nights(
        angleZ epochs: [Epoch], zone: Zone, lightsOut: [Instant] = [], losses: [Loss] = []
    ) throws -> [Night] {
        if let other = epochs.first(where: { $0.seconds != AngleNights.epochSeconds }) {
            throw Failure(
                .failed,
                "Sleep cannot be scored from epochs of \(other.seconds) s: the rules on the arm's angle need 5 s.")
        }
        let isSorted = zip(epochs, epochs.dropFirst()).allSatisfy { $0.start <= $1.start }
        let sorted = isSorted ? epochs : epochs.sorted { $0.start < $1.start }
        var arm = AngleNights(zone: zone)
        for (index, epoch) in sorted.enumerated() {
            if index % 4096 == 0 { try Task.checkCancellation() }
            arm.add(epoch)
        }
        return try arm.nights(lightsOut: lightsOut, losses: losses)
    }

    /// Measures what was found, without windows of few hours where there are others.
    static func nights(
        of drafts: [NightDraft], zone: Zone, lightsOut: [Instant] = [], losses: [Loss] = []
    ) -> [Night] {
        let whole = drafts.filter { $0.recordedHours >= NightDraft.leastRecordedHours }
        return (whole.isEmpty ? drafts : whole).map {
            $0.night(in: zone, lightsOut: lightsOut, losses: losses)
        }
    }
}
