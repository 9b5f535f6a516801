import Documents
import Runtime
import Signals

/// The rules by which a metric is accepted.
enum HealthMetricRules {
    /// Each type of metric, and the part that it must carry.
    static let parts: [String: String?] = [
        "heart_rate": "biometric_data", "heart_rate_variability": "biometric_data",
        "blood_pressure": "biometric_data", "blood_oxygen": nil, "respiratory_rate": nil,
        "sleep_analysis": "sleep_data", "activity_level": "activity_data", "stress_indicators": "mental_health_data",
        "mood_assessment": "mental_health_data", "cognitive_metrics": "mental_health_data", "environmental": nil,
        "body_temperature": nil, "blood_glucose": nil,
    ]
    private static let stages: Set = ["awake", "light", "deep", "rem"]
    private static let moods: Set = ["very_low", "low", "neutral", "good", "excellent"]

    /// What is wrong with a metric.
    /// - Parameters:
    ///   - metric: its members.
    ///   - place: where it stands in what was sent, such as `metrics[3]`.
    static func faults(_ metric: [String: JSONValue], at place: String) -> [HealthFault] {
        var checks = HealthChecks()
        let type = checks.text("metric_type", of: metric, at: place, isNeeded: true)
        if let type {
            if let part = parts[type] {
                if let part, metric[part]?.object == nil {
                    checks.add("\(place).\(part)", "A metric of type \(type) needs it.", "missing")
                }
            } else {
                let known = parts.keys.sorted().joined(separator: ", ")
                checks.add("\(place).metric_type", "There are \(known).", "invalid_value", .string(type))
            }
        }
        _ = checks.text("metric_id", of: metric, at: place, longest: 128)
        _ = checks.text("device_id", of: metric, at: place)
        _ = checks.time("created_at", of: metric, at: place)
        _ = checks.object("raw_data", of: metric, at: place)
        _ = checks.object("metadata", of: metric, at: place)
        if let part = checks.object("biometric_data", of: metric, at: place) {
            checks.figures(HealthRange.biometric, of: part, at: "\(place).biometric_data")
        }
        if let part = checks.object("activity_data", of: metric, at: place) {
            checks.figures(HealthRange.activity, of: part, at: "\(place).activity_data")
        }
        if let part = checks.object("sleep_data", of: metric, at: place) {
            sleep(part, at: "\(place).sleep_data", &checks)
        }
        if let part = checks.object("mental_health_data", of: metric, at: place) {
            mental(part, at: "\(place).mental_health_data", &checks)
        }
        return checks.faults
    }

    private static func mental(_ part: [String: JSONValue], at place: String, _ checks: inout HealthChecks) {
        checks.figures(HealthRange.mental, of: part, at: place)
        _ = checks.text("notes", of: part, at: place, longest: 1000)
        _ = checks.time("timestamp", of: part, at: place)
        if let mood = checks.text("mood_score", of: part, at: place), !moods.contains(mood) {
            checks.add(
                "\(place).mood_score", "There are very_low, low, neutral, good and excellent.", "invalid_value",
                .string(mood))
        }
    }

    private static func sleep(_ part: [String: JSONValue], at place: String, _ checks: inout HealthChecks) {
        for name in ["total_sleep_minutes", "sleep_efficiency"] where part[name] == nil {
            checks.add("\(place).\(name)", "It is needed.", "missing")
        }
        checks.figures(HealthRange.sleep, of: part, at: place)
        let start = checks.time("sleep_start", of: part, at: place, isNeeded: true)
        let end = checks.time("sleep_end", of: part, at: place, isNeeded: true)
        for (name, value) in checks.object("sleep_stages", of: part, at: place) ?? [:] {
            guard stages.contains(name) else {
                checks.add(
                    "\(place).sleep_stages", "There are awake, light, deep and rem.", "invalid_value", .string(name))
                continue
            }
            guard let minutes = value.number, minutes.rounded() == minutes, (0...2880).contains(minutes) else {
                checks.add("\(place).sleep_stages.\(name)", "It must be whole minutes.", "invalid_type", value)
                continue
            }
        }
        guard let start, let end else { return }
        guard end > start else {
            return checks.add("\(place).sleep_end", "Sleep must end after it starts.", "inconsistent")
        }
        // Only that sleep fits into the night: a night with much wake is honest.
        if let total = part["total_sleep_minutes"]?.number, total * 60 > end.seconds(since: start) + 60 {
            checks.add(
                "\(place).total_sleep_minutes", "There is more sleep than time from start to end.", "inconsistent",
                .number(total))
        }
    }
}
