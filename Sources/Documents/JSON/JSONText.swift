import Signals

/// Builds JSON text by appending; keeps track of commas, escapes strings, prints doubles so that they read back
/// exactly, and writes null for NaN and infinities.
///
/// ```swift
/// var json = JSONText()
/// json.object { json in
///     json.field("bpm", 61.5)
///     json.array("rr_ms", [812, 820])
/// }
/// ```
public struct JSONText {
    /// The UTF-8 text so far.
    public private(set) var bytes: [UInt8] = []
    private var needsComma = false

    /// An empty text.
    public init() {}

    /// The text as a string.
    public var string: String { String(decoding: bytes, as: UTF8.self) }

    /// An object as the next value.
    public mutating func object(_ body: (inout JSONText) throws -> Void) rethrows {
        open(UInt8(ascii: "{"))
        try body(&self)
        close(UInt8(ascii: "}"))
    }

    /// An array as the next value.
    public mutating func array(_ body: (inout JSONText) throws -> Void) rethrows {
        open(UInt8(ascii: "["))
        try body(&self)
        close(UInt8(ascii: "]"))
    }

    /// A field whose value is an object.
    public mutating func object(_ key: String, _ body: (inout JSONText) throws -> Void) rethrows {
        name(key)
        try object(body)
    }

    /// A field whose value is an array.
    public mutating func array(_ key: String, _ body: (inout JSONText) throws -> Void) rethrows {
        name(key)
        try array(body)
    }

    /// A field whose value is an array of numbers.
    public mutating func array(_ key: String, _ values: [Double]) {
        array(key) { json in for value in values { json.value(value) } }
    }

    /// A field whose value is an array of strings.
    public mutating func array(_ key: String, _ values: [String]) {
        array(key) { json in for value in values { json.value(value) } }
    }

    /// A field with a string, or null.
    public mutating func field(_ key: String, _ text: String?) {
        name(key)
        value(text)
    }

    /// A field with a number, or null.
    public mutating func field(_ key: String, _ number: Double?) {
        name(key)
        value(number)
    }

    /// A field with a whole number, or null.
    public mutating func field(_ key: String, _ number: Int?) {
        name(key)
        value(number)
    }

    /// A field with true or false.
    public mutating func field(_ key: String, _ flag: Bool) {
        name(key)
        value(flag)
    }

    /// A field whose value is finished JSON.
    public mutating func field(_ key: String, raw: [UInt8]) {
        name(key)
        separate()
        bytes += raw
    }

    /// Finished JSON as the next value.
    public mutating func raw(_ json: [UInt8]) {
        separate()
        bytes += json
    }

    /// A string, or null, as the next value.
    public mutating func value(_ text: String?) {
        separate()
        if let text { quote(text) } else { bytes += Array("null".utf8) }
    }

    /// A number, or null, as the next value.
    public mutating func value(_ number: Double?) {
        separate()
        guard let number, number.isFinite else { return bytes += Array("null".utf8) }
        let text = number.description
        bytes += Array((text.hasSuffix(".0") ? String(text.dropLast(2)) : text).utf8)
    }

    /// A whole number, or null, as the next value.
    public mutating func value(_ number: Int?) {
        separate()
        bytes += Array((number?.description ?? "null").utf8)
    }

    /// True or false as the next value.
    public mutating func value(_ flag: Bool) {
        separate()
        bytes += Array((flag ? "true" : "false").utf8)
    }

    mutating func name(_ key: String) {
        separate()
        quote(key)
        bytes.append(UInt8(ascii: ":"))
        needsComma = false
    }

    private mutating func open(_ bracket: UInt8) {
        separate()
        bytes.append(bracket)
        needsComma = false
    }

    private mutating func close(_ bracket: UInt8) {
        bytes.append(bracket)
        needsComma = true
    }

    private mutating func separate() {
        if needsComma { bytes.append(UInt8(ascii: ",")) }
        needsComma = true
    }

    /// What could steer a terminal or disguise a text goes by its number, so that the JSON can be shown as it is.
    private mutating func quote(_ text: String) {
        bytes.append(UInt8(ascii: "\""))
        guard text.utf8.allSatisfy({ $0 < 0x7F }) else {
            for scalar in text.unicodeScalars {
                if scalar.value >= 0x7F, String.isHarmful(scalar) {
                    for unit in UTF16.encode(scalar) ?? .init() {
                        bytes += Array("\\u".utf8)
                        for shift in stride(from: 12, through: 0, by: -4) {
                            bytes.append(Self.digits[Int(unit >> UInt16(shift)) & 15])
                        }
                    }
                } else if scalar.isASCII {
                    quote(UInt8(truncatingIfNeeded: scalar.value))
                } else {
                    bytes += Array(String(scalar).utf8)
                }
            }
            return bytes.append(UInt8(ascii: "\""))
        }
        for byte in text.utf8 { quote(byte) }
        bytes.append(UInt8(ascii: "\""))
    }

    private static let digits = Array("0123456789abcdef".utf8)

    private mutating func quote(_ byte: UInt8) {
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), byte]
        case UInt8(ascii: "\n"): bytes += Array("\\n".utf8)
        case 0..<0x20: bytes += Array("\\u00".utf8) + [Self.digits[Int(byte >> 4)], Self.digits[Int(byte & 15)]]
        default: bytes.append(byte)
        }
    }
}
