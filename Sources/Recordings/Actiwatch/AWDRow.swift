import Signals

/// One epoch: `count`, `count , value`, with ` M` behind where the button was pressed.
struct AWDRow {
    /// Counts of the epoch.
    private(set) var activity: Float = 0
    /// What the model's second sensor measured; NaN where there is none.
    private(set) var second: Float = .nan
    /// Whether the event button was pressed.
    private(set) var isMarked = false

    /// Reads a line; nil when a number of it is none.
    init?(_ line: UnsafeBufferPointer<UInt8>) {
        if readPlain(line) { return }
        var line = line[...]
        while line.last == UInt8(ascii: " ") { line.removeLast() }
        isMarked = line.last == UInt8(ascii: "M") || line.last == UInt8(ascii: "m")
        if isMarked { line.removeLast() }
        let comma = line.firstIndex { $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: ";") }
        guard let activity = CondorField.number(UnsafeBufferPointer(rebasing: line[..<(comma ?? line.endIndex)])),
            activity >= 0
        else { return nil }
        self.activity = activity
        second = .nan
        if let comma {
            guard let value = CondorField.number(UnsafeBufferPointer(rebasing: line[(comma + 1)...])) else {
                return nil
            }
            second = value
        }
    }

    /// Reads the commonest shapes: one whole number of up to seven digits, or two, and a mark.
    private mutating func readPlain(_ line: UnsafeBufferPointer<UInt8>) -> Bool {
        var place = 0
        func skipBlanks() { while place < line.count, line[place] == UInt8(ascii: " ") { place += 1 } }
        func number() -> Float? {
            let start = place
            var value: Int32 = 0
            while place < line.count, place - start < 8 {
                let digit = line[place] &- UInt8(ascii: "0")
                guard digit < 10 else { break }
                value = value &* 10 &+ Int32(digit)
                place += 1
            }
            return (1...7).contains(place - start) ? Float(value) : nil
        }
        skipBlanks()
        guard let first = number() else { return false }
        skipBlanks()
        if place < line.count, line[place] == UInt8(ascii: ",") {
            place += 1
            skipBlanks()
            guard let value = number() else { return false }
            second = value
            skipBlanks()
        }
        activity = first
        if place < line.count, line[place] == UInt8(ascii: "M") {
            isMarked = true
            place += 1
        }
        return place == line.count
    }
}
