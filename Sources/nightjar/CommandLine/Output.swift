import Documents
import Glibc
import Runtime
import Signals

/// Standard output and standard error, written straight to their descriptors.
///
/// All text goes through one place that shows harmless what a name or a number from a file or a radio could steer a terminal
/// with; as JSON escapes it, so that JSON stays the same JSON. Only ``draw(_:)`` writes what moves the cursor.
enum Output {
    /// Writes text to standard output.
    /// - Throws: `Failure` when the disk is full; a closed pipe ends the program quietly, as `head` expects.
    static func write(_ bytes: [UInt8]) throws { try write(harmless(bytes), to: STDOUT_FILENO) }

    /// Writes bytes that are no text to standard output.
    static func write(binary bytes: [UInt8]) throws { try write(bytes, to: STDOUT_FILENO) }

    /// Draws lines on the terminal over those that were drawn before.
    /// - Parameter before: how many these were.
    static func draw(_ lines: [ScreenLine], over before: Int) throws {
        var text = before > 0 ? "\u{1B}[\(before)A" : ""
        for line in lines { text += line.drawn }
        try write(Array((text + "\u{1B}[J").utf8), to: STDOUT_FILENO)
    }

    /// Writes a line to standard output.
    static func line(_ text: String) throws { try write(Array("\(text)\n".utf8)) }

    /// Writes a line for a person to standard error; failing to do so harms nobody.
    static func note(_ text: String) { try? write(harmless(Array("\(text)\n".utf8)), to: STDERR_FILENO) }

    /// Whether standard error is a terminal that can redraw a line.
    static var isTerminal: Bool { isatty(STDERR_FILENO) == 1 }

    /// A question on standard error, without the end of the line.
    static func prompt(_ text: String) { try? write(harmless(Array(text.utf8)), to: STDERR_FILENO) }

    /// The same text with nothing in it that steers a terminal.
    private static func harmless(_ bytes: [UInt8]) -> [UInt8] {
        // Most text is plain, and tables are long.
        guard bytes.contains(where: { ($0 < 0x20 && $0 != 10 && $0 != 9) || $0 >= 0x7F }) else { return bytes }
        return Array(String(decoding: bytes, as: UTF8.self).harmless(keepsLines: true).utf8)
    }

    private static func write(_ bytes: [UInt8], to descriptor: Int32) throws {
        var done = 0
        while done < bytes.count {
            let count = bytes.withUnsafeBytes {
                Glibc.write(descriptor, $0.baseAddress.map { $0 + done }, $0.count - done)
            }
            if count < 0 && errno == EINTR { continue }
            if count < 0 && errno == EPIPE { Termination.leave(0) }
            guard count > 0 else {
                throw Failure(SystemError(errno, "write"), "Output cannot be written")
            }
            done += count
        }
    }
}

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
