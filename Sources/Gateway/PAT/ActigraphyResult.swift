public import Analysis
public import Documents
public import Signals

/// What became of an analysis.
public struct ActigraphyResult: Sendable {
    /// Its name.
    public var id: String
    /// Whose it is.
    public var person: Int64
    /// How far it is.
    public var status: ActivityAnalysisStatus
    /// When it was asked for, or done.
    public var time: Instant
    /// Milliseconds that it took.
    public var milliseconds: Double?
    /// What to know of it.
    public var message: String?
    /// What was analysed.
    public var request: ActigraphyRequest
    /// The night that the figures are of, by the rule of `MainNight`.
    public var night: Night?
    /// Nights that were found.
    public var nightCount = 0
    /// The hour of the day at which nights end.
    public var cut = 12
    /// What the days say.
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
