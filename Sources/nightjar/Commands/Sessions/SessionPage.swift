import Runtime
import Signals

/// The gateway's reply with reading sessions.
struct SessionPage: Decodable {
    struct Session: Decodable {
        var id: Int
        var title: String
        var state: String
        var started_s: Double
        var ended_s: Double?
        var summary: Summary?
        var assessment: Assessment?
        var loads: [Assessment]?
    }

    struct Summary: Decodable {
        var words: Double?
        var reading_speed: Double?
        var error_rate: Double?
        var pause_frequency: Double?
        var mean_load: Double?
    }

    struct Assessment: Decodable {
        var t_s: Double
        var cognitive_load: Double?
        var state: String?
        var state_held: Bool?
        var confidence: Double
        var reasons: [String]
    }

    var sessions: [Session]

    /// The kind that an operand names.
    /// - Throws: `Failure` for any but reading.
    static func checkKind(_ arguments: Arguments) throws {
        guard let kind = arguments.operands.first, kind != "reading" else { return }
        throw arguments.usage("“\(kind)” is no kind of session; there is reading.")
    }

    /// The session that goes on.
    /// - Throws: `Failure` with code `notFound` when none does.
    static func running(_ client: GatewayClient) async throws -> Session {
        let page = try await client.get(SessionPage.self, "/api/v1/sessions?kind=reading")
        guard let session = page.sessions.first(where: { $0.state == "running" }) else {
            throw Failure(.notFound, "No session goes on. Start one with `nightjar session start reading`.")
        }
        return session
    }

    /// A load as one line.
    static func line(_ assessment: Assessment?) -> String {
        guard let assessment else { return "load not known yet" }
        guard let load = assessment.cognitive_load else {
            return "load not known: \(assessment.reasons.first ?? "no reason was given")"
        }
        let state = assessment.state.map { ", \(assessment.state_held == true ? "still " : "")\($0)" } ?? ""
        return "load \(hundredths(load))\(state), confidence \(hundredths(assessment.confidence))"
    }

    /// A session as one line.
    static func line(_ session: Session) -> String {
        let start = Instant(secondsSince1970: session.started_s) ?? Instant(nanoseconds: 0)
        var parts = ["\(session.id)", start.utcMinute, session.state == "running" ? "goes on" : duration(session)]
        if let words = session.summary?.words { parts.append("\(Int(words)) words") }
        if let speed = session.summary?.reading_speed { parts.append("\(Int(speed.rounded())) words/min") }
        if let load = session.summary?.mean_load { parts.append("load \(hundredths(load))") }
        if !session.title.isEmpty { parts.append(session.title) }
        return parts.joined(separator: "  ")
    }

    private static func duration(_ session: Session) -> String {
        let seconds = Int(((session.ended_s ?? session.started_s) - session.started_s).rounded())
        return "\(seconds / 60) min \(seconds % 60) s"
    }

    static func hundredths(_ number: Double) -> String { "\((number * 100).rounded() / 100)" }
}

extension Instant {
    /// Date and time, such as `2026-11-22 08:15 UTC`.
    fileprivate var utcMinute: String {
        let minutes = nanoseconds / 60_000_000_000
        let day = minutes >= 0 ? minutes / 1440 : (minutes - 1439) / 1440
        let minute = Int(minutes - day * 1440)
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return "\(CivilDate(daysSince1970: Int(day))) \(two(minute / 60)):\(two(minute % 60)) UTC"
    }
}
