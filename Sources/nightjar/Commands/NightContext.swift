import Analysis
import Gateway
import Signals

/// What stands beside a night in its JSON: its days, the transformer's embedding, and who asked for what.
struct NightContext {
    /// The recording's days.
    var analysis: ActigraphyAnalysis
    /// Whose nights they are, or nil.
    var user: String?
    /// When the analysis was made.
    var made: Instant
    /// What a first look at raw acceleration found; nil for a recording of counts.
    var survey: RecordingSurvey?
    /// Counts and wear of each minute of raw acceleration.
    var activity: [RecordingMinutes.Minute] = []
    /// Whether a mood-related score was asked for.
    var showsMood = false
    /// The mean token of the last week, or nil with ``embeddingReason``.
    var embedding: [Float]?
    /// Why there is no embedding; with one, what to know of it.
    var embeddingReason = PATText.noWeights
    /// Which weights gave the embedding.
    var embeddingModel: String?
    /// A trained head's score, when one was given.
    var headScore: Double?

    /// The mood-related score that is shown: the head's when there is one, else the rule's; off unless asked for.
    var mood: Estimate {
        guard showsMood else {
            return Estimate(
                unknown: "it is off; --mood shows \(MoodPattern.caution)", method: Method("none"))
        }
        if let headScore { return Estimate(headScore, method: Method("pat-head")) }
        return analysis.mood.score
    }
}
