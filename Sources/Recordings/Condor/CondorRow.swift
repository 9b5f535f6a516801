import Signals

/// One line of a Condor table.
struct CondorRow {
    /// Wall-clock nanoseconds since 1970.
    let stamp: Int64
    /// The values of ``CondorColumns/fields``; NaN for an empty field or a hyphen.
    let values: [Float]

    /// Reads a line; nil when it has another number of fields, no stamp, or a field that is not a number.
    init?(_ line: ArraySlice<UInt8>, columns: CondorColumns) {
        let fields = line.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)
        // Some software ends each line with a separator, and some leaves out columns at the end that it has no sensor for.
        guard fields.count >= (columns.fields.max() ?? 0) + 1, fields.count <= columns.count + 1 else { return nil }
        guard fields.indices.contains(columns.stamp), var stamp = Self.stamp(fields[columns.stamp]) else { return nil }
        if let index = columns.milliseconds, fields.indices.contains(index),
            let milliseconds = Self.number(fields[index]), (0..<1000).contains(milliseconds)
        {
            stamp += Int64(milliseconds * 1e6)
        }
        self.stamp = stamp
        var values: [Float] = []
        values.reserveCapacity(columns.fields.count)
        for index in columns.fields {
            guard let value = Self.number(fields[index]) else { return nil }
            values.append(value)
        }
        self.values = values
    }

    /// `dd/mm/yyyy HH:MM:SS` of the years 1990 ... 2099.
    private static func stamp(_ field: ArraySlice<UInt8>) -> Int64? {
        let parts = field.split { [UInt8(ascii: "/"), UInt8(ascii: ":"), UInt8(ascii: " ")].contains($0) }
        guard parts.count == 6 else { return nil }
        var numbers: [Int] = []
        for part in parts {
            guard part.count <= 4, part.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else {
                return nil
            }
            numbers.append(part.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) })
        }
        guard (1990..<2100).contains(numbers[2]) else { return nil }
        let date = CivilDate(year: numbers[2], month: numbers[1], day: numbers[0])
        return CivilTime(date, hour: numbers[3], minute: numbers[4], second: numbers[5])?.nanoseconds
    }

    /// A number with a decimal point or comma; NaN for an empty field or a hyphen; nil for anything else.
    private static func number(_ field: ArraySlice<UInt8>) -> Float? {
        let digits = field.drop { $0 == UInt8(ascii: " ") }
        if digits.isEmpty || digits.elementsEqual([UInt8(ascii: "-")]) { return .nan }
        if let whole = whole(digits) { return whole }
        let text = String(decoding: digits.map { $0 == UInt8(ascii: ",") ? UInt8(ascii: ".") : $0 }, as: UTF8.self)
        return Float(text.trimmed).flatMap { $0.isFinite ? $0 : nil }
    }

    /// The commonest case, quickly: up to seven digits.
    private static func whole(_ digits: ArraySlice<UInt8>) -> Float? {
        guard digits.count <= 7 else { return nil }
        var value = 0
        for byte in digits {
            guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
            value = value * 10 + Int(byte - UInt8(ascii: "0"))
        }
        return Float(value)
    }
}
