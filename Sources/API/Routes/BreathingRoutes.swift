import Companion
import Documents
import Gateway
import Runtime
import Signals

/// Paced breathing.
enum BreathingRoutes {
    static func add(to router: inout Router, gateway: Gateway) {
        router.on(.breathing) { _, request in
            let person = request.caller.personColumn
            var list = BreathingListDocument()
            list.exercises = try reports(of: person, gateway)
            list.next = try gateway.reading.nextBreathing(of: person)
            list.current = gateway.reading.breathing(of: person).map { BreathingDocument($0) }
            return list
        }
        router.on(.beginBreathing) { asked, request in
            try request.requireSelf(asked.user)
            guard let pattern = BreathingPattern(asked.pattern) else {
                throw HTTPProblem.field(
                    "pattern",
                    "“pattern” must be seconds in and out, such as 4-6, of 4 to 7.5 breaths a minute.")
            }
            do {
                return BreathingDocument(
                    try gateway.reading.beginBreathing(
                        person: request.caller.personColumn, pattern: pattern, seconds: asked.seconds))
            } catch let refused as BreathingRefused {
                throw HTTPProblem.tooSoon(refused)
            }
        }
        router.on(.stopBreathing) { asked, request in
            BreathingDocument(
                try gateway.reading.endBreathing(asked.id.rawValue, of: request.caller.personColumn))
        }
        router.on(.breathingReport) { asked, request in
            let reports = try reports(of: request.caller.personColumn, gateway, limit: 10_000)
            guard let report = reports.first(where: { $0.id == Int(asked.id.rawValue) }) else {
                throw Failure(.notFound, "There is no breathing exercise \(asked.id.rawValue).")
            }
            return report
        }
    }

    /// What was kept; the body was written before its number was known.
    private static func reports(
        of person: Int64, _ gateway: Gateway, limit: Int = 50
    ) throws -> [BreathingDocument] {
        try gateway.reading.breathingReports(of: person, limit: limit).map { kept in
            var report = try BreathingDocument(kept: kept.json)
            report.id = Int(kept.id)
            return report
        }
    }
}

extension Document {
    /// What was kept as JSON.
    /// - Throws: `Failure` for what is not of this kind.
    init(kept json: [UInt8]) throws {
        do { self = try FieldReader.answer(Self.self, json) } catch {
            throw Failure(.failed, "What was kept cannot be read.", cause: error)
        }
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
