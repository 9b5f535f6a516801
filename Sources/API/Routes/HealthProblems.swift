import Documents
import Gateway
import Runtime
import Signals
import Store

extension HTTPProblem {
    /// 403: what was sent says that it is another person's.
    static let foreignUser = HTTPProblem(
        status: 403, kind: "authorization-denied", title: "Not yours",
        detail: "The user_id is another person's; leave it out or send your own.",
        errors: [FieldFault("user_id", "It is another person's.", code: "foreign_user")])
}

extension HTTPRequest {
    /// Checks that `user_id`, where it is sent, is that of who asks.
    /// - Throws: a 403 when it is not.
    func checkUser(_ id: String?) throws {
        if let id, !caller.isCalled(id) { throw HTTPProblem.foreignUser }
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
