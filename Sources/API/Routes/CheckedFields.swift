import Documents
import Runtime
import Signals
import Store

/// The fields of a JSON body, every fault of which is told at once, each by its field. What is not asked for is let pass,
/// as the contract's servers do.
struct CheckedFields {
    private let members: [String: JSONValue]
    /// Where in the body this object is, such as `content_difficulty.`.
    private let prefix: String
    private(set) var faults: [FieldFault] = []

    /// Reads the body of `request`.
    /// - Throws: a 422 for what is no JSON object.
    init(_ request: HTTPRequest) throws {
        guard let value = try? JSONValue(parsing: request.body), let members = value.object else {
            throw HTTPProblem.invalid([FieldFault(nil, "The body must be a JSON object.", code: "invalid_type")])
        }
        self.init(members)
    }

    init(_ members: [String: JSONValue], prefix: String = "") {
        self.members = members
        self.prefix = prefix
    }

    /// Says what is wrong with a field.
    mutating func fault(_ name: String, _ what: String) {
        let code =
            what.hasPrefix("is missing")
            ? "missing"
            : what.hasPrefix("must be at") || what.hasPrefix("must have at most") ? "out_of_range" : "invalid"
        faults.append(FieldFault("\(prefix)\(name)", "“\(prefix)\(name)” \(what).", code: code, value: members[name]))
    }

    /// - Throws: a 422 with all faults, when there are any.
    func check() throws { if !faults.isEmpty { throw HTTPProblem.invalid(faults) } }

    /// A number that must be there.
    mutating func number(_ name: String, in range: ClosedRange<Double>) -> Double {
        guard let number = optionalNumber(name, in: range) else {
            if isMissing(name) { fault(name, "is missing") }
            return range.lowerBound
        }
        return number
    }

    /// A number; nil when it is not there or null.
    mutating func optionalNumber(_ name: String, in range: ClosedRange<Double>) -> Double? {
        guard !isMissing(name) else { return nil }
        guard let number = members[name]?.number else {
            fault(name, "must be a number")
            return nil
        }
        guard range.contains(number) else {
            let bound =
                number < range.lowerBound ? "at least \(short(range.lowerBound))" : "at most \(short(range.upperBound))"
            fault(name, "must be \(bound)")
            return nil
        }
        return number
    }

    /// A whole number; nil when it is not there or null.
    mutating func optionalWhole(_ name: String, in range: ClosedRange<Int>) -> Int? {
        guard let number = optionalNumber(name, in: Double(range.lowerBound)...Double(range.upperBound)) else {
            return nil
        }
        guard let whole = Int(exactly: number) else {
            fault(name, "must be a whole number")
            return nil
        }
        return whole
    }

    /// Text that must be there and not be empty.
    mutating func text(_ name: String, limit: Int = 1000) -> String {
        guard let text = optionalText(name, limit: limit) else {
            if isMissing(name) { fault(name, "is missing") }
            return ""
        }
        if text.allSatisfy(\.isWhitespace) { fault(name, "must not be empty") }
        return text
    }

    /// Text of at most `limit` characters (code points, as JSON Schema counts); nil when it is not there or null.
    mutating func optionalText(_ name: String, limit: Int = 1000) -> String? {
        guard !isMissing(name) else { return nil }
        guard let text = members[name]?.string else {
            fault(name, "must be text")
            return nil
        }
        guard text.unicodeScalars.count <= limit else {
            fault(name, "must be at most \(limit) characters")
            return nil
        }
        return text
    }

    /// True or false; nil when it is not there or null.
    mutating func optionalFlag(_ name: String) -> Bool? {
        guard !isMissing(name) else { return nil }
        guard let flag = members[name]?.bool else {
            fault(name, "must be true or false")
            return nil
        }
        return flag
    }

    /// A list; nil when it is not there or null.
    mutating func optionalList(_ name: String, limit: Int) -> [JSONValue]? {
        guard !isMissing(name) else { return nil }
        guard case .array(let list)? = members[name] else {
            fault(name, "must be a list")
            return nil
        }
        guard list.count <= limit else {
            fault(name, "must have at most \(limit) entries")
            return nil
        }
        return list
    }

    /// A list of texts; nil when it is not there or null.
    mutating func optionalTexts(_ name: String, limit: Int) -> [String]? {
        guard let list = optionalList(name, limit: limit) else { return nil }
        let texts = list.compactMap(\.string)
        guard texts.count == list.count, texts.allSatisfy({ $0.unicodeScalars.count <= 1000 }) else {
            fault(name, "must be a list of texts")
            return nil
        }
        return texts
    }

    /// Checks the fields of an object within; nil when it is not there or null.
    mutating func optionalObject<Value>(_ name: String, _ read: (inout CheckedFields) -> Value) -> Value? {
        guard !isMissing(name) else { return nil }
        guard let members = members[name]?.object else {
            fault(name, "must be an object")
            return nil
        }
        var fields = CheckedFields(members, prefix: "\(prefix)\(name).")
        let value = read(&fields)
        faults += fields.faults
        return value
    }

    /// Takes over what is wrong with an object within.
    mutating func add(_ faults: [FieldFault]) { self.faults += faults }

    private func isMissing(_ name: String) -> Bool { members[name].map { $0 == .null } ?? true }

    private func short(_ number: Double) -> String { Int(exactly: number).map(String.init) ?? "\(number)" }
}

extension CheckedFields {
    /// Refuses a `user_id` that is not the caller's own; without people there is nobody else.
    mutating func requireSelf(_ caller: Caller) throws {
        guard let id = optionalText("user_id"), let person = caller.person else { return }
        if id != String(person.rawValue) { throw HTTPProblem.foreign }
    }
}
