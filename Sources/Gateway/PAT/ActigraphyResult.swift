public import Analysis
public import Signals

/// The state and the result of an analysis.
public struct ActigraphyResult: Sendable {
    /// The state of an analysis.
    public enum Status: String, Sendable {
        /// It is under way.
        case processing
        /// It has a result.
        case completed
        /// It failed.
        case failed
    }

    /// The id of the analysis.
    public var id: String
    /// The person who asked for it.
    public var person: Int64
    /// The state of the analysis.
    public var status: Status
    /// When it was asked for or, once it has ended, when it ended.
    public var time: Instant
    /// How long it took, in milliseconds; nil until it has ended.
    public var milliseconds: Double?
    /// A message about it; nil for none.
    public var message: String?
    /// The request that it answers.
    public var request: ActigraphyRequest
    /// The night that the figures are of, by the rule of `MainNight`.
    public var night: Night?
    /// The number of nights that were found.
    public var nightCount = 0
    /// The hour of the day at which nights are divided.
    public var cut = 12
    /// The results over days; nil until it has ended.
    public var analysis: ActigraphyAnalysis?
    /// The transformer's mean token; nil with a reason.
    public var embedding: [Float]?
    /// Why there is no embedding, or which weights gave it.
    public var embeddingNote = ""

    /// The mood-related score that is shown: off unless it was asked for.
    public var mood: Estimate {
        guard request.showsMood else {
            return Estimate(
                unknown: "it is off; “mood”: true shows \(MoodPattern.caution)", method: Method("none"))
        }
        return analysis?.mood.score ?? Estimate(unknown: "nothing was analysed", method: Method("none"))
    }
}
