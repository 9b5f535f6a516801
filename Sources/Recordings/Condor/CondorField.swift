import Signals

/// Parsers for the fields of a table.
enum CondorField {
    private static let zero = UInt8(ascii: "0")
    private static let nine = UInt8(ascii: "9")

    /// `dd/mm/yyyy HH:MM:SS` of the years 1900 ... 2099 as wall-clock nanoseconds since 1970; nil for anything else.
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
        guard place == 5, digits > 0, (1900..<2100).contains(numbers[2]) else { return nil }
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

extension CondorField {
    /// The number of the field that begins at `start` and ends before the next semicolon, which is put into `end`; as
    /// ``number(_:)`` reads it.
    static func leadingNumber(_ line: UnsafeBufferPointer<UInt8>, from start: Int, end: inout Int) -> Float? {
        var (value, fraction, place, point) = (0, 0, start, -1)
        while place < line.count {
            let byte = line[place]
            let digit = byte &- UInt8(ascii: "0")
            if digit < 10 {
                value = value &* 10 &+ Int(digit)
            } else if byte == UInt8(ascii: ";") {
                break
            } else if (byte == UInt8(ascii: ".") || byte == UInt8(ascii: ",")) && point < 0 {
                point = place
            } else {
                return unusual(line, from: start, end: &end)
            }
            place += 1
        }
        // Up to seven digits are exact, and most fields have no more.
        fraction = point < 0 ? 0 : place - point - 1
        let digits = place - start - (point < 0 ? 0 : 1)
        guard digits > 0, place - start <= 8 else { return unusual(line, from: start, end: &end) }
        end = place
        return fraction == 0 ? Float(Double(value)) : Float(Double(value) / powers[fraction])
    }

    private static let powers: InlineArray<9, Double> = [1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8]

    private static func unusual(_ line: UnsafeBufferPointer<UInt8>, from start: Int, end: inout Int) -> Float? {
        end = start
        while end < line.count, line[end] != UInt8(ascii: ";") { end += 1 }
        return number(UnsafeBufferPointer(rebasing: line[start..<end]))
    }
}
