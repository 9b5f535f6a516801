import API
import Analysis
import Documents
import Epochs
import Gateway
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
                json.field("expected_error_min", night.confidence.expectedError)
            }
            bounds(night, to: &json)
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

    /// Bounds of the sleep itself; a recorder's file has no stages.
    private static func bounds(_ night: Night, to json: inout JSONText) {
        json.array("intervals") { json in
            for interval in night.intervals() where interval.figure.isSleep {
                json.object { json in
                    json.field("figure", interval.figure.rawValue)
                    json.field("low", interval.low)
                    json.field("high", interval.high)
                    json.field("level", NightInterval.level)
                    json.field("lost_min", interval.lost)
                    json.field("reason", interval.reason)
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
            json.field("l5_onset", rhythm?.leastMostActive.map { RhythmFigures.clock($0.l5Onset) })
            json.field("m10", rhythm?.leastMostActive?.m10)
            json.field("m10_onset", rhythm?.leastMostActive.map { RhythmFigures.clock($0.m10Onset) })
            json.field("kra", rhythm?.restToActivity)
            json.field("kar", rhythm?.activityToRest)
        }
    }

    /// The figures over several days, with their methods.
    private static func dayEstimates(_ context: NightContext) -> [(String, Estimate)] {
        [
            ("circadian_rhythm_score", context.analysis.circadianScore),
            ("activity_fragmentation", context.analysis.fragmentation),
            ("social_jet_lag_h", context.analysis.socialJetLag), ("depression_risk_score", context.mood),
        ]
    }

    /// Why fields are empty, by name.
    private static func dayReasons(_ context: NightContext) -> [(String, String)] {
        mania.map { ($0, "no method for it is validated on a wrist's movement") }
            + (context.embedding == nil ? ["embedding", "embedding_model"].map { ($0, context.embeddingReason) } : [])
            + (context.user == nil ? [("user_id", "a file names nobody; --user does")] : [])
    }
}

extension NightJSON {
    /// Writes the results from raw acceleration in a night's window: calibration, non-wear and counts.
    static func recording(_ night: Night, _ context: NightContext, to json: inout JSONText) {
        if let survey = context.survey, let found = survey.accepted {
            json.object("calibration") { json in
                json.array("offset", (0..<3).map { found.offset[$0] })
                json.array("scale", (0..<3).map { found.scale[$0] })
                json.field("fitted", survey.calibration.model?.rawValue)
                json.field("error_before_mg", survey.calibration.errorBefore)
                json.field("error_after_mg", survey.calibration.errorAfter)
                json.field("windows", survey.calibration.windows)
            }
        } else {
            json.field("calibration", nil as String?)
        }
        if let survey = context.survey {
            intervals("non_wear", survey.nonWear.filter { $0.overlaps(night.window) }, to: &json)
        } else {
            json.field("non_wear", nil as String?)
        }
        let own = context.activity.filter { night.window.contains($0.start) }
        guard let first = own.first else { return json.field("counts", nil as String?) }
        json.object("counts") { json in
            json.field("measure", "ActiGraph counts, vector magnitude")
            json.field("mean_per_min", mean(own))
            json.field("worn_min", own.count { $0.isWorn == true })
            json.field("start_s", first.start.secondsSince1970)
            json.array("time_min") { json in
                for minute in own { json.value(Int(minute.start.seconds(since: first.start) / 60)) }
            }
            json.array("vm_count") { json in for minute in own { json.value(minute.counts) } }
        }
    }

    /// Counts in a minute in which the recorder was worn, or may have been; nil without any.
    static func mean(_ minutes: [RecordingMinutes.Minute]) -> Double? {
        let worn = minutes.filter { $0.isWorn != false }.compactMap(\.counts)
        return worn.isEmpty ? nil : worn.reduce(0, +) / Double(worn.count)
    }

    /// Why there is no calibration, no non-wear or no counts.
    static func missing(_ night: Night, _ context: NightContext) -> [(String, String)] {
        var reasons: [(String, String)] = []
        if context.survey?.accepted == nil { reasons.append(("calibration", uncalibrated(context))) }
        let noMotion = "the recorder kept counts, not acceleration"
        if context.survey == nil { reasons.append(("non_wear", noMotion)) }
        if !context.activity.contains(where: { night.window.contains($0.start) }) {
            reasons.append(("counts", context.survey == nil ? noMotion : "no whole minute was recorded"))
        }
        return reasons
    }

    /// Why acceleration was not calibrated.
    private static func uncalibrated(_ context: NightContext) -> String {
        context.survey.map { $0.calibration.reason ?? "no sphere fits" } ?? "the recorder kept counts, not acceleration"
    }
}
