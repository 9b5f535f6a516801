import Documents
import Runtime
import Signals

/// The JSON object that a request carries, each field checked for its type; an unknown field is refused, so that a
/// misspelled one is not silently without effect.
struct RequestContent {
    private let members: [String: JSONValue]

    /// Reads the body of `request`; no body is an empty object.
    /// - Throws: a 400 for what is no JSON object; a 422 for a field that is not one of `fields`.
    init(_ request: HTTPRequest, fields: Set<String>) throws {
        guard !request.body.isEmpty else {
            members = [:]
            return
        }
        guard let value = try? JSONValue(parsing: request.body), let members = value.object else {
            throw HTTPProblem.parameter("The body must be a JSON object.")
        }
        if let unknown = Set(members.keys).subtracting(fields).min() {
            let known = fields.sorted().joined(separator: ", ")
            throw HTTPProblem.field(
                unknown, "There is no field “\(unknown)” here; there are \(known).", code: "unknown_field")
        }
        self.members = members
    }

    /// Whether the field is there, null or not.
    func has(_ name: String) -> Bool { members[name] != nil }

    /// Text; nil when it is not there or null.
    func text(_ name: String) throws -> String? {
        try value(name, "text") { $0.string.map { String($0.prefix(1000)) } }
    }

    /// True or false; nil when it is not there or null.
    func flag(_ name: String) throws -> Bool? { try value(name, "true or false", \.bool) }

    /// A finite number; nil when it is not there or null.
    func number(_ name: String) throws -> Double? { try value(name, "a number", \.number) }

    /// A whole number; nil when it is not there or null.
    func whole(_ name: String) throws -> Int? {
        try value(name, "a whole number") { $0.number.flatMap { Int(exactly: $0) } }
    }

    /// UTC seconds as an instant between the years 1970 and 2200; nil when it is not there or null.
    func instant(_ name: String) throws -> Instant? {
        try value(name, "a time in UTC seconds since 1970") { value in
            value.number.flatMap { seconds in
                (0..<7_258_118_400).contains(seconds) ? Instant(nanoseconds: Int64(seconds * 1000) * 1_000_000) : nil
            }
        }
    }

    /// A list of texts; nil when it is not there or null.
    func texts(_ name: String) throws -> [String]? {
        try value(name, "a list of texts") { value in
            guard case .array(let elements) = value else { return nil }
            let texts = elements.compactMap(\.string)
            return texts.count == elements.count ? texts : nil
        }
    }

    /// A list of whole numbers; nil when it is not there or null.
    func wholes(_ name: String) throws -> [Int]? {
        try value(name, "a list of whole numbers") { value in
            guard case .array(let elements) = value else { return nil }
            let numbers = elements.compactMap { $0.number.flatMap { Int(exactly: $0) } }
            return numbers.count == elements.count ? numbers : nil
        }
    }

    /// Texts by name; nil when it is not there or null.
    func textsByName(_ name: String) throws -> [String: String]? {
        try value(name, "an object of texts") { value in
            guard let members = value.object else { return nil }
            let texts = members.compactMapValues(\.string)
            return texts.count == members.count ? texts : nil
        }
    }

    /// A number or a text, whichever it is; nil when it is not there or null.
    func raw(_ name: String) -> JSONValue? {
        // A bare nil would be JSON's null.
        members[name].flatMap { $0 == .null ? JSONValue?.none : $0 }
    }

    private func value<Value>(
        _ name: String, _ kind: String, _ read: (JSONValue) -> Value?
    ) throws -> Value? {
        guard let value = members[name], value != .null else { return nil }
        guard let result = read(value) else {
            throw HTTPProblem.field(name, "“\(name)” must be \(kind).", code: "invalid_type")
        }
        return result
    }
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
