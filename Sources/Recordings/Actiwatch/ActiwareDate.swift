import Signals

/// A date whose order of day, month and year is not known yet, with its time of day.
struct ActiwareDate {
    /// Orders that computers write dates in; that which the software writes most often first.
    enum Order: CaseIterable {
        case dayFirst, monthFirst, yearFirst
    }

    private let parts: (Int, Int, Int)
    private let second: Int

    /// Reads a date of three numbers and a time of day with or without AM or PM; nil for anything else.
    init?(_ date: ArraySlice<UInt8>, time: ArraySlice<UInt8>) {
        guard let date = Self.numbers(date), date.count == 3, date.text.isEmpty, let time = Self.numbers(time),
            time.count >= 2
        else { return nil }
        parts = (date.values[0], date.values[1], date.values[2])
        var hour = time.values[0]
        if time.text == "a" || time.text == "p" {
            guard (1...12).contains(hour) else { return nil }
            hour = hour % 12 + (time.text == "p" ? 12 : 0)
        }
        guard hour < 24, time.values[1] < 60, time.values[2] < 60 else { return nil }
        second = hour * 3600 + time.values[1] * 60 + time.values[2]
    }

    /// Wall-clock nanoseconds since 1970 in `order`; nil when there is no such day in 1990 ..< 2100.
    func stamp(_ order: Order) -> Int64? {
        var (year, month, day) =
            switch order {
            case .dayFirst: (parts.2, parts.1, parts.0)
            case .monthFirst: (parts.2, parts.0, parts.1)
            case .yearFirst: (parts.0, parts.1, parts.2)
            }
        if year < 100 { year += 2000 }
        guard (1990..<2100).contains(year), let date = CivilDate(year: year, month: month, day: day) else { return nil }
        (month, day) = (0, 0)
        return (Int64(date.daysSince1970) * 86_400 + Int64(second)) * 1_000_000_000
    }

    /// Up to three numbers of up to four digits, and the first letter of a word after them.
    private static func numbers(_ text: ArraySlice<UInt8>) -> (values: [Int], count: Int, text: String)? {
        var values = [0, 0, 0]
        var place = 0
        var digits = 0
        var letter = ""
        for byte in text {
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"):
                guard digits < 4, letter.isEmpty else { return nil }
                values[place] = values[place] * 10 + Int(byte - UInt8(ascii: "0"))
                digits += 1
            case UInt8(ascii: "/"), UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: ":"):
                guard letter.isEmpty else { continue }
                guard digits > 0, place < 2 else { return nil }
                place += 1
                digits = 0
            case UInt8(ascii: " "), 0xC2, 0xA0, 0xE2, 0x80, 0xAF: continue
            default: if letter.isEmpty { letter = String(UnicodeScalar(byte)).lowercased() }
            }
        }
        guard digits > 0 else { return nil }
        return (values, place + 1, letter)
    }
}
