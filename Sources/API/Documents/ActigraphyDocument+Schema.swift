import Analysis
import Documents
import Gateway
import Runtime

extension Schema {
    static var patCounts: Schema {
        .named(
            "PATCounts",
            .object([
                "data_points": .array(
                    .object(["timestamp": .requestTime, "value": .number.with("minimum", 0)]),
                    count: 1...ActigraphyRequest.pointLimit),
                "sampling_rate": .number(1.0 / 60...600).nullable.optional.standard(1).about("Points per minute"),
                "duration_hours": .number(1...168).nullable.optional
                    .about("Hours up to the last point that are analysed; all if left out"),
                "mood": .mood,
            ]))
    }

    static var patSteps: Schema {
        let limit = 1...ActigraphyRequest.pointLimit
        return .named(
            "PATSteps",
            .object([
                "step_counts": .array(.number.with("minimum", 0), count: limit),
                "timestamps": .array(.requestTime, count: limit).about("As many as step_counts"),
                "user_metadata": .map(.any).nullable.optional, "mood": .mood,
            ]))
    }

    fileprivate static var mood: Schema {
        .boolean.nullable.optional
            .about("Whether depression_risk_score is shown: \(MoodPattern.caution)")
    }

    private static var patStatus: Schema { .words("processing", "completed", "failed") }

    static var actigraphyAnalysis: Schema {
        let figure = Schema.number.nullable
        return .named(
            "ActigraphyAnalysis",
            .object([
                "user_id": .string, "analysis_timestamp": .time, "date": .date.nullable,
                "sleep_efficiency": figure.about("Percent").optional,
                "sleep_onset_latency": figure.about("Minutes").optional,
                "wake_after_sleep_onset": figure.about("Minutes").optional,
                "total_sleep_time": figure.about("Hours").optional, "circadian_rhythm_score": figure.optional,
                "activity_fragmentation": figure.optional, "depression_risk_score": figure,
                "mania_risk_score": figure, "mania_alert_level": .string.nullable,
                "stages_start": .time.nullable.about("When the first of sleep_stages begins"),
                "stage_epoch_seconds": .integer.nullable.about("How long each of them lasts"),
                "sleep_stages": .array(.string),
                "naps": .array(.object(["start": .time, "end": .time])).about("Other sleep of that day"),
                "data_completeness": .number(0...1).about("Minutes with a value, of those asked for"),
                "algorithm": .string.nullable.about("What found the sleep, and what scored it"),
                "depression_risk": .object([
                    "label": .string, "method": .string,
                    "inputs": .array(.object(["name": .string, "value": .number, "score": .number])),
                ]).optional.about("Where “mood” was asked for"),
                "confidence_score": figure, "clinical_insights": .array(.string),
                "embedding": .array(.number).nullable, "reasons": .map(.string), "methods": .map(.any),
            ]))
    }

    static var patReply: Schema {
        .named(
            "PATReply",
            .object([
                "analysis_id": .string, "status": patStatus, "analysis": .actigraphyAnalysis.nullable,
                "processing_time_ms": .number.nullable, "message": .string.nullable, "cached": .boolean,
            ]))
    }

    static var patAnalysis: Schema {
        .object([
            "processing_id": .string, "status": patStatus, "message": .string.nullable,
            "analysis_date": .time.nullable, "pat_features": .map(.number).nullable,
            "activity_embedding": .array(.number).about("Empty where there is none; metadata.embedding says why"),
            "metadata": .map(.any),
            "analysis": .actigraphyAnalysis.nullable,
        ])
    }

    static var patModels: Schema {
        .object([
            "model_type": .string, "version": .string, "initialized": .boolean, "capabilities": .array(.string),
            "input_requirements": .map(.any), "performance": .map(.any), "installed": .array(.string),
        ])
    }
}
