import Companion
import Documents
import Gateway
import Runtime
import Signals

/// Paced breathing.
enum BreathingRoutes {
    /// How a pattern is written, as a regular expression; which seconds go together is more than one can say.
    static let writtenPattern = "^[0-9]{1,2}([.][0-9]{1,3})?-[0-9]{1,2}([.][0-9]{1,3})?$"

    static func add(to router: inout Router, gateway: Gateway) {
        router.get(
            "/api/v1/breathing",
            .about(
                "Your breathing exercises, newest first, and when the next may begin", "breathing",
                replies: [
                    200: .object([
                        "current": .breathing.nullable, "next_s": .seconds.nullable, "exercises": .array(.breathing),
                    ])
                ])
        ) { request in
            let person = request.caller.personColumn
            let reports = try gateway.reading.breathingReports(of: person)
            let next = try gateway.reading.nextBreathing(of: person)
            return .json { json in
                json.field("current", raw: gateway.reading.breathing(of: person)?.json ?? Array("null".utf8))
                json.field("next_s", next)
                json.array("exercises") { json in for report in reports { json.raw(named(report)) } }
            }
        }
        router.post(
            "/api/v1/breathing",
            .about(
                "Begin a breathing exercise; the load is silent until 2 minutes after it", "breathing",
                detail: "10 minutes after the last one at the soonest, at most 6 in an hour.",
                body: .object([
                    "pattern": .string.with("pattern", .string(writtenPattern)).nullable.optional
                        .about("Seconds in and out, of 4 to 7.5 breaths a minute").standard("4-6"),
                    "seconds": .integer(BreathingRules.seconds).nullable.optional.standard(60),
                    "user_id": .string.nullable.optional,
                ]), replies: [201: .breathing], problems: [403, 422, 429])
        ) { request in
            var fields = try CheckedFields(request)
            try fields.requireSelf(request.caller)
            let text = fields.optionalText("pattern") ?? BreathingPattern.standard.text
            let pattern = BreathingPattern(text)
            if pattern == nil {
                fields.fault("pattern", "must be seconds in and out, such as 4-6, of 4 to 7.5 breaths a minute")
            }
            let seconds = fields.optionalWhole("seconds", in: BreathingRules.seconds) ?? BreathingRules.standardSeconds
            try fields.check()
            do {
                let exercise = try gateway.reading.beginBreathing(
                    person: request.caller.personColumn, pattern: pattern ?? .standard, seconds: seconds)
                return .json(status: 201) { exercise.write(&$0) }
            } catch let refused as BreathingRefused {
                throw HTTPProblem.tooSoon(refused)
            }
        }
        router.post(
            "/api/v1/breathing/{id}/stop",
            .about(
                "End a breathing exercise; answers what it did", "breathing", path: ["id": .rowNumber],
                replies: [200: .breathing], problems: [400, 404])
        ) { request in
            let exercise = try gateway.reading.endBreathing(
                try request.number("id"), of: request.caller.personColumn)
            return .json { exercise.write(&$0) }
        }
        router.get(
            "/api/v1/breathing/{id}",
            .about(
                "What a breathing exercise did", "breathing", path: ["id": .rowNumber], replies: [200: .breathing],
                problems: [400, 404])
        ) { request in
            let id = try request.number("id")
            let reports = try gateway.reading.breathingReports(of: request.caller.personColumn, limit: 10_000)
            guard let report = reports.first(where: { $0.id == id }) else {
                throw Failure(.notFound, "There is no breathing exercise \(id).")
            }
            return .bytes(named(report), contentType: "application/json")
        }
    }

    /// The body was written before its number was known.
    private static func named(_ report: (id: Int64, json: [UInt8])) -> [UInt8] {
        guard var members = (try? JSONValue(parsing: report.json))?.object else { return report.json }
        members["id"] = .number(Double(report.id))
        return JSONValue.object(members).text
    }
}

extension HTTPProblem {
    /// 429: so soon after another exercise.
    fileprivate static func tooSoon(_ refused: BreathingRefused) -> HTTPProblem {
        HTTPProblem(
            status: 429, kind: "rate-limit-exceeded", title: "Too soon",
            detail: "Let your breath go by itself for a while: the next exercise may begin in \(refused.wait) s "
                + "(10 minutes after the last, 6 in an hour).",
            headers: HTTPHeaders([("Retry-After", "\(refused.wait)")]))
    }
}

extension Schema {
    /// A breathing exercise.
    static var breathing: Schema {
        .named(
            "Breathing",
            .object([
                "id": .integer, "person": .integer, "pattern": .string, "inhale_s": .number, "exhale_s": .number,
                "seconds": .integer, "started_s": .seconds, "ended_s": .seconds.nullable, "completed": .boolean,
                "load_muted_until_s": .seconds.nullable, "report": .map(.number).nullable,
                "before": .map(.number).nullable, "summary": .string.nullable, "reason": .string.nullable,
                "method": .map(.any),
            ]))
    }
}
