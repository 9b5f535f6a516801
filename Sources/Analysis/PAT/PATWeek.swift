import Signals

/// A week of activity as the encoder takes it: 10 080 standardised minutes.
///
/// The latest 10 080 minutes count; a shorter recording is filled with zeros before its start. Missing minutes are zero, the
/// average. The published models were standardised minute by minute across people; without such curves the recording's own
/// mean and deviation are taken, which ``isPublishedNormalisation`` says.
public struct PATWeek: Hashable, Sendable {
    /// How the minutes were standardised.
    public enum Normalisation: String, Sendable {
        /// By the recording's own mean and deviation.
        case recording = "per-recording z-score"
        /// By a population's curves.
        case reference = "population reference"
    }

    /// 10 080 numbers, the oldest first.
    public let values: [Float]
    /// How the minutes were standardised.
    public let normalisation: Normalisation
    /// Minutes with a value.
    public let recorded: Int
    /// Minutes without one, within the recording.
    public let missing: Int
    /// Minutes before the recording.
    public let padded: Int

    /// Whether the minutes were standardised as those of the published models: by a population's curves.
    public var isPublishedNormalisation: Bool { normalisation == .reference }

    /// Standardises a recording.
    /// - Parameters:
    ///   - minutes: one activity value per minute, the oldest first; NaN for a missing one.
    ///   - reference: curves of a population, for a day or a week from midnight. Nil for the recording's own mean and deviation.
    ///   - firstMinuteOfDay: the minute of the day, or of the week for curves of a week, of the first minute; where it is not said, the
    ///     recording is taken to begin at midnight. Without `reference` it changes nothing.
    /// - Throws: `Failure` when no minute has a value, or all have the same.
    public init(_ minutes: [Double], reference: PATReference? = nil, firstMinuteOfDay: Int = 0) throws {
        // Scores are of the whole recording, as it was done before cutting.
        let known = minutes.filter(\.isFinite)
        guard !known.isEmpty else { throw Failure(.failed, "No minute of the recording has a value.") }
        let start = max(0, minutes.count - PATModel.minutes)
        var values: [Float]
        if let reference {
            normalisation = .reference
            let length = reference.mean.count
            let offset = ((firstMinuteOfDay % length) + length) % length
            values = minutes.indices.dropFirst(start).map { index in
                let place = (index + offset) % length
                // A minute in which nobody differs is only centred.
                let deviation = reference.deviation[place] > 0 ? reference.deviation[place] : 1
                return Float((minutes[index] - reference.mean[place]) / deviation)
            }
        } else {
            normalisation = .recording
            let mean = known.reduce(0, +) / Double(known.count)
            let deviation = (known.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(known.count)).squareRoot()
            guard deviation > 0, deviation.isFinite else {
                throw Failure(.failed, "All minutes of the recording have the same value; there is nothing to encode.")
            }
            values = minutes.dropFirst(start).map { Float(($0 - mean) / deviation) }
        }
        recorded = values.count { $0.isFinite }
        missing = values.count - recorded
        padded = PATModel.minutes - values.count
        values = values.map { $0.isFinite ? $0 : 0 }
        self.values = [Float](repeating: 0, count: padded) + values
    }
}
