import Analysis
import Gateway
import Signals

/// What stands beside a night in its JSON: its days, the transformer's embedding, and who asked for what.
struct NightContext {
    /// The analysis over the recording's days.
    var analysis: ActigraphyAnalysis
    /// The user named in the output; nil for none.
    var user: String?
    /// When the analysis was made.
    var made: Instant
    /// What a first look at raw acceleration found; nil for a recording of counts.
    var survey: RecordingSurvey?
    /// Counts and wear of each minute of raw acceleration.
    var activity: [RecordingMinutes.Minute] = []
    /// Whether the mood-related score is printed.
    var showsMood = false
    /// The mean token of the last week, or nil with ``embeddingReason``.
    var embedding: [Float]?
    /// Why there is no embedding; with one, what to know of it.
    var embeddingReason = PATText.noWeights
    /// The weights that gave the embedding; nil without one.
    var embeddingModel: String?
    /// The score of a trained head; nil without one.
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
