import Companion
import Documents
import Gateway
import Runtime
import Signals
import Store

/// What was learned of how somebody reads.
enum BaselineRoutes {
    private static let path = "/api/v1/cognitive/baseline"

    static func add(to router: inout Router, gateway: Gateway) {
        router.get(path, .about("How you usually read", "reading", replies: [200: .readingBaseline])) { request in
            answer(gateway, request.caller.personColumn)
        }
        router.on(
            .put, path,
            .about(
                "Say how you usually read", "reading",
                detail: "It counts at once, and sessions go on learning from there.",
                body: .object([
                    "reading_speed": .number(1...2000).nullable.optional, "error_rate": .share.nullable.optional,
                    "pause_frequency": .number(0...1000).nullable.optional,
                    "heart_rate_variability": .number(1...1000).nullable.optional,
                ]), replies: [200: .readingBaseline], problems: [422])
        ) { request in
            var fields = try CheckedFields(request)
            try fields.requireSelf(request.caller)
            let baseline = ReadingBaseline(
                speed: fields.optionalNumber("reading_speed", in: 1...2000),
                errors: fields.optionalNumber("error_rate", in: 0...1),
                pauses: fields.optionalNumber("pause_frequency", in: 0...1000),
                variability: fields.optionalNumber("heart_rate_variability", in: 1...1000))
            try fields.check()
            let now = gateway.configuration.clock.now
            let week = StoredReadingBaseline.variabilityDays * 86_400
            try gateway.reading.keep(
                StoredReadingBaseline(
                    baseline: baseline, first: now.advanced(bySeconds: -week), made: now,
                    windows: StoredReadingBaseline.fewestWindows), of: request.caller.personColumn)
            return answer(gateway, request.caller.personColumn)
        }
        router.on(
            .delete, path, .about("Forget how you usually read", "reading", replies: [204: .none])
        ) { request in
            try gateway.reading.keep(nil, of: request.caller.personColumn)
            return .empty()
        }
    }

    private static func answer(_ gateway: Gateway, _ person: Int64) -> HTTPResponse {
        let stored = gateway.reading.storedBaseline(of: person)
        let inForce = stored?.inForce(at: gateway.configuration.clock.now)
        return .json { json in
            json.field("reading_speed", stored?.baseline.speed)
            json.field("error_rate", stored?.baseline.errors)
            json.field("pause_frequency", stored?.baseline.pauses)
            json.field("heart_rate_variability", stored?.baseline.variability)
            json.field("windows", stored?.windows ?? 0)
            json.field("first_s", stored?.first)
            json.field("updated_s", stored?.made)
            json.field("in_force", inForce?.speed != nil || inForce?.pauses != nil)
            json.field("heart_rate_variability_in_force", inForce?.variability != nil)
        }
    }
}

extension Schema {
    /// What was learned of a reader.
    static var readingBaseline: Schema {
        .named(
            "ReadingBaseline",
            .object([
                "reading_speed": .number.nullable, "error_rate": .number.nullable, "pause_frequency": .number.nullable,
                "heart_rate_variability": .number.nullable, "windows": .integer, "first_s": .seconds.nullable,
                "updated_s": .seconds.nullable, "in_force": .boolean,
                "heart_rate_variability_in_force": .boolean,
            ]))
    }
}
