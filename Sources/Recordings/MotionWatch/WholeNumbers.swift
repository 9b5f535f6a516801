/// Reads whole numbers of up to seven digits, each with a comma behind it, eight bytes at a time: how many digits the
/// next one has cannot be foretold, so nothing branches on it.
struct WholeNumbers {
    private let text: UnsafeBufferPointer<UInt8>
    /// The place behind the last comma that was passed.
    private(set) var end: Int
    /// The number of values read so far.
    private(set) var count = 0

    private static let zeros: UInt64 = 0x3030_3030_3030_3030
    private static let commas: UInt64 = 0x2C2C_2C2C_2C2C_2C2C
    private static let highs: UInt64 = 0x8080_8080_8080_8080
    private static let run = 1024

    /// At `start` of `text`, which must last as long as this.
    init(_ text: UnsafeBufferPointer<UInt8>, from start: Int) { (self.text, end) = (text, start) }

    private func eight(_ place: Int) -> UInt64 {
        UInt64(littleEndian: UnsafeRawBufferPointer(text).loadUnaligned(fromByteOffset: place, as: UInt64.self))
    }

    /// Appends the numbers that follow to `values`.
    mutating func read(into values: inout [Float]) {
        let before = values.count
        while withUnsafeTemporaryAllocation(
            of: Float.self, capacity: Self.run,
            { numbers in
                var filled = 0
                while filled < Self.run, end + 8 <= text.count {
                    let bytes = eight(end)
                    let length = (Self.zeroBytes(bytes ^ Self.commas)).trailingZeroBitCount >> 3
                    guard length > 0, length < 8 else { break }
                    let digits = bytes << UInt64(64 - 8 * length) | Self.zeros >> UInt64(8 * length)
                    guard Self.areDigits(digits) else { break }
                    let pairs = ((digits & 0x0F0F_0F0F_0F0F_0F0F) &* 2561) >> 8
                    let fours = ((pairs & 0x00FF_00FF_00FF_00FF) &* 6_553_601) >> 16
                    let whole = ((fours & 0x0000_FFFF_0000_FFFF) &* 42_949_672_960_001) >> 32
                    numbers[filled] = Float(Int32(truncatingIfNeeded: whole))
                    filled += 1
                    end += length + 1
                }
                values.append(contentsOf: numbers[..<filled])
                return filled == Self.run
            })
        {}
        count += values.count - before
    }

    /// Passes those that come, and as many digits as each may have.
    mutating func skip() {
        var (place, last) = (end, UInt64(0x80))
        while place + 8 <= text.count {
            let bytes = eight(place)
            let marks = Self.zeroBytes(bytes ^ Self.commas)
            // A comma is four below a zero; none may follow another.
            guard Self.areDigits(bytes &+ marks >> 5), marks & (marks << 8 | last) == 0 else { break }
            count += marks.nonzeroBitCount
            last = marks >> 56
            place += 8
            if marks != 0 { end = place - marks.leadingZeroBitCount >> 3 }
        }
    }

    /// A mask with the highest bit of each zero byte set.
    private static func zeroBytes(_ bytes: UInt64) -> UInt64 {
        ~(((bytes & ~highs) &+ ~highs) | bytes) & highs
    }

    private static func areDigits(_ bytes: UInt64) -> Bool {
        let highs: UInt64 = 0xF0F0_F0F0_F0F0_F0F0
        return bytes & highs == zeros && (bytes &+ 0x0606_0606_0606_0606) & highs == zeros
    }
}
