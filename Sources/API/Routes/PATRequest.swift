import Documents
import Gateway
import Runtime
import Signals

/// Reads what is to be analysed.
enum PATRequest {
    /// Activity counts with their times.
    /// - Throws: a 422 that names the field.
    static func counts(_ members: [String: JSONValue]) throws -> ActigraphyRequest {
        let rate = try number(members, "sampling_rate", in: 1.0 / 60...600) ?? 1
        let hours = try number(members, "duration_hours", in: 1...168)
        guard case .array(let points) = members["data_points"] else { throw fault("data_points", "is needed, a list") }
        let read = try points.enumerated().map { index, point in
            guard let time = point.object?["timestamp"]?.string.flatMap({ Instant(rfc3339: $0) }) else {
                throw fault("data_points[\(index)].timestamp", "must be a time such as 2025-06-18T22:30:00Z")
            }
            guard let value = point.object?["value"]?.number, value >= 0 else {
                throw fault("data_points[\(index)].value", "must be a number of at least 0")
            }
            return (time: time, value: value)
        }
        return try request(read, members, perMinute: rate, .counts, hours: hours, "data_points")
    }

    /// Steps of each minute with their times.
    /// - Throws: a 422 that names the field.
    static func steps(_ members: [String: JSONValue]) throws -> ActigraphyRequest {
        guard case .array(let counts) = members["step_counts"] else { throw fault("step_counts", "is needed, a list") }
        guard case .array(let times) = members["timestamps"], times.count == counts.count else {
            throw fault("timestamps", "must have as many entries as step_counts")
        }
        if let data = members["user_metadata"], data != .null, data.object == nil {
            throw fault("user_metadata", "must be an object")
        }
        let read = try zip(counts, times).enumerated().map { index, pair in
            guard let value = pair.0.number, value >= 0 else {
                throw fault("step_counts[\(index)]", "must be a number of at least 0")
            }
            guard let time = pair.1.string.flatMap({ Instant(rfc3339: $0) }) else {
                throw fault("timestamps[\(index)]", "must be a time such as 2025-06-18T22:30:00Z")
            }
            return (time: time, value: value)
        }
        return try request(read, members, perMinute: 1, .steps, hours: nil, "step_counts")
    }

    private static func request(
        _ points: [(time: Instant, value: Double)], _ members: [String: JSONValue], perMinute: Double,
        _ measure: ActigraphyRequest.Measure, hours: Double?, _ field: String
    ) throws -> ActigraphyRequest {
        let mood = members["mood"] ?? .null
        guard mood == .null || mood.bool != nil else { throw fault("mood", "must be true or false") }
        do {
            return try ActigraphyRequest(
                points, perMinute: perMinute, measure: measure, hours: hours, showsMood: mood.bool ?? false)
        } catch let failure as Failure {
            throw HTTPProblem(
                status: 422, kind: "validation-error", title: "This cannot be analysed", detail: failure.message,
                errors: [FieldFault(field, failure.message, code: "out_of_range")])
        }
    }

    private static func number(
        _ members: [String: JSONValue], _ name: String, in range: ClosedRange<Double>
    ) throws -> Double? {
        guard let value = members[name], value != .null else { return nil }
        guard let number = value.number, range.contains(number) else {
            throw fault(name, "must be a number from \(range.lowerBound) to \(range.upperBound)")
        }
        return number
    }

    private static func fault(_ field: String, _ rule: String) -> HTTPProblem {
        HTTPProblem(
            status: 422, kind: "validation-error", title: "This cannot be analysed", detail: "“\(field)” \(rule).",
            errors: [FieldFault(field, "It \(rule).", code: "invalid_value")])
    }
}
