/// Where in what was sent a value stands, what it must be, and what was found wrong so far.
public struct FieldPlace {
    /// The way to the value: `metrics[3].biometric_data.heart_rate`.
    public private(set) var path: String
    /// The bounds of the value; nil for an answer, whose sender keeps them.
    var rule: Schema?
    /// What is wrong, the first `most` of it.
    public internal(set) var faults: [FieldFault] = []
    /// Faults that are told at once: a long list may be wrong in each entry.
    static let most = 100

    /// The whole of what was sent.
    /// - Parameter isStrict: whether bounds are checked and everything must be there, as in a request.
    init(isStrict: Bool) {
        path = ""
        rule = isStrict ? .any : nil
    }

    var isStrict: Bool { rule != nil }

    private var isSecret: Bool { rule?.keywords["format"] == "password" }

    /// Notes what is wrong here; the result is always nil, for `return`.
    @discardableResult
    public mutating func fault<Value>(_ what: String, code: String, _ value: JSONValue? = nil) -> Value? {
        note(FieldFault(path, "“\(path)” \(what).", code: code, value: shown(value)))
        return nil
    }

    mutating func note(_ fault: FieldFault) {
        if faults.count < Self.most { faults.append(fault) }
    }

    /// A value as its fault repeats it: never a secret, and nothing long.
    private func shown(_ value: JSONValue?) -> JSONValue? {
        guard !isSecret else { return nil }
        switch value {
        case .string(let text) where text.unicodeScalars.count > 100: return nil
        case .array, .object, nil: return nil
        case .some(let value): return value
        }
    }

    mutating func fault(_ what: String, code: String, _ value: JSONValue? = nil) {
        let _: Int? = fault(what, code: code, value)
    }

    /// Notes that a value cannot be understood at all, named by itself; the result is always nil.
    public mutating func malformed<Value>(_ what: String, _ value: JSONValue) -> Value? {
        let shown = value.string ?? String(decoding: value.text, as: UTF8.self)
        var fault = FieldFault(path, "“\(shown)” \(what).", code: "invalid_value", value: value)
        fault.isMalformed = true
        note(fault)
        return nil
    }

    /// Does something one step further down the path.
    mutating func at<Value>(_ step: String, _ body: (inout FieldPlace) -> Value) -> Value {
        let outer = path
        path += path.isEmpty && step.hasPrefix(".") ? String(step.dropFirst()) : step
        defer { path = outer }
        return body(&self)
    }

    /// Does something by the rule that stands under a keyword of this one.
    mutating func elements<Value>(of keyword: String, _ body: (inout FieldPlace) -> Value) -> Value {
        let outer = rule
        if isStrict { rule = Schema(outer?.keywords[keyword]?.object ?? [:]) }
        defer { rule = outer }
        return body(&self)
    }

    /// Does something by another rule.
    mutating func by<Value>(_ rule: @autoclosure () -> Schema, _ body: (inout FieldPlace) -> Value) -> Value {
        let outer = self.rule
        if isStrict { self.rule = rule() }
        defer { self.rule = outer }
        return body(&self)
    }

    // MARK: bounds

    mutating func checkNumber(_ number: Double) -> Bool {
        guard let rule else { return true }
        if let least = rule.keywords["minimum"]?.number, number < least {
            fault("must be at least \(Self.short(least))", code: "out_of_range", .number(number))
            return false
        }
        if let most = rule.keywords["maximum"]?.number, number > most {
            fault("must be at most \(Self.short(most))", code: "out_of_range", .number(number))
            return false
        }
        return true
    }

    /// Code points are counted, as JSON Schema does.
    mutating func checkText(_ text: String) -> Bool {
        guard let rule else { return true }
        if let most = rule.keywords["maxLength"]?.number, Double(text.unicodeScalars.count) > most {
            fault("must be at most \(Self.short(most)) characters", code: "out_of_range", .string(text))
            return false
        }
        if let least = rule.keywords["minLength"]?.number, least > 0,
            // Whatever was typed is a password.
            Double(text.unicodeScalars.count) < least || (!isSecret && text.allSatisfy(\.isWhitespace))
        {
            let what = least > 1 ? "must be at least \(Self.short(least)) characters" : "must not be empty"
            fault(what, code: "invalid_value", .string(text))
            return false
        }
        if case .array(let words)? = rule.keywords["enum"], !words.contains(.string(text)) {
            let known = words.compactMap(\.string).joined(separator: ", ")
            fault("must be one of \(known)", code: "invalid_value", .string(text))
            return false
        }
        return true
    }

    mutating func checkCount(_ count: Int) -> Bool {
        guard let rule else { return true }
        if let least = rule.keywords["minItems"]?.number, Double(count) < least {
            fault("must have at least \(Self.short(least)) entries", code: "out_of_range")
            return false
        }
        if let most = rule.keywords["maxItems"]?.number, Double(count) > most {
            fault("must have at most \(Self.short(most)) entries", code: "out_of_range")
            return false
        }
        return true
    }

    private static func short(_ number: Double) -> String { Int(exactly: number).map(String.init) ?? "\(number)" }
}
