/// Header fields in the order in which they came; names compare without regard to case.
package struct HTTPHeaders: Sendable {
    /// Names and values.
    package private(set) var fields: [(name: String, value: String)] = []

    /// No fields.
    package init() {}

    /// Fields from pairs.
    package init(_ fields: [(String, String)]) {
        for (name, value) in fields { append(name, value) }
    }

    /// The first value of a field; nil when it is not there.
    package subscript(name: String) -> String? {
        fields.first { Self.same($0.name, name) }?.value
    }

    /// All values of a field, in order.
    package func all(_ name: String) -> [String] {
        fields.filter { Self.same($0.name, name) }.map(\.value)
    }

    /// Adds a field. Line breaks and other control bytes of the value become spaces: a value can never
    /// end its line and begin a field of its own.
    package mutating func append(_ name: String, _ value: String) {
        let isPlain = value.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F }
        let clean =
            isPlain
            ? value
            : String(
                String.UnicodeScalarView(value.unicodeScalars.map { $0.value < 0x20 || $0.value == 0x7F ? " " : $0 }))
        fields.append((name, clean))
    }

    /// Replaces all fields of that name by one.
    package mutating func set(_ name: String, _ value: String) {
        fields.removeAll { Self.same($0.name, name) }
        append(name, value)
    }

    private static func same(_ a: String, _ b: String) -> Bool {
        a.utf8.count == b.utf8.count && zip(a.utf8, b.utf8).allSatisfy { lower($0) == lower($1) }
    }

    private static func lower(_ byte: UInt8) -> UInt8 {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
    }
}
