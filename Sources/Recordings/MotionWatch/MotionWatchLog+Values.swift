extension MotionWatchLog.Channel {
    /// Adds the numbers of `text`, which stand between commas and blanks; NaN for what is none.
    mutating func append(_ text: ArraySlice<UInt8>) {
        values.reserveCapacity(values.count + text.count / 3)
        text.withUnsafeBufferPointer { bytes in
            var place = 0
            while place < bytes.count {
                let start = place
                var whole: Int32 = 0
                var isPlain = true
                while place < bytes.count, !Self.separates(bytes[place]) {
                    let digit = bytes[place] &- UInt8(ascii: "0")
                    // Seven digits are exact in a float.
                    if digit < 10, place - start < 7 { whole = whole * 10 + Int32(digit) } else { isPlain = false }
                    place += 1
                }
                if place > start {
                    let field = UnsafeBufferPointer(rebasing: bytes[start..<place])
                    values.append(isPlain ? Float(whole) : CondorField.number(field) ?? .nan)
                }
                guard place < bytes.count else { break }
                if bytes[place] < 0x20, !(9...13).contains(bytes[place]) { foreignBytes += 1 }
                place += 1
            }
        }
    }

    private static func separates(_ byte: UInt8) -> Bool { byte == UInt8(ascii: ",") || byte <= 0x20 }
}
