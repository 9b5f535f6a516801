import Documents
import Gateway
import Runtime
import Signals
import Store

extension HTTPProblem {
    /// 422 with each thing that is wrong with what was sent.
    init(_ refusal: HealthRefusal) {
        let first = refusal.faults.first.map { "\($0.field): \($0.message)" } ?? "Nothing in it can be kept."
        let others =
            refusal.faults.count > 1 ? " There are \(refusal.faults.count) faults in all; errors lists them." : ""
        self.init(
            status: 422, kind: "validation-error", title: "The data cannot be kept", detail: first + others,
            errors: refusal.faults.map { FieldFault($0.field, $0.message, code: $0.code, value: $0.value) })
    }

    /// 403: what was sent says that it is another person's.
    static let foreignUser = HTTPProblem(
        status: 403, kind: "authorization-denied", title: "Not yours",
        detail: "The user_id is another person's; leave it out or send your own.",
        errors: [FieldFault("user_id", "It is another person's.", code: "foreign_user")])
}

extension HTTPRequest {
    /// The members of the JSON object in the body.
    /// - Throws: a 400 for anything else.
    func members() throws -> [String: JSONValue] {
        do {
            guard let members = try JSONValue(parsing: body).object else {
                throw HTTPProblem.parameter("The body must be a JSON object.")
            }
            return members
        } catch let problem as HTTPProblem {
            throw problem
        } catch {
            throw HTTPProblem.parameter("The body is no JSON: \(error).")
        }
    }

    /// Checks that `user_id`, where it is sent, is that of who asks.
    /// - Throws: a 403 when it is not, a 422 when it is no text.
    func checkUser(_ members: [String: JSONValue]) throws {
        switch members["user_id"] ?? .null {
        case .null: return
        case .string(let name): guard caller.isCalled(name) else { throw HTTPProblem.foreignUser }
        default: throw HTTPProblem.field("user_id", "“user_id” must be text.", code: "invalid_type")
        }
    }

    /// A time in the query: by RFC 3339, a day, or UTC seconds; nil when it is not there.
    /// - Throws: a 422 for anything else.
    func time(_ name: String, dayIn zone: Zone = .utc) throws -> Instant? {
        guard let text = query[name] else { return nil }
        // A plus that was not escaped comes as a space.
        if let time = Instant(rfc3339: text.replacing(" ", with: text.contains("T") ? "+" : " ")) { return time }
        if let date = CivilDate(text), (1680...2260).contains(date.year) {
            return zone.start(of: date)
        }
        if let seconds = Double(text), (-9e9...9e9).contains(seconds) { return Instant(secondsSince1970: seconds) }
        throw HTTPProblem.query(name, "must be a time such as 2025-06-18T22:30:00Z, a day, or UTC seconds", text)
    }

    /// A whole number of the query within bounds.
    /// - Throws: a 422 for anything else.
    func count(_ name: String, in range: ClosedRange<Int>, standard: Int) throws -> Int {
        guard let text = query[name] else { return standard }
        guard let number = Int(text), range.contains(number) else {
            throw HTTPProblem.query(
                name, "must be a whole number from \(range.lowerBound) to \(range.upperBound)", text)
        }
        return number
    }
}

extension HTTPProblem {
    /// 422: an argument of the query that makes no sense.
    static func query(_ name: String, _ rule: String, _ value: String) -> HTTPProblem {
        HTTPProblem(
            status: 422, kind: "validation-error", title: "The request makes no sense", detail: "“\(name)” \(rule).",
            errors: [FieldFault(name, "It \(rule).", code: "invalid_value", value: .string(value))])
    }
}

extension Caller {
    /// Whether a `user_id` that a program sends is this caller's: its number, or `me`. On a box without people anything is.
    func isCalled(_ name: String) -> Bool {
        guard let person else { return true }
        return name == "me" || name == "\(person.rawValue)"
    }
}
