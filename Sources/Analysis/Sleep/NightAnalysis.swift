public import Signals

/// Finds and scores the nights of a recording. Pure: the same input gives the same nights, bit for bit.
///
/// A night goes from noon to noon in local time of the given zone and belongs to the day on which it ends; nights from counts
/// end at 18 o'clock or midnight where noon would cut a tenth of all sleep, as work at night makes it. The longest sleep period of at least two hours is its main sleep, the others are naps. Windows with fewer than four recorded
/// hours are left out, unless there are no others: then they say why they have no sleep.
///
/// What is told of confidence: see ``NightConfidence``. A latency is worth half of a night's, wake after sleep onset and
/// awakenings only the share of wake that the scorer is known to find.
public enum NightAnalysis {
    /// Nights from counts, by the rules of their scale; times without the recorder are looked for first.
    /// - Parameters:
    ///   - epochs: epochs of at most a minute that divide it.
    ///   - zone: the zone of the wearer's days.
    ///   - lightsOut: marks of going to sleep, from a diary or a button.
    ///   - losses: what is missing in the recording; each night keeps its own.
    /// - Throws: `Failure` when no rule is published for epochs of this length; `CancellationError`.
    public static func nights(
        counts epochs: CountEpochs, zone: Zone, lightsOut: [Instant] = [], losses: [Loss] = []
    ) throws -> [Night] {
        guard let series = CountSeries.series(of: epochs, seconds: scoredSeconds(of: epochs)) else {
            throw Failure(
                .failed,
                "Sleep cannot be scored from epochs of \(epochs.epochSeconds) s: the rules on counts need epochs of one "
                    + "minute, or shorter ones that divide it.")
        }
        let rests = epochs.restStarts.map { Instant(nanoseconds: $0) }
        let found = series.map {
            CountNights(series: $0, scale: epochs.scale, wear: .recorder(epochs.temperature), rests: rests)
        }
        // A late morning in bed or one nap moves no windows; work at night does.
        let (cut, lost) = leastLost(found, in: zone)
        let atNoon = found.reduce(0) { $0 + $1.lost(cut: NightWindow.noon, in: zone) }
        let asleep = found.reduce(0) { $0 + $1.longSleep }
        let isNoon = Double(atNoon - lost) <= leastCut * Double(asleep)
        let drafts = try found.flatMap { try $0.drafts(cut: isNoon ? NightWindow.noon : cut * 3600, in: zone) }
        return nights(of: drafts, zone: zone, lightsOut: lightsOut, losses: losses)
    }

    /// The share of all sleep that noon must cut before windows end at another hour.
    private static let leastCut = 0.1

    private static func scoredSeconds(of epochs: CountEpochs) -> Int {
        epochs.scale.scoredSeconds(of: epochs.epochSeconds)
    }

    /// The hour at which windows end that cut the least sleep, of 12, 18 and 24 the first of equal ones, and the minutes of
    /// sleep that they cut.
    private static func leastLost(_ found: [CountNights], in zone: Zone) -> (cut: Int, lost: Int) {
        let ways = [12, 18, 24].map { hour in (hour, found.reduce(0) { $0 + $1.lost(cut: hour * 3600, in: zone) }) }
        return ways.min { $0.1 < $1.1 } ?? (12, 0)
    }

    /// Nights from the arm's angle: HDCZA's periods, van Hees's sustained inactivity.
    /// - Parameters:
    ///   - epochs: epochs of 5 seconds, in any order; missing ones are gaps.
    ///   - zone: the zone of the wearer's days.
    ///   - lightsOut: marks of going to sleep, from a diary or a button.
    ///   - losses: what is missing in the recording; each night keeps its own.
    ///   - off: when the recorder itself said that it touched no skin, in order: nobody sleeps there.
    /// - Throws: `Failure` when an epoch has another length; `CancellationError`.
    public static func nights(
        angleZ epochs: [Epoch], zone: Zone, lightsOut: [Instant] = [], losses: [Loss] = [], off: [Range<Instant>] = []
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
        return try arm.nights(lightsOut: lightsOut, losses: losses, off: off)
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

extension NightAnalysis {
    /// Nights from counts alone, where neither the recorder nor its wear is known.
    ///
    /// Windows end at noon, or at 18 o'clock or midnight where noon would cut more sleep: who works at night sleeps through
    /// it. A night without a single count is taken for sleep, in doubt as all figures of so still a night are.
    /// - Parameters:
    ///   - epochs: epochs of at most a minute that divide it.
    ///   - zone: the zone of the wearer's days.
    /// - Returns: The nights, and the hour of the day at which they end: 12, 18 or 24.
    /// - Throws: `Failure` when no rule is published for epochs of this length; `CancellationError`.
    public static func nights(
        bareCounts epochs: CountEpochs, zone: Zone
    ) throws -> (nights: [Night], cut: Int) {
        guard let series = CountSeries.minutes(of: epochs) else {
            return (try nights(counts: epochs, zone: zone), 12)
        }
        let found = series.map { CountNights(series: $0, scale: epochs.scale, wear: .bare(zone)) }
        let cut = leastLost(found, in: zone).cut
        return (nights(of: try found.flatMap { try $0.drafts(cut: cut * 3600, in: zone) }, zone: zone), cut)
    }
}

extension NightAnalysis {
    /// Nights between the bounds of a diary: each night takes the longest entry that lies in its window, and stays as it was
    /// found where there is none.
    /// - Parameters:
    ///   - diary: what the wearer wrote down, in any order.
    ///   - nights: nights as they were found.
    ///   - zone: the zone of their days.
    /// - Throws: `Failure` when an entry is shorter than an epoch.
    public static func within(_ diary: [NightBounds], _ nights: [Night], zone: Zone) throws(Failure) -> [Night] {
        var result: [Night] = []
        for night in nights {
            let length = { (entry: NightBounds) in
                entry.sleepPeriod.upperBound.seconds(since: entry.sleepPeriod.lowerBound)
            }
            let own = diary.filter {
                night.window.contains($0.sleepPeriod.lowerBound) && $0.sleepPeriod.upperBound <= night.window.upperBound
            }
            guard let entry = own.max(by: { length($0) < length($1) }) else {
                result.append(night)
                continue
            }
            result.append(try night.measured(within: entry, zone: zone))
        }
        return result
    }
}
