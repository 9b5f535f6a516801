import Analysis
import Epochs
import Gateway
import Recordings
import Runtime
import Signals

/// A recorder's file as the single steps of its analysis take it: its own counts of each minute, or the arm's angle of each
/// 5 s, on an even grid.
struct RecordedSeries {
    /// The unit of the values.
    enum Kind: Equatable {
        case counts(CountScale)
        /// Angles, in degrees.
        case angles
    }

    let kind: Kind
    /// The start of the first epoch.
    let start: Instant
    /// The length of an epoch, in seconds.
    let seconds: Int
    /// One value for each epoch; NaN where there is none.
    let values: [Double]
    let zone: Zone

    /// A recording of either kind.
    struct Recording {
        var sink: RecordingNights
        var summary: RecordingSummary
        var zone: Zone
    }

    /// Takes a recorder's file through aggregation.
    /// - Parameter path: the file.
    /// - Returns: nil for standard input and for a file of no recorder, which is a table then.
    /// - Throws: `Failure` for options of `refused`, which go with a table.
    static func recording(_ path: String, _ arguments: Arguments, refused: [String]) throws -> Recording? {
        guard path != "-" else { return nil }
        let file = try RecordingFile.open(path: path)
        try TableColumns.load(arguments)
        do { _ = try RecordingFormats.format(of: file) } catch { return nil }
        for option in refused where arguments.value(option) != nil {
            throw arguments.usage("\(option) goes with a table; \(file.name) is a recorder's file and has its own.")
        }
        let asked = try arguments.value("--zone").map { try Zone.named($0) }
        let zone = try asked ?? RecordingFormats.ownZone(of: file)?.zone(usually: .utc) ?? .utc
        let options = DecodeOptions(zone: zone, isZoneGiven: asked != nil)
        let survey = try RecordingSurvey.look(at: file, options: options)
        var sink = RecordingNights(zone: zone, survey: survey, keepsEpochs: true)
        let summary = try RecordingFormats.decode(file, options: options, into: &sink)
        sink.finish()
        _ = sink.takeEpochs()
        return Recording(sink: sink, summary: summary, zone: zone)
    }

    /// Reads the series of a recorder's file.
    /// - Returns: nil for a table.
    /// - Throws: `Failure` when the file holds neither acceleration nor counts that can be scored.
    static func read(_ path: String, _ arguments: Arguments, refused: [String] = []) throws -> RecordedSeries? {
        guard let recording = try recording(path, arguments, refused: refused) else { return nil }
        let name = NumberTable.name(of: path)
        if let counts = recording.sink.counts {
            guard let minutes = ActivityMinutes(counts: counts) else {
                throw Failure(
                    .failed,
                    "\(name) has counts of \(counts.epochSeconds) s; the rules need epochs of a minute, or shorter ones "
                        + "that divide it.")
            }
            return RecordedSeries(
                kind: .counts(counts.scale), start: minutes.start, seconds: 60, values: minutes.values,
                zone: recording.zone)
        }
        let epochs = recording.sink.angles
        guard let first = epochs.map(\.start).min(), let last = epochs.map(\.start).max() else {
            let channels = recording.summary.header.channels.map(\.channel.rawValue).joined(separator: ", ")
            throw Failure(
                .failed,
                "\(name) has nothing for this: it needs raw acceleration or counts, and there are the channels "
                    + "\(channels).")
        }
        let count = last.nanoseconds(since: first) / 5_000_000_000 + 1
        guard count <= 400 * 17_280 else {
            throw Failure(.failed, "The samples of \(name) lie more than 400 days apart; its clock cannot be believed.")
        }
        var values = [Double](repeating: .nan, count: Int(count))
        for epoch in epochs {
            values[Int(epoch.start.nanoseconds(since: first) / 5_000_000_000)] = epoch.motion?.angleZ ?? .nan
        }
        return RecordedSeries(kind: .angles, start: first, seconds: 5, values: values, zone: recording.zone)
    }

    /// The rule by which nights of such a recording are scored.
    var scorer: SleepScorer {
        switch kind {
        case .counts(let scale): scale.scorer
        case .angles: .vanHees
        }
    }

    /// The rule by which sleep periods of such a recording are found.
    var periods: String {
        switch kind {
        case .counts(let scale): scale.periods.rule
        case .angles: "hdcza"
        }
    }

    /// The values, for a rule on counts or one on angles.
    /// - Throws: `Failure` when they are of the other kind.
    func values(asAngles: Bool, for rule: String) throws -> [Double] {
        guard (kind == .angles) == asAngles else {
            throw Failure(
                .failed,
                asAngles
                    ? "\(rule) needs raw acceleration, and this recorder kept counts; leave --algorithm out for a rule that "
                        + "fits."
                    : "\(rule) needs counts, and this is raw acceleration. Leave --algorithm out for a rule that fits, or "
                        + "make counts with `nightjar epochs FILE --seconds 60 --metrics count_y --csv`.")
        }
        return values
    }

    /// When an epoch starts, in seconds since 1970.
    func time(_ epoch: Int) -> Double {
        start.advanced(byNanoseconds: Int64(epoch) * Int64(seconds) * 1_000_000_000).secondsSince1970
    }
}
