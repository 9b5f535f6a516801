/// A password or a token: it goes over the wire as text, and shows nowhere else.
public struct SecretText: FieldValue, ExpressibleByStringLiteral {
    /// What must not be shown.
    public var text: String

    /// A secret.
    public init(_ text: String) { self.text = text }
    public init(stringLiteral text: String) { self.text = text }

    public static var schema: Schema { .secret }
    public func write(_ json: inout JSONText) { json.value(text) }
    public static func read(_ value: JSONValue, _ place: inout FieldPlace) -> SecretText? {
        guard let text = value.string else { return place.fault("must be text", code: "invalid_type") }
        return place.checkText(text) ? SecretText(text) : nil
    }
}

extension SecretText: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Never the text itself: this goes into logs.
    public var description: String { "<secret>" }
    /// For people and logs.
    public var debugDescription: String { description }
    /// What a dump shows.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

extension Schema {
    /// A password or a token of a request, of no more characters than hashing them is a burden.
    package static var sentSecret: Schema { .secret.with("maxLength", 4096) }
}
