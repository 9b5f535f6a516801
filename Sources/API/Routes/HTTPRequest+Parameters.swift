import Runtime
import Signals

extension HTTPRequest {
    /// A day in the query; nil when it is not there.
    /// - Throws: a 400 for anything that is no day.
    func date(_ name: String) throws -> CivilDate? { try query[name].map(Self.date) }

    /// A zone in the query; nil when it is not there.
    /// - Throws: a 400 for a name that is no zone.
    func zone(_ name: String) throws -> Zone? { try query[name].map { try Self.zone(named: $0) } }

    /// A zone by its name.
    static func zone(named name: String) throws -> Zone {
        do {
            return try Zone.named(name)
        } catch {
            throw HTTPProblem.parameter(Failure.telling(error))
        }
    }

    /// A text as a day.
    static func date(_ text: String) throws -> CivilDate {
        guard let date = CivilDate(text) else {
            throw HTTPProblem.parameter("“\(text)” is not a date; write YYYY-MM-DD, the day of waking up.")
        }
        return date
    }
}

extension HTTPProblem {
    /// 400: a parameter that makes no sense.
    static func parameter(_ detail: String) -> HTTPProblem {
        HTTPProblem(status: 400, kind: "validation-error", title: "Bad request", detail: detail)
    }

    /// 409: an import that was stopped while its file came.
    static let importStopped = HTTPProblem(
        status: 409, kind: "resource-conflict", title: "Stopped",
        detail: "The import was stopped while the file was being received; nothing of it was kept.")
}

extension HTTPRequest {
    /// The number of something in the path.
    /// - Throws: a 400 for anything that is no number.
    func number(_ name: String) throws -> Int64 {
        let text = try parameter(name)
        if let number = Int64(text) { return number }
        // A number of nothing: no row has one so large.
        guard !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
            throw HTTPProblem.parameter("“\(text)” is not a number.")
        }
        throw Failure(.notFound, "There is nothing of number \(text).")
    }
}
