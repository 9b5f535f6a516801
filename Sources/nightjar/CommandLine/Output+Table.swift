import Documents
import Runtime

extension Output {
    /// Writes a table with a header row as it is, or with `--json` as a list of objects, one for each row: numbers as
    /// numbers, null for an empty field.
    static func table(_ text: String, _ arguments: Arguments) throws {
        guard arguments.has("--json") else { return try write(Array(text.utf8)) }
        let rows = text.split(separator: "\n", omittingEmptySubsequences: true)
        let names = rows.first.map(fields) ?? []
        var json = JSONText()
        json.array { json in
            for row in rows.dropFirst() {
                json.object { json in for (name, field) in zip(names, fields(row)) { json.field(name, value(field)) } }
            }
        }
        try write(json.bytes + [10])
    }

    /// Tells what was done: lines for a person, or with `--json` one object.
    static func done(_ arguments: Arguments, _ lines: String..., json write: (inout JSONText) -> Void) throws {
        try done(arguments, lines, json: write)
    }

    /// Tells what was done: lines for a person, or with `--json` one object.
    static func done(_ arguments: Arguments, _ lines: [String], json write: (inout JSONText) -> Void) throws {
        guard arguments.has("--json") else {
            for text in lines { try line(text) }
            return
        }
        var json = JSONText()
        json.object(write)
        try self.write(json.bytes + [10])
    }

    /// The fields of a row; a comma between quotes belongs to its field.
    private static func fields(_ row: Substring) -> [String] {
        var fields = [""]
        var isQuoted = false
        for character in row {
            switch character {
            case "\"": isQuoted.toggle()
            case "," where !isQuoted: fields.append("")
            default: fields[fields.count - 1].append(character)
            }
        }
        return fields
    }

    private static func value(_ field: String) -> JSONValue {
        guard !field.isEmpty else { return .null }
        return Double(field).map { $0.isFinite ? .number($0) : .null } ?? .string(field)
    }
}
