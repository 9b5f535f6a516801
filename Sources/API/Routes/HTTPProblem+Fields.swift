import Documents

extension HTTPProblem {
    /// 422 with each field that is wrong.
    static func invalid(_ faults: [FieldFault]) -> HTTPProblem {
        HTTPProblem(
            status: 422, kind: "validation-error", title: "The request makes no sense",
            detail: faults.map(\.message).joined(separator: " "), errors: faults)
    }

    /// 403: the data of somebody else.
    static let foreign = HTTPProblem(
        status: 403, kind: "authorization-denied", title: "Not permitted",
        detail: "The user_id belongs to somebody else; leave it out, the token says who you are.")
}

extension HTTPProblem {
    /// 422: something is wrong with one field of the body.
    static func field(_ name: String, _ message: String, code: String = "invalid_value") -> HTTPProblem {
        .fields([name], message, code: code)
    }

    /// 422: something is wrong with some fields of the body.
    static func fields(_ names: [String], _ message: String, code: String = "invalid_value") -> HTTPProblem {
        HTTPProblem(
            status: 422, kind: "validation-error", title: "The request makes no sense", detail: message,
            errors: names.map { FieldFault($0, message, code: code) })
    }
}
