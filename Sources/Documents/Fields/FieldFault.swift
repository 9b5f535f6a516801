/// One thing that is wrong with what was sent.
public struct FieldFault: Hashable, Sendable {
    /// The field, with its way into lists: `metrics[3].biometric_data.heart_rate`; nil for the whole.
    public var field: String?
    /// What is wrong, and what would be right.
    public var message: String
    /// A word for programs, such as `out_of_range`.
    public var code: String
    /// What was sent; nil to leave it out.
    public var value: JSONValue?
    /// Whether it stands in the path or query and cannot be understood at all: a 400, not a 422.
    package var isMalformed = false

    /// A fault.
    /// - Parameters:
    ///   - field: the field; nil for the whole.
    ///   - message: what is wrong, and what would be right.
    ///   - code: a word for programs.
    ///   - value: what was sent; nil to leave it out.
    public init(_ field: String?, _ message: String, code: String, value: JSONValue? = nil) {
        self.field = field
        self.message = message
        self.code = code
        self.value = value
    }

    package func write(_ json: inout JSONText) {
        json.object { json in
            json.field("field", field)
            json.field("message", message)
            json.field("code", code)
            if let value { json.field("value", value) }
        }
    }
}
