import Documents
import Gateway
import Runtime

extension Schema {
    /// An upload of metrics.
    static var healthDataUpload: Schema {
        .named(
            "HealthDataUpload",
            .object([
                "user_id": .string.nullable.optional.about("Whose they are: your own id, or left out"),
                "metrics": .array(.healthMetric, count: 1...HealthIntake.metricLimit),
                "upload_source": .string(1...100), "client_timestamp": .requestTime,
                "sync_token": .string(0...255).nullable.optional,
            ]))
    }

    /// One metric.
    static var healthMetric: Schema {
        .named(
            "HealthMetric",
            .object([
                "metric_id": .string(1...128).nullable.optional,
                "metric_type": .words(
                    "heart_rate", "heart_rate_variability", "blood_pressure", "blood_oxygen", "respiratory_rate",
                    "sleep_analysis", "activity_level", "stress_indicators", "mood_assessment", "cognitive_metrics",
                    "environmental", "body_temperature", "blood_glucose"),
                "biometric_data": figures(
                    [
                        "heart_rate": 30...300, "blood_pressure_systolic": 70...250,
                        "blood_pressure_diastolic": 40...150,
                        "oxygen_saturation": 70...100, "heart_rate_variability": 0...200, "respiratory_rate": 5...60,
                        "body_temperature": 35...42, "blood_glucose": 50...500,
                    ]),
                "sleep_data": sleepData.nullable.optional,
                "activity_data": figures(
                    [
                        "distance": 0...100, "active_energy": 0...5000, "vo2_max": 10...80,
                        "resting_heart_rate": 30...120,
                    ],
                    whole: [
                        "steps": 0...100_000, "exercise_minutes": 0...1440, "flights_climbed": 0...500,
                        "active_minutes": 0...1440,
                    ]),
                "mental_health_data": figures(
                    ["stress_level": 1...10, "anxiety_level": 1...10, "energy_level": 1...10, "focus_rating": 1...10],
                    whole: ["social_interaction_minutes": 0...1440, "meditation_minutes": 0...480]),
                "device_id": .string(0...255).nullable.optional, "raw_data": .map(.any).nullable.optional,
                "metadata": .map(.any).nullable.optional, "created_at": .requestTime.nullable.optional,
            ]).with("anyOf", .array(parts)))
    }

    /// Each type with the part that it must carry.
    private static var parts: [JSONValue] {
        let types: KeyValuePairs<String, [JSONValue]> = [
            "biometric_data": ["heart_rate", "heart_rate_variability", "blood_pressure"],
            "sleep_data": ["sleep_analysis"], "activity_data": ["activity_level"],
            "mental_health_data": ["stress_indicators", "mood_assessment", "cognitive_metrics"],
            "": ["blood_oxygen", "respiratory_rate", "environmental", "body_temperature", "blood_glucose"],
        ]
        return types.map { part, words in
            var properties: [String: JSONValue] = ["metric_type": ["enum": .array(words)]]
            var required: [JSONValue] = ["metric_type"]
            if !part.isEmpty {
                properties[part] = ["type": "object"]
                required.append(.string(part))
            }
            return .object(["properties": .object(properties), "required": .array(required)])
        }
    }

    private static var sleepData: Schema {
        .object([
            "total_sleep_minutes": .integer(1...2880), "sleep_efficiency": .number(0...1),
            "time_to_sleep_minutes": .integer(0...180).nullable.optional,
            "wake_count": .integer(0...50).nullable.optional,
            "sleep_stages": .object([
                "awake": .integer(0...2880).optional, "light": .integer(0...2880).optional,
                "deep": .integer(0...2880).optional, "rem": .integer(0...2880).optional,
            ]).nullable.optional,
            "sleep_start": .requestTime, "sleep_end": .requestTime,
        ])
    }

    private static func figures(
        _ ranges: KeyValuePairs<String, ClosedRange<Double>>, whole: KeyValuePairs<String, ClosedRange<Int>> = [:]
    ) -> Schema {
        var properties: [String: JSONValue] = [:]
        for (name, range) in ranges { properties[name] = .object(Schema.number(range).nullable.keywords) }
        for (name, range) in whole { properties[name] = .object(Schema.integer(range).nullable.keywords) }
        return Schema(["type": "object", "properties": .object(properties)]).nullable.optional
    }

    /// What became of an upload of metrics.
    static var healthDataReply: Schema {
        .named(
            "HealthDataReply",
            .object([
                "processing_id": .string, "status": .uploadStatus, "accepted_metrics": .integer,
                "rejected_metrics": .integer, "validation_errors": .array(.validationError),
                "estimated_processing_time": .integer.nullable.about("Seconds"), "sync_token": .string.nullable,
                "message": .string, "timestamp": .time,
            ]))
    }

    static var uploadStatus: Schema { .words("received", "processing", "completed", "failed", "requires_review") }

    static var validationError: Schema {
        .named("ValidationError", .object(["field": .string, "message": .string, "code": .string, "value": .any]))
    }

    /// One page of metrics.
    static var healthDataPage: Schema {
        .object([
            "data": .array(.object(["metric_id": .string, "metric_type": .string, "processing_id": .string])),
            "pagination": .object([
                "total_count": .integer.nullable, "page_size": .integer, "has_next": .boolean, "has_previous": .boolean,
                "next_cursor": .string.nullable, "previous_cursor": .string.nullable,
            ]),
            "links": .object([
                "self": .string, "first": .string, "previous": .string.nullable, "next": .string.nullable,
                "last": .string.nullable,
            ]),
        ])
    }

    static var serviceHealth: Schema {
        .object([
            "status": .words("healthy", "degraded"), "service": .string, "timestamp": .time, "version": .string,
            "reason": .string.nullable.optional.about("Why it is degraded"),
        ])
    }
}
