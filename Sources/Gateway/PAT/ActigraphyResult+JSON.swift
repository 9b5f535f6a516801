import Analysis
public import Documents
import Runtime
import Signals

extension ActigraphyResult {
    /// The analysis as it is asked for by its id, and as it is stored.
    public var document: JSONText {
        var json = JSONText()
        json.object { json in
            let isDone = status == .completed
            json.field("processing_id", id)
            json.field("status", status.rawValue)
            json.field("message", message)
            json.field("analysis_date", isDone ? time.rfc3339 : nil)
            if isDone {
                json.object("pat_features") { json in
                    for (name, estimate) in named { if let value = estimate.value { json.field(name, value) } }
                }
            } else {
                json.field("pat_features", nil as String?)
            }
            json.array("activity_embedding", (embedding ?? []).map(Double.init))
            json.object("metadata") { json in
                json.field("measure", request.measure.rawValue)
                json.field("minutes", request.minutes.count)
                json.field("start", request.start.rfc3339)
                json.field("duration_hours", request.hours)
                json.field("nights", nightCount)
                json.field("embedding", embeddingNote)
                json.field("processing_time_ms", milliseconds)
            }
            write(to: &json)
        }
        return json
    }

    /// The answer to the request for it.
    /// - Parameter isCached: whether it was done before.
    public func reply(isCached: Bool) -> JSONText {
        var json = JSONText()
        json.object { json in
            json.field("analysis_id", id)
            json.field("status", status.rawValue)
            write(to: &json)
            json.field("processing_time_ms", milliseconds)
            json.field("message", message)
            json.field("cached", isCached)
        }
        return json
    }

    private func write(to json: inout JSONText) {
        guard status == .completed else { return json.field("analysis", nil as String?) }
        json.object("analysis") { json in
            json.field("user_id", "\(person)")
            json.field("analysis_timestamp", time.rfc3339)
            json.field("date", night?.date.description)
            for (name, estimate) in named { json.field(name, estimate.value) }
            json.field("depression_risk_score", mood.value)
            // Nothing that was measured fills these two.
            json.field("mania_risk_score", nil as Double?)
            json.field("mania_alert_level", nil as String?)
            let stages = stages
            json.field("stages_start", stages.first.flatMap { index in night?.epoch(at: index).lowerBound.rfc3339 })
            json.field("stage_epoch_seconds", night?.epochSeconds)
            json.array("sleep_stages", stages.compactMap { night?.states[$0].stageName })
            json.array("naps") { json in
                for nap in night?.naps ?? [] {
                    json.object { json in
                        json.field("start", nap.lowerBound.rfc3339)
                        json.field("end", nap.upperBound.rfc3339)
                    }
                }
            }
            json.field("confidence_score", night?.sleepPeriod == nil ? nil : night?.confidence.value)
            json.field("data_completeness", request.completeness)
            json.array("clinical_insights", night.flatMap { analysis?.insights($0, moodScore: mood.value) } ?? [])
            json.field("algorithm", night.map { "\($0.periodMethod.name)+\($0.scoringMethod.name)" })
            if let embedding {
                json.array("embedding", embedding.map(Double.init))
            } else {
                json.field("embedding", nil as String?)
            }
            if request.showsMood { writeMood(to: &json) }
            writeReasons(to: &json)
            writeMethods(to: &json)
        }
    }

    /// The same words and parts as `nightjar analyze --mood`.
    private func writeMood(to json: inout JSONText) {
        json.object("depression_risk") { json in
            json.field("label", MoodPattern.caution)
            json.field("method", mood.method.name)
            json.array("inputs") { json in
                for part in analysis?.mood.parts ?? [] {
                    json.object { json in
                        json.field("name", part.name)
                        json.field("value", part.value)
                        json.field("score", part.score)
                    }
                }
            }
        }
    }

    private func writeReasons(to json: inout JSONText) {
        json.object("reasons") { json in
            for (name, estimate) in named { if let reason = estimate.reason { json.field(name, reason) } }
            if let reason = night?.sleepPeriodReason { json.field("sleep_period", reason) }
            let told = Set(named.compactMap { $1.value == nil ? nil : $0 })
            for (name, reason) in night?.doubts ?? [] where told.contains(name) { json.field(name, reason) }
            if embedding == nil { json.field("embedding", embeddingNote) }
            if let reason = mood.reason { json.field("depression_risk_score", reason) }
            json.field("mania_risk_score", "no method for it is validated on a wrist's movement")
        }
    }

    private func writeMethods(to json: inout JSONText) {
        json.object("methods") { json in
            var main = MainNight.method
            main.parameters["ends_h"] = Double(cut)
            let parts = night.map { [("sleep_period", $0.periodMethod), ("states", $0.scoringMethod)] } ?? []
            for (name, method) in [("night", main)] + parts + named.map({ ($0, $1.method) }) {
                json.object(name) { json in
                    json.field("name", method.name)
                    json.field("version", method.version)
                    json.object("parameters") { json in
                        for (key, value) in method.parameters.sorted(by: { $0.key < $1.key }) { json.field(key, value) }
                    }
                }
            }
        }
    }

    /// Efficiency in percent, latency and wake in minutes, sleep in hours, scores 0 ... 1.
    private var named: [(String, Estimate)] {
        guard let measures = night?.measures, let analysis else { return [] }
        var hours = measures.totalSleepTime
        hours.value = hours.value.map { $0 / 60 }
        return [
            ("sleep_efficiency", measures.sleepEfficiency), ("sleep_onset_latency", measures.sleepOnsetLatency),
            ("wake_after_sleep_onset", measures.wakeAfterSleepOnset), ("total_sleep_time", hours),
            ("circadian_rhythm_score", analysis.circadianScore), ("activity_fragmentation", analysis.fragmentation),
        ]
    }

    /// The epochs of the sleep period, as indices of the night's states.
    private var stages: [Int] {
        guard let night, let period = night.sleepPeriod else { return [] }
        return night.states.indices.filter { period.contains(night.epoch(at: $0).lowerBound) }
    }
}

extension SleepState {
    /// The stage's name; time off the body is named unknown.
    fileprivate var stageName: String { self == .notWorn ? SleepState.unknown.name : name }
}
