import Companion
import Documents
import Runtime
import Signals

/// Answers of the load routes.
enum CognitiveDocument {
    static func health(_ fault: String?, _ json: inout JSONText) {
        json.field("status", fault == nil ? "healthy" : "degraded")
        json.field("reason", fault)
        json.field("service", "cognitive_optimizer")
        json.field("version", Version.current)
        json.array(
            "features",
            [
                "cognitive_load_assessment", "adaptive_content", "spaced_repetition_sm2", "dynamic_scaffolding",
                "reading_sessions", "breathing",
            ])
        json.array("methods") { json in
            for method in [
                LoadFormula.method, Adaptation.method, Scaffold.method, ReviewSchedule.method, Recommender.method,
            ] {
                json.value("\(method.name)/\(method.version)")
            }
        }
    }

    static func write(_ answer: LoadFormula.Answer, at now: Instant, _ json: inout JSONText) {
        // The weights are decimal fractions: their sum is told without the last bits' noise.
        json.field("cognitive_load", (answer.load * 1e12).rounded() / 1e12)
        json.field("state", answer.state.rawValue)
        json.array("recommendations", answer.advice)
        json.field("timestamp", Timestamp.text(now))
        json.array("basis", answer.basis)
        json.field("confidence", (answer.confidence * 1e4).rounded() / 1e4)
        json.method("method", LoadFormula.method)
        json.object("factors") { json in
            for factor in answer.factors {
                json.object(factor.name) { json in
                    json.field("score", factor.score)
                    json.field("weight", factor.weight)
                }
            }
        }
    }

    static func write(_ scaffold: Scaffold, _ load: Double, _ target: Double, _ json: inout JSONText) {
        json.field("action", scaffold.rawValue)
        json.array("recommendations", scaffold.advice)
        json.field("support_level", scaffold.support)
        json.field("reasoning", scaffold.reason)
        json.field("current_load", load)
        json.field("target_load", target)
        json.method("method", Scaffold.method)
    }
}
