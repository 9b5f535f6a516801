import Signals

/// Reads the lines of a Condor table, one after the other.
struct CondorRow {
    /// Wall-clock nanoseconds since 1970 of the last line that was read.
    private(set) var stamp: Int64 = 0
    /// Its values of ``CondorColumns/fields``; NaN for an empty field or a hyphen.
    private(set) var values: [Float]
    private let count: Int
    private let lastField: Int
    private let stampField: Int
    /// The use of each field: its index among the values, or one of the constants below.
    private let places: [Int]
    private var day = CondorDay()

    private static let stampPlace = -1
    private static let millisecondsPlace = -2
    private static let noPlace = -3

    /// A reader of lines with these columns.
    init(_ columns: CondorColumns) {
        (count, lastField, stampField) = (columns.count, columns.lastField, columns.stamp)
        var places = Array(repeating: Self.noPlace, count: columns.count + 1)
        places[columns.stamp] = Self.stampPlace
        if let index = columns.milliseconds { places[index] = Self.millisecondsPlace }
        for (place, index) in columns.fields.enumerated() { places[index] = place }
        self.places = places
        values = Array(repeating: .nan, count: columns.fields.count)
    }

    /// Reads a line; false when it has another number of fields, no stamp, or a field that is not a number.
    mutating func read(_ line: UnsafeBufferPointer<UInt8>) -> Bool {
        var field = 0
        var start = 0
        var milliseconds: Float = 0
        var isStamped = false
        while true {
            // Some software ends each line with a separator.
            guard field <= count else { return false }
            let place = places[field]
            var end = start
            if place >= 0 || place == Self.millisecondsPlace {
                let number = CondorField.leadingNumber(line, from: start, end: &end)
                if place >= 0 {
                    guard let number else { return false }
                    values[place] = number
                } else if let number, (0..<1000).contains(number) {
                    milliseconds = number
                }
            } else {
                while end < line.count, line[end] != UInt8(ascii: ";") { end += 1 }
                if place == Self.stampPlace {
                    guard let found = day.stamp(UnsafeBufferPointer(rebasing: line[start..<end])) else { return false }
                    stamp = found
                    isStamped = true
                }
            }
            field += 1
            guard end < line.count else { break }
            start = end + 1
        }
        // Some leaves out columns at the end that it has no sensor for; a field that is read must be there.
        guard isStamped, field > lastField else { return false }
        stamp += Int64(milliseconds * 1e6)
        return true
    }
}

/// Reads stamps, most of which are of the same day as the one before.
struct CondorDay {
    private var text: UInt64 = 0
    private var rest: UInt16 = 0
    private var midnight: Int64 = 0

    /// `dd/mm/yyyy HH:MM:SS` as ``CondorField/stamp(_:)`` reads it.
    mutating func stamp(_ field: UnsafeBufferPointer<UInt8>) -> Int64? {
        guard field.count == 19, let base = UnsafeRawPointer(field.baseAddress) else { return CondorField.stamp(field) }
        let (head, tail) = (base.loadUnaligned(as: UInt64.self), base.loadUnaligned(fromByteOffset: 8, as: UInt16.self))
        if head == text, tail == rest, let second = Self.second(field) { return midnight + second * 1_000_000_000 }
        guard let stamp = CondorField.stamp(field) else { return nil }
        guard let second = Self.second(field) else { return stamp }
        (text, rest, midnight) = (head, tail, stamp - second * 1_000_000_000)
        return stamp
    }

    /// The second of the day where the field has this shape to the byte.
    private static func second(_ field: UnsafeBufferPointer<UInt8>) -> Int64? {
        func number(_ index: Int, below limit: Int64) -> Int64? {
            let (tens, ones) = (field[index] &- UInt8(ascii: "0"), field[index + 1] &- UInt8(ascii: "0"))
            let number = Int64(tens) * 10 + Int64(ones)
            return tens < 10 && ones < 10 && number < limit ? number : nil
        }
        guard field[2] == UInt8(ascii: "/"), field[5] == UInt8(ascii: "/"), field[10] == UInt8(ascii: " "),
            field[13] == UInt8(ascii: ":"), field[16] == UInt8(ascii: ":"), let hour = number(11, below: 24),
            let minute = number(14, below: 60), let second = number(17, below: 60)
        else { return nil }
        return hour * 3600 + minute * 60 + second
    }
}
