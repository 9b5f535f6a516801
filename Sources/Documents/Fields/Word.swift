/// One of some words, of which each has a meaning of its own.
///
/// A newer gateway may answer with words that this version does not know. They spoil no answer: such a field is nil, which
/// takes an optional one or ``FieldVisitor/word(_:_:_:)``, and such an entry of a list is left out.
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
        if !place.isStrict, value.string != nil { return nil }
        let words = allCases.map(\.rawValue)
        let list =
            words.count < 2 ? words.joined() : "\(words.dropLast().joined(separator: ", ")) or \(words.last ?? "")"
        return place.fault("must be \(list)", code: "invalid_value", value)
    }
}

extension Optional where Wrapped: Word {
    /// The word; `unknown` for none that this version knows.
    public var rawValue: String { self?.rawValue ?? "unknown" }
}

extension FieldVisitor {
    /// A word that is always said; nil for one that this version does not know.
    public mutating func word<Value: Word>(_ name: String, _ value: inout Value?, _ rule: @autoclosure () -> Schema) {
        var said = SaidWord(word: value)
        field(name, &said, rule())
        value = said.word
    }

    /// A word that is always said, any of its kind; nil for one that this version does not know.
    public mutating func word<Value: Word>(_ name: String, _ value: inout Value?) { word(name, &value, Value.schema) }
}

/// A word, or one that is not known.
private struct SaidWord<Value: Word>: FieldValue {
    var word: Value?

    static var schema: Schema { Value.schema }
    func write(_ json: inout JSONText) { json.value(word?.rawValue) }
    static func read(_ value: JSONValue, _ place: inout FieldPlace) -> SaidWord? {
        let before = place.faults.count
        let word = Value.read(value, &place)
        return place.faults.count == before ? SaidWord(word: word) : nil
    }
}
