import Glibc

/// One row of a text table, ended by a line feed.
struct TableRow {
    private let bytes: UnsafeRawBufferPointer
    private var fields: InlineArray<16, Range<Int>> = .init(repeating: 0..<0)
    /// Fields in the row; those beyond 16 are left out.
    private(set) var count = 0

    /// Cuts `bytes` at commas, semicolons and tabs; quotes and blanks around a field do not count.
    init(_ bytes: UnsafeRawBufferPointer) {
        self.bytes = bytes
        var start = 0
        for index in bytes.indices where count < 16 {
            let byte = bytes[index]
            guard byte == 0x2C || byte == 0x3B || byte == 9 || byte == 10 else { continue }
            fields[count] = Self.trimmed(bytes, start..<index)
            count += 1
            start = index + 1
        }
    }

    /// Whether the row is blank.
    var isBlank: Bool { count == 1 && fields[0].isEmpty }

    /// Whether a field is empty or missing.
    func isEmpty(_ index: Int) -> Bool { index >= count || fields[index].isEmpty }

    /// A field as text.
    func text(_ index: Int) -> String {
        index < count ? String(decoding: bytes[fields[index]], as: UTF8.self) : ""
    }

    /// A field as a number; nil when it is none.
    func number(_ index: Int) -> Double? {
        guard !isEmpty(index), let start = bytes.baseAddress else { return nil }
        let field = fields[index]
        let text = (start + field.lowerBound).assumingMemoryBound(to: CChar.self)
        // Ends at the separator at the latest; the row has one at its end.
        var end: UnsafeMutablePointer<CChar>?
        let value = strtod(text, &end)
        guard let end, UnsafePointer(end) - text == field.count else { return nil }
        return value
    }

    /// A field in seconds as nanoseconds, digit by digit, because a double cannot hold today's; nil when it is none.
    func nanoseconds(_ index: Int) -> Int64? {
        guard !isEmpty(index) else { return nil }
        var whole: Int64 = 0
        var fraction: Int64 = 0
        var places = -1
        var isNegative = false
        for (position, byte) in bytes[fields[index]].enumerated() {
            switch byte {
            case 0x2D where position == 0: isNegative = true
            case 0x2E where places < 0: places = 0
            case 0x30...0x39 where places < 0:
                guard whole < 1_000_000_000 * 9 else { return nil }
                whole = whole * 10 + Int64(byte - 0x30)
            case 0x30...0x39:
                if places < 9 { fraction = fraction * 10 + Int64(byte - 0x30) }
                places += 1
            default: return number(index).flatMap { Int64(exactly: ($0 * 1e9).rounded()) }
            }
        }
        guard bytes[fields[index]].contains(where: { (0x30...0x39).contains($0) }) else { return nil }
        while places < 9 {
            fraction *= 10
            places = max(places, 0) + 1
        }
        let (scaled, isTooLong) = whole.multipliedReportingOverflow(by: 1_000_000_000)
        guard !isTooLong, scaled <= .max - fraction else { return nil }
        return isNegative ? -(scaled + fraction) : scaled + fraction
    }

    private static func trimmed(_ bytes: UnsafeRawBufferPointer, _ range: Range<Int>) -> Range<Int> {
        func isPadding(_ byte: UInt8) -> Bool { [0x20, 0x22, 0x0D, 0xEF, 0xBB, 0xBF].contains(byte) }
        var (start, end) = (range.lowerBound, range.upperBound)
        while start < end, isPadding(bytes[start]) { start += 1 }
        while start < end, isPadding(bytes[end - 1]) { end -= 1 }
        return start..<end
    }
}
