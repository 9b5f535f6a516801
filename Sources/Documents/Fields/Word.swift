/// One of some words, of which each has a meaning of its own.
///
/// ```swift
/// public enum NightSource: String, Word { case live, `import` }
/// ```
public protocol Word: FieldValue, RawRepresentable<String>, CaseIterable {}

extension Word {
    public static var schema: Schema { .words(allCases.map(\.rawValue)) }
    public func write(_ json: inout JSONText) { json.value(rawValue) }
    public static func read(_ value: JSONValue, _ place: inout FieldPlace) -> Self? {
        if let word = value.string.flatMap({ Self(rawValue: $0) }) { return word }
        let words = allCases.map(\.rawValue)
        let list =
            words.count < 2 ? words.joined() : "\(words.dropLast().joined(separator: ", ")) or \(words.last ?? "")"
        return place.fault("must be \(list)", code: "invalid_value", value)
    }
}
