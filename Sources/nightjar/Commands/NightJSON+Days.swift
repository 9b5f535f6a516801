import Analysis
import Documents
import Gateway
import Runtime
import Signals

extension NightJSON {
    /// The fields over several nights.
    static func days(_ context: NightContext, to json: inout JSONText) {
        let analysis = context.analysis
        json.field("circadian_rhythm_score", analysis.circadianScore.value)
        json.field("activity_fragmentation", analysis.fragmentation.value)
        json.field("social_jet_lag_h", analysis.socialJetLag.value)
        json.field("depression_risk_score", context.mood.value)
        for name in mania { json.field(name, nil as Double?) }
        if let embedding = context.embedding {
            json.array("embedding", embedding.map(Double.init))
        } else {
            json.field("embedding", nil as Double?)
        }
        json.field("embedding_model", context.embeddingModel)
        rhythm(analysis, to: &json)
        guard context.showsMood else { return }
        json.object("depression_risk") { json in
            json.field("label", MoodPattern.caution)
            json.field("method", context.mood.method.name)
            json.array("inputs") { json in
                for part in context.headScore == nil ? analysis.mood.parts : [] {
                    json.object { json in
                        json.field("name", part.name)
                        json.field("value", part.value)
                        json.field("score", part.score)
                    }
                }
            }
        }
    }

    /// Fields of the interface for which nothing is known that could fill them.
    private static let mania = ["mania_risk_score", "mania_alert_level"]

    private static func rhythm(_ analysis: ActigraphyAnalysis, to json: inout JSONText) {
        let rhythm = analysis.rhythm
        json.object("rhythm") { json in
            json.field("days", rhythm?.days ?? 0)
            json.field("is", rhythm?.interdailyStability)
            json.field("iv", rhythm?.intradailyVariability)
            json.field("ra", rhythm?.leastMostActive?.relativeAmplitude)
            json.field("sri", rhythm?.sleepRegularity)
            json.field("l5", rhythm?.leastMostActive?.l5)
            json.field("l5_onset", rhythm?.leastMostActive.map { RhythmJSON.clock($0.l5Onset) })
            json.field("m10", rhythm?.leastMostActive?.m10)
            json.field("m10_onset", rhythm?.leastMostActive.map { RhythmJSON.clock($0.m10Onset) })
            json.field("kra", rhythm?.restToActivity)
            json.field("kar", rhythm?.activityToRest)
        }
    }

    /// The figures over several days, with their methods.
    static func dayEstimates(_ context: NightContext) -> [(String, Estimate)] {
        [
            ("circadian_rhythm_score", context.analysis.circadianScore),
            ("activity_fragmentation", context.analysis.fragmentation),
            ("social_jet_lag_h", context.analysis.socialJetLag), ("depression_risk_score", context.mood),
        ]
    }

    /// Why fields are empty, by name.
    static func dayReasons(_ context: NightContext) -> [(String, String)] {
        mania.map { ($0, "no method for it is validated on a wrist's movement") }
            + (context.embedding == nil ? ["embedding", "embedding_model"].map { ($0, context.embeddingReason) } : [])
            + (context.user == nil ? [("user_id", "a file names nobody; --user does")] : [])
    }
}
