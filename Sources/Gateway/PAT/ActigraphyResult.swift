package import Analysis
package import Documents
package import Signals

/// What became of an analysis.
package struct ActigraphyResult: Sendable {
    /// Its name.
    package var id: String
    /// Whose it is.
    package var person: Int64
    /// How far it is.
    package var status: ActivityAnalysisStatus
    /// When it was asked for, or done.
    package var time: Instant
    /// Milliseconds that it took.
    package var milliseconds: Double?
    /// What to know of it.
    package var message: String?
    /// What was analysed.
    package var request: ActigraphyRequest
    /// The night that the figures are of, by the rule of `MainNight`.
    package var night: Night?
    /// Nights that were found.
    package var nightCount = 0
    /// The hour of the day at which nights end.
    package var cut = 12
    /// What the days say.
    package var analysis: ActigraphyAnalysis?
    /// The transformer's mean token; nil with a reason.
    package var embedding: [Float]?
    /// Why there is no embedding, or which weights gave it.
    package var embeddingNote = ""

    /// The mood-related score that is shown: off unless it was asked for.
    package var mood: Estimate {
        guard request.showsMood else {
            return Estimate(
                unknown: "it is off; “mood”: true shows \(MoodPattern.caution)", method: Method("none"))
        }
        return analysis?.mood.score ?? Estimate(unknown: "nothing was analysed", method: Method("none"))
    }
}
