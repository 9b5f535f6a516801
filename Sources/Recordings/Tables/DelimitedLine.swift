import Signals

/// A line of a table taken apart into fields, without a copy of any.
struct DelimitedLine {
    /// The byte between fields.
    let separator: UInt8
    /// Where fields begin and end in the line, without blanks and quotation marks around them.
    private(set) var fields: [Range<Int>] = []

    private static let fieldLimit = 2048
    private static let quote = UInt8(ascii: "\"")

    /// For lines whose fields are separated by `separator`.
    init(separator: UInt8) { self.separator = separator }

    /// The separator of a heading: the commonest of semicolon, tab and comma.
    static func separator(of line: some Collection<UInt8>) -> UInt8 {
        let counts = [UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "\t")].map { mark in
            (mark, line.count { $0 == mark })
        }
        return counts.max { $0.1 < $1.1 }?.0 ?? UInt8(ascii: ",")
    }

    /// Finds the fields of `line`.
    /// - Returns: false where it has more than any table has.
    mutating func split(_ line: UnsafeBufferPointer<UInt8>) -> Bool {
        fields.removeAll(keepingCapacity: true)
        var (start, isInside) = (0, false)
        for index in 0...line.count {
            if index < line.count {
                if line[index] == Self.quote { isInside.toggle() }
                guard !isInside, line[index] == separator else { continue }
            }
            guard fields.count < Self.fieldLimit else { return false }
            var (first, last) = (start, index)
            while first < last, line[first] == 0x20 || line[first] == Self.quote { first += 1 }
            while last > first, line[last - 1] == 0x20 || line[last - 1] == Self.quote { last -= 1 }
            fields.append(first..<last)
            start = index + 1
        }
        return true
    }

    /// The number in a field of `line`, whose point is a comma where that does not separate; NaN for an empty field or a
    /// word for none; nil for anything else.
    func number(_ field: Int, _ line: UnsafeBufferPointer<UInt8>) -> Float? {
        guard field < fields.count else { return nil }
        return Self.number(UnsafeBufferPointer(rebasing: line[fields[field]]), hasComma: separator != UInt8(ascii: ","))
    }

    private static let powers: [Double] = (0...18).map { exponent in
        (0..<exponent).reduce(1.0) { power, _ in power * 10 }
    }
    private static let none: Set<String> = ["nan", "na", "n/a", "null", "none", "-", "x"]

    /// See ``number(_:_:)``.
    static func number(_ text: UnsafeBufferPointer<UInt8>, hasComma: Bool) -> Float? {
        if let number = plain(text, hasComma: hasComma) { return Float(number) }
        if text.isEmpty { return .nan }
        // A number would end at a byte of zeros, whatever is behind it.
        guard text.count <= 64, text.allSatisfy({ $0 >= 0x20 }) else { return nil }
        let comma = UInt8(ascii: ",")
        let word = String(decoding: text.map { hasComma && $0 == comma ? UInt8(ascii: ".") : $0 }, as: UTF8.self)
        if none.contains(word.lowercased()) { return .nan }
        guard word.unicodeScalars.allSatisfy({ "0123456789+-.eE".unicodeScalars.contains($0) }) else { return nil }
        return Float(word).flatMap { $0.isFinite ? $0 : nil }
    }

    /// Up to eighteen digits with a sign and a point, which most fields are.
    static func plain(_ text: UnsafeBufferPointer<UInt8>, hasComma: Bool) -> Double? {
        var (place, value, digits, point) = (0, Int64(0), 0, -1)
        let isNegative = text.first == UInt8(ascii: "-")
        if isNegative || text.first == UInt8(ascii: "+") { place = 1 }
        while place < text.count {
            let digit = text[place] &- UInt8(ascii: "0")
            if digit < 10 {
                guard digits < 18 else { return nil }
                value = value * 10 + Int64(digit)
                digits += 1
            } else if point < 0, text[place] == UInt8(ascii: ".") || hasComma && text[place] == UInt8(ascii: ",") {
                point = digits
            } else {
                return nil
            }
            place += 1
        }
        guard digits > 0 else { return nil }
        let number = point < 0 ? Double(value) : Double(value) / powers[digits - point]
        return isNegative ? -number : number
    }
}
