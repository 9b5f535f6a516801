package import Documents
import Runtime
import Signals

extension RelayValue {
    /// The value that JSON stands for; null and what is nested too deeply are unsupported.
    ///
    /// JSON has no dates and no bytes: `{"$date": 1750000000.5}` is a date in UTC seconds and `{"$data": "AQI="}` bytes
    /// in base 64. A dictionary whose only name begins with `$` is written with one more `$`.
    package init(_ json: JSONValue) {
        switch json {
        case .null: self = .unsupported("null")
        case .bool(let flag): self = .bool(flag)
        case .number(let number): self = .number(number)
        case .string(let text): self = .string(text)
        case .array(let values): self = .array(values.map { RelayValue($0) })
        case .object(let members):
            guard members.count == 1, let (name, value) = members.first, name.first == "$" else {
                self = .dictionary(members.mapValues { RelayValue($0) })
                return
            }
            self = Self.marked(name, value)
        }
    }

    private static func marked(_ name: String, _ value: JSONValue) -> RelayValue {
        switch name {
        case "$date":
            value.number.flatMap { Instant(secondsSince1970: $0) }.map { .date($0) } ?? .unsupported("date")
        case "$data": value.string.flatMap { Base64.standard.decode($0) }.map { .data($0) } ?? .unsupported("data")
        default: .dictionary([name.hasPrefix("$$") ? String(name.dropFirst()) : name: RelayValue(value)])
        }
    }

    /// The same as JSON; an unsupported value is null.
    package var json: JSONValue {
        switch self {
        case .string(let text): .string(text)
        case .number(let number): .number(number)
        case .bool(let flag): .bool(flag)
        case .date(let date): .object(["$date": .number(date.secondsSince1970)])
        case .data(let bytes): .object(["$data": .string(Base64.standard.encode(bytes))])
        case .array(let values): .array(values.map(\.json))
        case .dictionary(let members):
            if members.count == 1, let (name, value) = members.first, name.first == "$" {
                .object(["$\(name)": value.json])
            } else {
                .object(members.mapValues(\.json))
            }
        case .unsupported: .null
        }
    }
}

extension [String: RelayValue] {
    /// The payload as JSON text, its members sorted by name; `{"$date": …}` alone in it stays what it is.
    package var jsonText: [UInt8] { JSONValue.object(mapValues(\.json)).text }

    /// The payload of a JSON text.
    /// - Throws: ``RelayError`` 7008 when it is no JSON object.
    package init(parsing text: [UInt8]) throws(RelayError) {
        guard let members = (try? JSONValue(parsing: text))?.object else { throw RelayError(.invalidParameter) }
        self = members.mapValues { RelayValue($0) }
    }
}
