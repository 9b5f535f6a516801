package import Epochs
package import Recordings
package import Signals

/// The first look at a recording of raw acceleration, before its nights are found: what calibrates it, and when it was worn.
package struct RecordingSurvey: Sendable {
    /// What calibration by gravity came to, with the reason where it is not used.
    package let calibration: Autocalibration.Outcome
    /// Quarters of an hour by their start in seconds since 1970, and whether the recorder was worn (van Hees 2013).
    package let wear: [Int64: StillWear.State]
    /// When the recorder was not worn, in order.
    package let nonWear: [Range<Instant>]

    /// Hours of acceleration that a recording must hold to be calibrated by itself, as in GGIR: shorter ones seldom lie in
    /// enough directions. What was applied stands among the parameters of each night's methods (docs/adr/0011).
    package static let leastHours = 72.0

    /// Looks at all of `file`.
    /// - Parameters:
    ///   - file: the recording.
    ///   - options: how it is read; the channels are chosen here.
    /// - Returns: nil for a recording whose nights are scored from its own counts, or without acceleration.
    /// - Throws: `Failure` when nothing can be read; `CancellationError`.
    package static func look(at file: RecordingFile, options: DecodeOptions) throws -> RecordingSurvey? {
        guard try !RecordingFormats.format(of: file).keepsEpochs else { return nil }
        var options = options
        options.channels = [.acceleration]
        var sink = Sink()
        do { _ = try RecordingFormats.decode(file, options: options, into: &sink) } catch is NothingRaw { return nil }
        sink.still.found.finish()
        return RecordingSurvey(sink.still.found, hours: sink.still.seconds / 3600)
    }

    /// Whether a recording that says this of itself has acceleration by which its nights are scored.
    static func looks(at header: RecordingHeader) -> Bool {
        header.channels.contains { $0.channel == .acceleration } && !RecordingNights.scoresCounts(of: header)
    }

    /// What follows from the still windows of so many hours of acceleration.
    init(_ found: StillnessSurvey, hours: Double) {
        var outcome = Autocalibration.fit(found)
        if outcome.isAccepted, hours < Self.leastHours {
            outcome.isAccepted = false
            outcome.reason = "The recording holds \(Int(hours)) h; \(Int(Self.leastHours)) h are needed."
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

    /// The calibration if it is to be applied; nil otherwise.
    package var accepted: Calibration? { calibration.isAccepted ? calibration.calibration : nil }

    /// Whether the recorder was worn at `instant`; nil where that is unknown.
    package func isWorn(at instant: Instant) -> Bool? {
        let quarter = Int64((Double(instant.nanoseconds) / 900e9).rounded(.down)) * 900
        switch wear[quarter] {
        case .worn: return true
        case .notWorn: return false
        case .unknown, nil: return nil
        }
    }

    /// What was applied to the samples, as parameters of what was made from them: nothing where they were left as they
    /// were, as those of a live device are.
    var parameters: [String: Double] {
        guard let accepted else { return [:] }
        var parameters: [String: Double] = ["calibrated": 1]
        for (axis, name) in ["x", "y", "z"].enumerated() {
            parameters["offset_\(name)_g"] = accepted.offset[axis]
            parameters["scale_\(name)"] = accepted.scale[axis]
        }
        return parameters
    }

    /// In one line what was done to the samples, for a person.
    package var text: String {
        func mg(_ value: Double?) -> String { value.map { "\(($0 * 100).rounded() / 100) mg" } ?? "unknown" }
        guard accepted != nil else { return "not calibrated: \(calibration.reason ?? "no sphere fits")" }
        let part = calibration.model == .offset ? ", offsets only," : ""
        return "calibrated by gravity\(part): \(mg(calibration.errorBefore)) from 1 g before, "
            + "\(mg(calibration.errorAfter)) after, by \(calibration.windows) still windows"
    }

    /// The recording has no raw acceleration.
    private struct NothingRaw: Error {}

    private struct Sink: RecordingSink {
        var still = StillnessSink()

        mutating func begin(_ header: RecordingHeader) throws {
            guard RecordingSurvey.looks(at: header) else { throw NothingRaw() }
        }

        mutating func receive(_ batch: SampleBatch) { still.receive(batch) }
    }
}
