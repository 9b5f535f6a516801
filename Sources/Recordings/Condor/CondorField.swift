import Signals

/// Parsers for the fields of a table.
enum CondorField {
    private static let zero = UInt8(ascii: "0")
    private static let nine = UInt8(ascii: "9")

    /// `dd/mm/yyyy HH:MM:SS` of the years 1990 ... 2099 as wall-clock nanoseconds since 1970; nil for anything else.
    static func stamp(_ field: UnsafeBufferPointer<UInt8>) -> Int64? {
        var numbers = InlineArray<6, Int>(repeating: 0)
        var place = 0
        var digits = 0
        for byte in field {
            if byte >= zero, byte <= nine {
                guard digits < 4 else { return nil }
                numbers[place] = numbers[place] * 10 + Int(byte - zero)
                digits += 1
            } else if byte == UInt8(ascii: "/") || byte == UInt8(ascii: ":") || byte == UInt8(ascii: " ") {
                guard digits > 0, place < 5 else { return nil }
                place += 1
                digits = 0
            } else {
                return nil
            }
        }
        guard place == 5, digits > 0, (1990..<2100).contains(numbers[2]) else { return nil }
        let date = CivilDate(year: numbers[2], month: numbers[1], day: numbers[0])
        return CivilTime(date, hour: numbers[3], minute: numbers[4], second: numbers[5])?.nanoseconds
    }

    /// A number with a decimal point or comma; NaN for an empty field or a hyphen; nil for anything else.
    static func number(_ field: UnsafeBufferPointer<UInt8>) -> Float? {
        var digits = field[...]
        while digits.first == UInt8(ascii: " ") { digits.removeFirst() }
        while digits.last == UInt8(ascii: " ") { digits.removeLast() }
        if digits.isEmpty || digits.count == 1 && digits.first == UInt8(ascii: "-") { return .nan }
        if let plain = plain(digits) { return plain }
        // A number would end at a byte of zeros, whatever is behind it.
        guard digits.allSatisfy({ $0 >= 0x20 }) else { return nil }
        let text = digits.map { $0 == UInt8(ascii: ",") ? UInt8(ascii: ".") : $0 }
        return Float(String(decoding: text, as: UTF8.self)).flatMap { $0.isFinite ? $0 : nil }
    }

    /// The commonest case, quickly: up to seven digits, before or behind one point or comma.
    private static func plain(_ digits: Slice<UnsafeBufferPointer<UInt8>>) -> Float? {
        guard digits.count <= 8 else { return nil }
        var value = 0
        var scale = 1.0
        var isFraction = false
        for byte in digits {
            if byte >= zero, byte <= nine {
                value = value * 10 + Int(byte - zero)
                if isFraction { scale *= 10 }
            } else if (byte == UInt8(ascii: ".") || byte == UInt8(ascii: ",")) && !isFraction {
                isFraction = true
            } else {
                return nil
            }
        }
        return digits.count == 1 && isFraction ? nil : Float(Double(value) / scale)
    }
}
