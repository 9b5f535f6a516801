/// An entry of a list of which each is judged by itself: one that makes no sense takes no other with it.
public enum Submitted<Value: FieldValue>: FieldValue {
    /// What a program sends.
    case value(Value)
    /// What came, not yet judged.
    case sent(JSONValue)

    public static var schema: Schema { .one(of: Value.schema, .any) }

    public func write(_ json: inout JSONText) {
        switch self {
        case .value(let value): value.write(&json)
        case .sent(let value): json.value(value)
        }
    }

    public static func read(_ value: JSONValue, _ place: inout FieldPlace) -> Submitted? { .sent(value) }

    /// Reads it strictly.
    /// - Parameter place: where it stands, such as `metrics[3]`.
    /// - Throws: ``FieldFaults``.
    public func judged(at place: String) throws(FieldFaults) -> Value {
        switch self {
        case .value(let value): return value
        case .sent(let value):
            var whole = FieldPlace(isStrict: true)
            let read = whole.at(place) { Value.read(value, &$0) }
            guard whole.faults.isEmpty, let read else { throw FieldFaults(whole.faults) }
            return read
        }
    }
}
