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
