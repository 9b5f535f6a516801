import Documents
import Runtime
import Signals

/// Looks at what was sent field by field and collects what is wrong with it.
struct HealthChecks {
    /// The faults found so far.
    private(set) var faults: [HealthFault] = []

    mutating func add(_ field: String, _ message: String, _ code: String, _ value: JSONValue = .null) {
        faults.append(HealthFault(field: field, message: message, code: code, value: value))
    }

    /// The member of an object that must be an object itself; nil when it is not there or null.
    mutating func object(
        _ name: String, of members: [String: JSONValue], at place: String
    ) -> [String: JSONValue]? {
        guard let value = members[name], value != .null else { return nil }
        guard let object = value.object else {
            add("\(place).\(name)", "It must be an object.", "invalid_type")
            return nil
        }
        return object
    }

    /// A text; nil when it is not there, null, or none.
    mutating func text(
        _ name: String, of members: [String: JSONValue], at place: String, longest: Int = 255, isNeeded: Bool = false
    ) -> String? {
        let field = place.isEmpty ? name : "\(place).\(name)"
        guard let value = members[name], value != .null else {
            if isNeeded { add(field, "It is needed.", "missing") }
            return nil
        }
        guard let text = value.string else {
            add(field, "It must be text.", "invalid_type", value)
            return nil
        }
        guard text.unicodeScalars.count <= longest, !isNeeded || !text.isEmpty else {
            add(field, "It may have 1 to \(longest) characters.", "out_of_range")
            return nil
        }
        return text
    }

    /// A time; nil when it is not there, null, or none.
    mutating func time(
        _ name: String, of members: [String: JSONValue], at place: String, isNeeded: Bool = false
    ) -> Instant? {
        let field = place.isEmpty ? name : "\(place).\(name)"
        guard let value = members[name], value != .null else {
            if isNeeded { add(field, "It is needed.", "missing") }
            return nil
        }
        guard let text = value.string, let time = Instant(rfc3339: text) else {
            add(field, "It must be a time such as 2025-06-18T22:30:00Z.", "invalid_type", value)
            return nil
        }
        return time
    }

    /// Checks the figures of an object against their bounds.
    mutating func figures(_ ranges: [HealthRange], of members: [String: JSONValue], at place: String) {
        for figure in ranges {
            guard let value = members[figure.name], value != .null else { continue }
            let field = "\(place).\(figure.name)"
            guard let number = value.number, !figure.isWhole || number.rounded() == number else {
                add(field, "It must be a \(figure.isWhole ? "whole number" : "number").", "invalid_type", value)
                continue
            }
            if !figure.range.contains(number) {
                let bounds = "\(Self.short(figure.range.lowerBound)) to \(Self.short(figure.range.upperBound))"
                add(field, "\(Self.short(number)) is not within \(bounds) \(figure.unit).", "out_of_range", value)
            }
        }
    }

    static func short(_ number: Double) -> String {
        number.rounded() == number && abs(number) < 1e15 ? "\(Int(number))" : "\(number)"
    }
}
