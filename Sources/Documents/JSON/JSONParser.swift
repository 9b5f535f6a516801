public import Signals

extension JSONValue {
    /// Reads one JSON text (RFC 8259) and nothing after it. Of members with equal names the last counts.
    /// - Throws: `DecodeError` with the offset of the first byte that is wrong; also for values nested deeper than 64
    ///   and for numbers that do not fit a double.
    public init(parsing bytes: [UInt8]) throws(DecodeError) {
        var parser = JSONParser(bytes: bytes)
        parser.skipSpace()
        self = try parser.value(depth: 0)
        parser.skipSpace()
        guard parser.offset == bytes.count else {
            throw DecodeError(.invalid("there is more after the value"), at: parser.offset)
        }
    }
}

/// The state of a parser: the text and a position in it.
private struct JSONParser {
    let bytes: [UInt8]
    var offset = 0

    init(bytes: [UInt8]) { self.bytes = bytes }

    private var next: UInt8? { offset < bytes.count ? bytes[offset] : nil }

    mutating func skipSpace() {
        while let byte = next, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { offset += 1 }
    }

    mutating func value(depth: Int) throws(DecodeError) -> JSONValue {
        guard depth <= 64 else { throw DecodeError(.unsupported("values are nested too deeply"), at: offset) }
        switch next {
        case UInt8(ascii: "{"): return try object(depth: depth)
        case UInt8(ascii: "["): return try array(depth: depth)
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "t"): return try word("true", .bool(true))
        case UInt8(ascii: "f"): return try word("false", .bool(false))
        case UInt8(ascii: "n"): return try word("null", .null)
        case nil: throw DecodeError(.truncated(needed: 1, available: 0), at: offset)
        default: return try number()
        }
    }

    private mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard next == UInt8(ascii: character) else { return false }
        offset += 1
        return true
    }

    private mutating func expect(_ character: Unicode.Scalar) throws(DecodeError) {
        guard take(character) else { throw DecodeError(.mismatch("\"\(character)\" is expected"), at: offset) }
    }

    private mutating func word(_ word: StaticString, _ value: JSONValue) throws(DecodeError) -> JSONValue {
        let text = Array("\(word)".utf8)
        guard bytes[offset...].starts(with: text) else { throw DecodeError(.invalid("this is no value"), at: offset) }
        offset += text.count
        return value
    }

    private mutating func object(depth: Int) throws(DecodeError) -> JSONValue {
        try expect("{")
        var members: [String: JSONValue] = [:]
        skipSpace()
        if take("}") { return .object(members) }
        repeat {
            skipSpace()
            let name = try string()
            skipSpace()
            try expect(":")
            skipSpace()
            members[name] = try value(depth: depth + 1)
            skipSpace()
        } while take(",")
        try expect("}")
        return .object(members)
    }

    private mutating func array(depth: Int) throws(DecodeError) -> JSONValue {
        try expect("[")
        var values: [JSONValue] = []
        skipSpace()
        if take("]") { return .array(values) }
        repeat {
            skipSpace()
            values.append(try value(depth: depth + 1))
            skipSpace()
        } while take(",")
        try expect("]")
        return .array(values)
    }

    private mutating func number() throws(DecodeError) -> JSONValue {
        let start = offset
        _ = take("-")
        if !take("0") { try digits() }
        if take(".") { try digits() }
        if take("e") || take("E") {
            if !take("+") { _ = take("-") }
            try digits()
        }
        guard let number = Double(String(decoding: bytes[start..<offset], as: UTF8.self)), number.isFinite else {
            throw DecodeError(.invalid("the number does not fit a double"), at: start)
        }
        return .number(number)
    }

    private mutating func digits() throws(DecodeError) {
        let start = offset
        while let byte = next, (0x30...0x39).contains(byte) { offset += 1 }
        guard offset > start else { throw DecodeError(.invalid("a digit is expected"), at: offset) }
    }

    private mutating func string() throws(DecodeError) -> String {
        let start = offset
        try expect("\"")
        var text: [UInt8] = []
        while let byte = next {
            offset += 1
            switch byte {
            case UInt8(ascii: "\""):
                guard let string = String(validating: text, as: UTF8.self) else {
                    throw DecodeError(.invalid("the text is not UTF-8"), at: start)
                }
                return string
            case UInt8(ascii: "\\"): try escape(into: &text)
            case 0..<0x20: throw DecodeError(.invalid("a control character must be escaped"), at: offset - 1)
            default: text.append(byte)
            }
        }
        throw DecodeError(.truncated(needed: 1, available: 0), at: offset)
    }

    private mutating func escape(into text: inout [UInt8]) throws(DecodeError) {
        let start = offset - 1
        guard let byte = next else { throw DecodeError(.truncated(needed: 1, available: 0), at: offset) }
        offset += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(byte)
        case UInt8(ascii: "b"): text.append(0x08)
        case UInt8(ascii: "f"): text.append(0x0C)
        case UInt8(ascii: "n"): text.append(0x0A)
        case UInt8(ascii: "r"): text.append(0x0D)
        case UInt8(ascii: "t"): text.append(0x09)
        case UInt8(ascii: "u"):
            var code = UInt32(try codeUnit())
            if (0xD800..<0xDC00).contains(code), take("\\"), take("u") {
                let low = UInt32(try codeUnit())
                guard (0xDC00..<0xE000).contains(low) else {
                    throw DecodeError(.invalid("half of a surrogate pair"), at: start)
                }
                code = 0x10000 + (code - 0xD800) << 10 + (low - 0xDC00)
            }
            guard let scalar = Unicode.Scalar(code) else {
                throw DecodeError(.invalid("half of a surrogate pair"), at: start)
            }
            text += Array(String(scalar).utf8)
        default: throw DecodeError(.invalid("an unknown escape"), at: start)
        }
    }

    private mutating func codeUnit() throws(DecodeError) -> UInt16 {
        guard bytes.count - offset >= 4 else {
            throw DecodeError(.truncated(needed: 4, available: bytes.count - offset), at: offset)
        }
        let digits = bytes[offset..<offset + 4]
        let isHexadecimal = digits.allSatisfy { Character(UnicodeScalar($0)).isHexDigit }
        guard isHexadecimal, let unit = UInt16(String(decoding: digits, as: UTF8.self), radix: 16) else {
            throw DecodeError(.invalid("four hexadecimal digits are expected"), at: offset)
        }
        offset += 4
        return unit
    }
}
