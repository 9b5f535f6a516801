import Analysis
import Gateway
import Runtime
import Signals

/// An analysis of activity as JSON.
enum ActigraphyDocument {
    /// The answer to a request for an analysis.
    static func reply(_ result: ActigraphyResult, isCached: Bool, _ json: inout JSONText) {
        json.field("analysis_id", result.id)
        json.field("status", result.status.rawValue)
        figures(result, &json)
        json.field("processing_time_ms", result.milliseconds)
        json.field("message", result.message)
        json.field("cached", isCached)
    }

    /// An analysis that was asked for by its id.
    static func analysis(_ result: ActigraphyResult, _ json: inout JSONText) {
        let isDone = result.status == .completed
        json.field("processing_id", result.id)
        json.field("status", result.status.rawValue)
        json.field("message", result.message)
        json.field("analysis_date", isDone ? result.time.rfc3339 : nil)
        if isDone {
            json.object("pat_features") { json in
                for (name, estimate) in named(result) { if let value = estimate.value { json.field(name, value) } }
            }
        } else {
            json.field("pat_features", nil as String?)
        }
        embedding("activity_embedding", result, &json)
        json.object("metadata") { json in
            json.field("measure", result.request.measure.rawValue)
            json.field("minutes", result.request.minutes.count)
            json.field("start", result.request.start.rfc3339)
            json.field("nights", result.nightCount)
            json.field("embedding", result.embeddingNote)
            json.field("processing_time_ms", result.milliseconds)
        }
        figures(result, &json)
    }

    private static func figures(_ result: ActigraphyResult, _ json: inout JSONText) {
        guard result.status == .completed else { return json.field("analysis", nil as String?) }
        let night = result.night
        json.object("analysis") { json in
            json.field("user_id", "\(result.person)")
            json.field("analysis_timestamp", result.time.rfc3339)
            json.field("date", night?.date.description)
            for (name, estimate) in named(result) { json.field(name, estimate.value) }
            // Off unless a person asks for it on the command line; nothing that was measured fills the other two.
            json.field("depression_risk_score", nil as Double?)
            json.field("mania_risk_score", nil as Double?)
            json.field("mania_alert_level", nil as String?)
            json.array("sleep_stages", night.map(stages) ?? [])
            json.field("confidence_score", night?.sleepPeriod == nil ? nil : confidence(result))
            json.array("clinical_insights", night.flatMap { result.analysis?.insights($0) } ?? [])
            embedding("embedding", result, &json)
            json.object("reasons") { json in
                for (name, estimate) in named(result) { if let reason = estimate.reason { json.field(name, reason) } }
                if let reason = night?.sleepPeriodReason { json.field("sleep_period", reason) }
                let told = Set(named(result).compactMap { $1.value == nil ? nil : $0 })
                for (name, reason) in night?.doubts ?? [] where told.contains(name) { json.field(name, reason) }
                if result.embedding == nil { json.field("embedding", result.embeddingNote) }
                json.field("depression_risk_score", "it is off; nobody has validated a rule for a single analysis")
                json.field("mania_risk_score", "no method for it is validated on a wrist's movement")
            }
            json.object("methods") { json in
                for (name, estimate) in named(result) { json.method(name, estimate.method) }
            }
        }
    }

    /// Steps miss what the wrist does without walking, so they are worth half of counts.
    private static func confidence(_ result: ActigraphyResult) -> Double? {
        result.night.map { $0.confidence.value * (result.request.measure == .steps ? 0.5 : 1) }
    }

    private static func embedding(_ name: String, _ result: ActigraphyResult, _ json: inout JSONText) {
        guard let values = result.embedding else { return json.field(name, nil as String?) }
        json.array(name, values.map(Double.init))
    }

    /// Efficiency in percent, latency and wake in minutes, sleep in hours, scores 0 ... 1.
    private static func named(_ result: ActigraphyResult) -> [(String, Estimate)] {
        guard let measures = result.night?.measures, let analysis = result.analysis else { return [] }
        var hours = measures.totalSleepTime
        hours.value = hours.value.map { $0 / 60 }
        return [
            ("sleep_efficiency", measures.sleepEfficiency), ("sleep_onset_latency", measures.sleepOnsetLatency),
            ("wake_after_sleep_onset", measures.wakeAfterSleepOnset), ("total_sleep_time", hours),
            ("circadian_rhythm_score", analysis.circadianScore), ("activity_fragmentation", analysis.fragmentation),
        ]
    }

    private static func stages(_ night: Night) -> [String] {
        night.states.indices.filter { night.sleepPeriod?.contains(night.epoch(at: $0).lowerBound) ?? false }.map {
            night.states[$0] == .notWorn ? SleepState.unknown.name : night.states[$0].name
        }
    }

    /// The models of the transformer.
    static func models(_ installed: [PATModel], _ json: inout JSONText) {
        let model = installed.first ?? .large
        json.field("model_type", model.rawValue)
        json.field("version", Version.current)
        json.field("initialized", !installed.isEmpty)
        json.array("capabilities", ["sleep_scoring", "rhythm"] + (installed.isEmpty ? [] : ["activity_embedding"]))
        json.object("input_requirements") { json in
            json.field("minutes", PATModel.minutes)
            json.field("most_points", ActigraphyRequest.pointLimit)
            json.field("padding", "zeros before a shorter recording, after standardising")
        }
        json.object("performance") { json in
            json.field("embedding_width", PATModel.width)
            json.field("patch_minutes", model.patch)
            json.field("layers", model.layers)
            json.field("cache_ttl_s", ActigraphyDesk.cacheSeconds)
        }
        json.array("installed", installed.map(\.rawValue))
    }
}
