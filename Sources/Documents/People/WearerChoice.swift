/// Who is meant: somebody by number or by name, or nobody, which is null.
public enum WearerChoice: FieldValue {
    /// Nobody.
    case nobody
    /// The person of a number.
    case number(RowNumber)
    /// The one person who is called so; a new name enters somebody new.
    case name(String)

    public static var schema: Schema { .one(of: .rowNumber, names, Schema(["type": "null"])) }
    public static var isNullable: Bool { true }

    private static var names: Schema { .personName }

    public func write(_ json: inout JSONText) {
        switch self {
        case .nobody: json.value(nil as String?)
        case .number(let number): number.write(&json)
        case .name(let name): json.value(name)
        }
    }

    public static func read(_ value: JSONValue, _ place: inout FieldPlace) -> WearerChoice? {
        switch value {
        case .null: return .nobody
        case .string(let name): return place.by(names) { $0.checkText(name) } ? .name(name) : nil
        case .number(let number):
            if let number = Int64(exactly: number), number >= 0 { return .number(RowNumber(number)) }
        default: break
        }
        return place.fault("must be the name or the number of a person, or null", code: "invalid_type", value)
    }
}
