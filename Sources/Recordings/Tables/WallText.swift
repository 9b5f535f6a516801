import Signals

/// A date and a time of day as text, whose order of day, month and year may not be known yet.
struct WallText {
    private let parts: (Int, Int, Int)
    private let yearIsFirst: Bool
    /// Nanoseconds since midnight.
    private let nanosecond: Int64
    /// Seconds east of UTC, where the text says it: 0 for `Z`.
    let offset: Int?

    /// Reads `2024-01-31T23:59:59.123Z`, `1/31/2024 11:59:59 PM`, `31.01.2024 23:59` and the like; nil for anything else.
    init?(_ text: some Collection<UInt8>) {
        var reader = Reader(text)
        reader.skipBlanks()
        guard let first = reader.number(4), reader.take("-/."), let second = reader.number(2), reader.take("-/."),
            let third = reader.number(4)
        else { return nil }
        parts = (first.value, second.value, third.value)
        yearIsFirst = first.digits > 2
        guard reader.isAtEnd || reader.take(" T") else { return nil }
        reader.skipBlanks()
        guard !reader.isAtEnd else {
            (nanosecond, offset) = (0, nil)
            return
        }
        guard let time = Self.time(&reader) else { return nil }
        (nanosecond, offset) = time
    }

    /// Reads a date and a time that stand in fields of their own.
    init?(date: some Collection<UInt8>, time: some Collection<UInt8>) {
        self.init(Array(date) + [UInt8(ascii: " ")] + Array(time))
    }

    private static func time(_ reader: inout Reader) -> (Int64, Int?)? {
        guard var hour = reader.number(2)?.value, reader.take(":"), let minute = reader.number(2)?.value else {
            return nil
        }
        var (second, fraction) = (0, Int64(0))
        if reader.take(":") {
            guard let number = reader.number(2) else { return nil }
            second = number.value
            if reader.take(".,:") {
                guard let found = reader.fraction() else { return nil }
                fraction = found
            }
        }
        reader.skipBlanks()
        if let half = reader.half() {
            guard (1...12).contains(hour) else { return nil }
            hour = hour % 12 + half
        }
        guard hour < 24, minute < 60, second < 60, let offset = reader.zone() else { return nil }
        return (Int64(hour * 3600 + minute * 60 + second) * 1_000_000_000 + fraction, offset.seconds)
    }

    /// Wall-clock nanoseconds since 1970 with day, month and year in `order`; nil when there is no such day in
    /// 1900 ..< 2100. A year that comes first needs no order.
    func stamp(_ order: ActiwareDate.Order) -> Int64? {
        guard yearIsFirst == (order == .yearFirst) || (yearIsFirst && order == .dayFirst) else { return nil }
        let (written, month, day) =
            switch yearIsFirst ? .yearFirst : order {
            case .dayFirst: (parts.2, parts.1, parts.0)
            case .monthFirst: (parts.2, parts.0, parts.1)
            case .yearFirst: (parts.0, parts.1, parts.2)
            }
        let year = written < 100 ? written + 2000 : written
        guard (1900..<2100).contains(year), let date = CivilDate(year: year, month: month, day: day) else { return nil }
        return Int64(date.daysSince1970) * 86_400_000_000_000 + nanosecond
    }

    /// The order in which most of `texts` are dates that follow each other; nil where none is. The day comes first
    /// where nothing tells.
    static func order(of texts: [WallText]) -> ActiwareDate.Order? {
        var best: (order: ActiwareDate.Order, score: Int)?
        for order in ActiwareDate.Order.allCases {
            let stamps = texts.compactMap { $0.stamp(order) }
            guard !stamps.isEmpty else { continue }
            let steps = zip(stamps, stamps.dropFirst()).filter { $0 <= $1 && $1 &- $0 <= 3_600_000_000_000 }.count
            if stamps.count + steps > best?.score ?? 0 { best = (order, stamps.count + steps) }
        }
        return best?.order
    }
}

extension WallText {
    /// Takes text apart from its beginning.
    private struct Reader {
        private let bytes: [UInt8]
        private var place = 0

        init(_ text: some Collection<UInt8>) {
            var bytes = Array(text.prefix(48))
            while let last = bytes.last, last == 0x20 || last == UInt8(ascii: "\"") { bytes.removeLast() }
            self.bytes = bytes
        }

        var isAtEnd: Bool { place == bytes.count }

        mutating func skipBlanks() {
            while place < bytes.count, bytes[place] == 0x20 || bytes[place] == UInt8(ascii: "\"") { place += 1 }
        }

        mutating func take(_ any: StaticString) -> Bool {
            guard place < bytes.count, any.withUTF8Buffer({ $0.contains(bytes[place]) }) else { return false }
            place += 1
            return true
        }

        mutating func number(_ most: Int) -> (value: Int, digits: Int)? {
            var (value, digits) = (0, 0)
            while place < bytes.count, digits < most, bytes[place] &- UInt8(ascii: "0") < 10 {
                value = value * 10 + Int(bytes[place] - UInt8(ascii: "0"))
                digits += 1
                place += 1
            }
            return digits > 0 ? (value, digits) : nil
        }

        /// Digits behind the point, in nanoseconds; those beyond are dropped.
        mutating func fraction() -> Int64? {
            var (value, digits) = (Int64(0), 0)
            while place < bytes.count, bytes[place] &- UInt8(ascii: "0") < 10 {
                if digits < 9 { value = value * 10 + Int64(bytes[place] - UInt8(ascii: "0")) }
                digits += 1
                place += 1
            }
            guard digits > 0 else { return nil }
            for _ in min(9, digits)..<9 { value *= 10 }
            return value
        }

        /// AM or PM in hours; nil for neither.
        mutating func half() -> Int? {
            guard place + 1 < bytes.count, bytes[place + 1] | 0x20 == UInt8(ascii: "m") else { return nil }
            let letter = bytes[place] | 0x20
            guard letter == UInt8(ascii: "a") || letter == UInt8(ascii: "p") else { return nil }
            place += 2
            return letter == UInt8(ascii: "p") ? 12 : 0
        }

        /// What stands behind the time: nothing, `Z`, or an offset; nil for anything else.
        mutating func zone() -> (seconds: Int?, ())? {
            skipBlanks()
            if isAtEnd { return (nil, ()) }
            if take("Zz") { return isAtEnd ? (0, ()) : nil }
            let text = String(decoding: bytes[place...], as: UTF8.self)
            guard text.hasPrefix("+") || text.hasPrefix("-") else { return nil }
            let digits = text.dropFirst()
            let spread = digits.contains(":") || digits.count != 4 ? text : "\(text.prefix(3)):\(text.suffix(2))"
            return GT3XInfo.seconds(spread).map { ($0, ()) }
        }
    }
}
