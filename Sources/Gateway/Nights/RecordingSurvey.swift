public import Epochs
public import Recordings
public import Signals

/// The first look at a recording of raw acceleration, before its nights are found: what calibrates it, and when it was worn.
public struct RecordingSurvey: Sendable {
    /// What calibration by gravity came to, with the reason where it is not used.
    public let calibration: Autocalibration.Outcome
    /// Quarters of an hour by their start in seconds since 1970, and whether the recorder was worn (van Hees 2013).
    public let wear: [Int64: StillWear.State]
    /// When the recorder was not worn, in order.
    public let nonWear: [Range<Instant>]

    /// A recording must span this many hours to be calibrated by itself, as in GGIR: shorter ones seldom lie in enough
    /// directions, and a night is the same whether it was streamed or imported.
    public static let leastHours = 72.0

    /// Looks at all of `file`.
    /// - Parameters:
    ///   - file: the recording.
    ///   - options: how it is read; the channels are chosen here.
    /// - Returns: nil for a recording whose nights are scored from its own counts, or without acceleration.
    /// - Throws: `Failure` when nothing can be read; `CancellationError`.
    public static func look(at file: RecordingFile, options: DecodeOptions) throws -> RecordingSurvey? {
        var options = options
        options.channels = [.acceleration]
        var sink = Sink()
        do { _ = try RecordingFormats.decode(file, options: options, into: &sink) } catch is NothingRaw { return nil }
        sink.found.finish()
        return RecordingSurvey(sink.found, hours: sink.hours)
    }

    /// What follows from still windows that span `hours`.
    init(_ found: StillnessSurvey, hours: Double) {
        var outcome = Autocalibration.fit(found)
        if outcome.isAccepted, hours < Self.leastHours {
            outcome.isAccepted = false
            outcome.reason = "The recording spans \(Int(hours)) h; \(Int(Self.leastHours)) h are needed."
        }
        calibration = outcome
        let rule = StillWear()
        wear = rule.states(found)
        nonWear = rule.nonWear(found).map { part in
            Instant(
                nanoseconds: part.lowerBound * 1_000_000_000)..<Instant(
                    nanoseconds: part.upperBound * 1_000_000_000)
        }
    }

    /// The calibration where it is to be used.
    public var accepted: Calibration? { calibration.isAccepted ? calibration.calibration : nil }

    /// Whether the recorder was worn at `instant`; nil where that is unknown.
    public func isWorn(at instant: Instant) -> Bool? {
        let quarter = Int64((Double(instant.nanoseconds) / 900e9).rounded(.down)) * 900
        switch wear[quarter] {
        case .worn: return true
        case .notWorn: return false
        case .unknown, nil: return nil
        }
    }

    /// In one line what was done to the samples, for a person.
    public var text: String {
        func mg(_ value: Double?) -> String { value.map { "\(($0 * 100).rounded() / 100) mg" } ?? "unknown" }
        guard accepted != nil else { return "not calibrated: \(calibration.reason ?? "no sphere fits")" }
        return "calibrated by gravity: \(mg(calibration.errorBefore)) from 1 g before, \(mg(calibration.errorAfter)) "
            + "after, by \(calibration.windows) still windows"
    }

    /// The recording has nothing to look at.
    private struct NothingRaw: Error {}

    private struct Sink: RecordingSink {
        var found = StillnessSurvey()
        private var first: Instant?
        private var last: Instant?

        mutating func begin(_ header: RecordingHeader) throws {
            guard header.channels.contains(where: { $0.channel == .acceleration }),
                !RecordingNights.scoresCounts(of: header)
            else { throw NothingRaw() }
        }

        mutating func receive(_ batch: SampleBatch) {
            guard batch.channel == .acceleration, batch.count > 0 else { return }
            found.add(batch)
            let (start, end) = (batch.times.instant(at: 0), batch.times.instant(at: batch.count - 1))
            first = min(first ?? start, start)
            last = max(last ?? end, end)
        }

        var hours: Double { first.flatMap { first in last?.seconds(since: first) }.map { $0 / 3600 } ?? 0 }
    }
}
