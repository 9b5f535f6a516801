/// The number of a row in the path, such as that of a person.
public struct RowNumber: FieldValue, ExpressibleByIntegerLiteral {
    /// The number; that of no row where the text had more digits than any row's.
    public var rawValue: Int64

    /// A number.
    public init(_ rawValue: Int64) { self.rawValue = rawValue }
    public init(integerLiteral value: Int64) { rawValue = value }

    public static var schema: Schema { .rowNumber }
    public func write(_ json: inout JSONText) { json.value(Int(rawValue)) }
    public static func value(of argument: String) -> JSONValue {
        guard !argument.isEmpty, argument.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
            return .string(argument)
        }
        return .number(Int64(argument).map(Double.init) ?? 1e18)
    }
    public static func read(_ value: JSONValue, _ place: inout FieldPlace) -> RowNumber? {
        guard let number = value.number, let row = Int64(exactly: number) else {
            return place.malformed("is not a number", value)
        }
        return RowNumber(row)
    }
}
