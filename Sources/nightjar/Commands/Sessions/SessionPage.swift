import Documents
import Runtime
import Signals

/// Reading sessions as the terminal shows them.
enum SessionPage {
    /// The kind that an operand names.
    /// - Throws: `Failure` for any but reading.
    static func checkKind(_ arguments: Arguments) throws {
        guard let kind = arguments.operands.first, kind != "reading" else { return }
        throw arguments.usage("“\(kind)” is no kind of session; there is reading.")
    }

    /// The session that goes on.
    /// - Throws: `Failure` with code `notFound` when none does.
    static func running(_ client: GatewayClient) async throws -> ReadingSessionDocument {
        let page = try await client.ask(.readingSessions)
        guard let session = page.sessions.first(where: { $0.state == .running }) else {
            throw Failure(.notFound, "No session goes on. Start one with `nightjar session start reading`.")
        }
        return session
    }

    /// A load in one line.
    static func line(_ assessment: ReadingAssessmentDocument?) -> String {
        guard let assessment else { return "load not known yet" }
        guard let load = assessment.load else {
            return "load not known: \(assessment.reasons.first ?? "no reason was given")"
        }
        let state = assessment.state.map { ", \(assessment.isStateHeld ? "still " : "")\($0.rawValue)" } ?? ""
        return "load \(hundredths(load))\(state), confidence \(hundredths(assessment.confidence))"
    }

    /// A session in one line.
    static func line(_ session: ReadingSessionDocument) -> String {
        let state = session.state == .running ? "goes on" : duration(session)
        var parts = ["\(session.id)", session.started.utcMinute, state]
        if let words = session.summary?.words { parts.append("\(words) words") }
        if let speed = session.summary?.speed { parts.append("\(Int(speed.rounded())) words/min") }
        if let load = session.summary?.meanLoad { parts.append("load \(hundredths(load))") }
        if !session.heading.isEmpty { parts.append(session.heading) }
        return parts.joined(separator: "  ")
    }

    private static func duration(_ session: ReadingSessionDocument) -> String {
        let seconds = Int((session.ended ?? session.started).seconds(since: session.started).rounded())
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
