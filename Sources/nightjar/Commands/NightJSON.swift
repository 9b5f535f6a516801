import Analysis
import Documents
import Runtime
import Signals

/// A night as the `ActigraphyAnalysis` of the interface, with the method and the reason of each figure.
enum NightJSON {
    /// Appends `night` as the next value.
    static func write(_ night: Night, _ context: NightContext, to json: inout JSONText) {
        let measures = night.measures
        json.object { json in
            json.field("user_id", context.user)
            json.field("analysis_timestamp", "\(stamp(context.made))")
            json.field("date", "\(night.date)")
            json.field("zone", night.zone)
            json.field("window_start_s", night.window.lowerBound.secondsSince1970)
            json.field("window_end_s", night.window.upperBound.secondsSince1970)
            json.field("sleep_start_s", night.sleepPeriod?.lowerBound.secondsSince1970)
            json.field("sleep_end_s", night.sleepPeriod?.upperBound.secondsSince1970)
            json.field("sleep_efficiency", measures.sleepEfficiency.value)
            json.field("sleep_onset_latency", measures.sleepOnsetLatency.value)
            json.field("wake_after_sleep_onset", measures.wakeAfterSleepOnset.value)
            json.field("total_sleep_time", measures.totalSleepTime.value.map { $0 / 60 })
            json.field("awakenings", measures.awakenings.value)
            json.field("sleep_fragmentation_index", night.fragmentation.value)
            json.field("sleep_period_min", measures.sleepPeriod.value)
            json.field("time_in_bed_min", measures.timeInBed.value)
            json.field("mid_sleep_h", measures.midSleep.value)
            days(context, to: &json)
            json.field("confidence_score", night.sleepPeriod == nil ? nil : night.confidence.value)
            json.object("confidence") { json in
                json.field("completeness", night.confidence.completeness)
                json.field("wear", night.confidence.wear)
                json.field("agreement", night.confidence.agreement)
            }
            json.field("data_completeness", completeness(night))
            stages(night, to: &json)
            recording(night, context, to: &json)
            intervals("naps", night.naps, to: &json)
            intervals("awakening_intervals", night.awakenings, to: &json)
            json.array("clinical_insights", context.analysis.insights(night, moodScore: context.mood.value))
            json.field("algorithm", "\(night.periodMethod.name)+\(night.scoringMethod.name)")
            methods(night, context, to: &json)
            reasons(night, context, to: &json)
            losses(night.losses, to: &json)
        }
    }

    /// UTC to the second, as in RFC 3339.
    private static func stamp(_ instant: Instant) -> String {
        let text = "\(Zone.utc.civilTime(at: instant))"
        return "\(text.prefix(10))T\(text.dropFirst(11).prefix(8))Z"
    }

    private static func completeness(_ night: Night) -> Double {
        Double(night.states.count { $0 != .unknown }) / Double(max(1, night.states.count))
    }

    /// The states of the sleep period: `asleep`, `awake`, and `unknown` for holes and time off the body.
    private static func stages(_ night: Night, to json: inout JSONText) {
        let inPeriod = night.states.indices.filter {
            night.sleepPeriod?.contains(night.epoch(at: $0).lowerBound) ?? false
        }
        json.field("stages_start_s", inPeriod.first.map { night.epoch(at: $0).lowerBound.secondsSince1970 })
        json.field("stage_epoch_seconds", night.epochSeconds)
        json.array(
            "sleep_stages",
            inPeriod.map { index in
                night.states[index] == .notWorn ? SleepState.unknown.name : night.states[index].name
            })
    }

    static func intervals(_ name: String, _ intervals: [Range<Instant>], to json: inout JSONText) {
        json.array(name) { json in
            for interval in intervals {
                json.object { json in
                    json.field("start_s", interval.lowerBound.secondsSince1970)
                    json.field("end_s", interval.upperBound.secondsSince1970)
                }
            }
        }
    }

    private static func methods(_ night: Night, _ context: NightContext, to json: inout JSONText) {
        json.object("methods") { json in
            method("sleep_period", night.periodMethod, confidence: night.confidence.value, to: &json)
            method("states", night.scoringMethod, confidence: night.confidence.agreement, to: &json)
            for (name, estimate) in named(night) + dayEstimates(context) {
                method(name, estimate.method, confidence: estimate.confidence, to: &json)
            }
        }
    }

    private static func method(_ name: String, _ method: Method, confidence: Double?, to json: inout JSONText) {
        json.object(name) { json in
            json.field("name", method.name)
            json.field("version", method.version)
            json.object("parameters") { json in
                for (key, value) in method.parameters.sorted(by: { $0.key < $1.key }) { json.field(key, value) }
            }
            json.field("confidence", confidence)
        }
    }

    private static func named(_ night: Night) -> [(String, Estimate)] {
        [
            ("sleep_efficiency", night.measures.sleepEfficiency),
            ("sleep_onset_latency", night.measures.sleepOnsetLatency),
            ("wake_after_sleep_onset", night.measures.wakeAfterSleepOnset),
            ("total_sleep_time", night.measures.totalSleepTime), ("awakenings", night.measures.awakenings),
            ("sleep_fragmentation_index", night.fragmentation),
            ("sleep_period_min", night.measures.sleepPeriod), ("time_in_bed_min", night.measures.timeInBed),
            ("mid_sleep_h", night.measures.midSleep),
        ]
    }

    private static func reasons(_ night: Night, _ context: NightContext, to json: inout JSONText) {
        json.object("reasons") { json in
            if let reason = night.sleepPeriodReason { json.field("sleep_period", reason) }
            for (name, estimate) in named(night) + dayEstimates(context) {
                if let reason = estimate.reason { json.field(name, reason) }
            }
            for (name, reason) in missing(night, context) + dayReasons(context) { json.field(name, reason) }
            for (name, reason) in night.doubts { json.field(name, reason) }
        }
    }

    private static func losses(_ losses: [Loss], to json: inout JSONText) {
        json.array("losses") { json in
            for loss in losses {
                json.object { json in
                    json.field("cause", loss.cause.rawValue)
                    json.field("count", loss.count)
                    json.field("unit", loss.unit.rawValue)
                    json.field("first_s", loss.first?.secondsSince1970)
                    json.field("detail", loss.detail)
                }
            }
        }
    }
}
