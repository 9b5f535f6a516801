/// The numbers of a channel of a .mtn, as they are read.
struct MotionWatchValues {
    /// One value per epoch; NaN for what is no number, and for nothing between two commas. Empty unless they are kept.
    private(set) var values: [Float] = []
    /// The number of values, kept or not.
    private(set) var count = 0
    /// The number of values that are not numbers.
    private(set) var unknown = 0
    /// Where bytes stand that are no text: behind so many values, and how many bytes.
    private(set) var foreign: [(place: Int, bytes: Int)] = []
    /// Whether values are kept; otherwise they are only counted.
    var areKept = true
    private var bytes = 0

    private static let runLimit = 1000

    /// Adds the numbers of `text`, which stand between commas and blanks.
    mutating func append(_ text: UnsafeBufferPointer<UInt8>) {
        // The text may come in pieces without end, each of which must not ask for new memory.
        if areKept, values.isEmpty { values.reserveCapacity(text.count / 2 + 1) }
        bytes += text.count
        var (place, isBehindComma) = (0, false)
        while place < text.count {
            var plain = WholeNumbers(text, from: place)
            if areKept { plain.read(into: &values) } else { plain.skip() }
            count += plain.count
            if plain.end > place { (place, isBehindComma) = (plain.end, true) }
            if place < text.count { place = takeUnusual(text, place, &isBehindComma) }
        }
    }

    private mutating func append(_ value: Float) {
        if areKept { values.append(value) }
        if value.isNaN { unknown += 1 }
        count += 1
    }

    /// Takes what begins at `start`, a number of another shape or something between numbers; its end is returned.
    private mutating func takeUnusual(
        _ text: UnsafeBufferPointer<UInt8>, _ start: Int, _ isBehindComma: inout Bool
    ) -> Int {
        if text[start] == UInt8(ascii: ",") {
            if isBehindComma { append(.nan) }
            isBehindComma = true
            return start + 1
        }
        if Self.isForeign(text[start]) {
            isBehindComma = false
            return takeForeign(text, start)
        }
        guard text[start] > 0x20 else { return start + 1 }
        var end = start
        while end < text.count, Self.isPart(text[end]) { end += 1 }
        append(CondorField.number(UnsafeBufferPointer(rebasing: text[start..<end])) ?? .nan)
        isBehindComma = false
        return end
    }

    /// Takes bytes that are no text, with what is left at both ends of them of numbers, which may be a part.
    private mutating func takeForeign(_ text: UnsafeBufferPointer<UInt8>, _ start: Int) -> Int {
        var (end, lost) = (start, 0)
        if start > 0, Self.isPart(text[start - 1]), count > 0 {
            if values.popLast()?.isNaN ?? false { unknown -= 1 }
            count -= 1
            lost = 2
        }
        while end < text.count, Self.isForeign(text[end]) || Self.isPart(text[end]) { end += 1 }
        lost += end - start
        if foreign.count < Self.runLimit {
            foreign.append((count, lost))
        } else {
            foreign[Self.runLimit - 1].bytes += lost
        }
        return end
    }

    /// Whether a byte is none of a text, not even a blank.
    private static func isForeign(_ byte: UInt8) -> Bool { byte < 0x20 && !(9...13).contains(byte) }

    /// Whether a byte may belong to a number.
    private static func isPart(_ byte: UInt8) -> Bool { byte > 0x20 && byte != UInt8(ascii: ",") }

    /// Puts as many unknown values where bytes were no text as make up `whole`, or, without it, as fit into those bytes.
    /// - Returns: how many.
    mutating func mend(to whole: Int?) -> Int {
        let lost = foreign.reduce(0) { $0 + $1.bytes }
        guard lost > 0 else { return 0 }
        let usual = count == 0 ? 2 : max(2, Double(bytes - lost) / Double(count))
        let wanted = whole.map { max(0, $0 - count) } ?? max(1, Int((Double(lost) / usual).rounded()))
        if areKept {
            var (mended, done, from, passed) = ([Float](), 0, 0, 0)
            mended.reserveCapacity(values.count + wanted)
            for run in foreign {
                passed += run.bytes
                let share = wanted * passed / lost - done
                mended += values[from..<run.place]
                mended += repeatElement(.nan, count: share)
                (from, done) = (run.place, done + share)
            }
            values = mended + values[from...]
        }
        count += wanted
        return wanted
    }
}
