public import Documents
import Runtime

/// One thing that is wrong with what a program sent of somebody's health.
public struct HealthFault: Hashable, Sendable {
    /// The field, with its way into lists: `metrics[3].biometric_data.heart_rate`.
    public var field: String
    /// What is wrong, and what would be right.
    public var message: String
    /// A word for programs: `missing`, `invalid_type`, `out_of_range`, `invalid_value`, `inconsistent`, `duplicate`.
    public var code: String
    /// The value that was sent.
    public var value: JSONValue

    /// Memberwise; what is not given has its default.
    public init(field: String, message: String, code: String, value: JSONValue = .null) {
        self.field = field
        self.message = message
        self.code = code
        self.value = value
    }

    /// The fault as an object: field, message, code, value.
    public var json: JSONValue {
        ["field": .string(field), "message": .string(message), "code": .string(code), "value": value]
    }
}
