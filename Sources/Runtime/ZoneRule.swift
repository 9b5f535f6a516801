import Signals

/// A rule for local time as POSIX writes it in `TZ` and TZif in its footer, such as `CET-1CEST,M3.5.0,M10.5.0/3`.
struct ZoneRule: Equatable {
    /// The part of the year with another offset.
    struct Daylight: Equatable {
        var offset: Int
        var start: ZoneRuleDate
        var end: ZoneRuleDate
    }

    /// Seconds east of UTC; POSIX counts to the west.
    var standardOffset: Int
    var daylight: Daylight?

    /// Reads a rule; nil for anything else. A daylight-saving name needs its two dates.
    init?(_ text: String) {
        var text = Substring(text)
        guard Self.skipName(&text), let west = ZoneRuleDate.readClock(&text, maximumHours: 24) else { return nil }
        standardOffset = -west
        guard !text.isEmpty else { return }
        guard Self.skipName(&text) else { return nil }
        var offset = standardOffset + 3600
        if text.first != "," {
            guard let west = ZoneRuleDate.readClock(&text, maximumHours: 24) else { return nil }
            offset = -west
        }
        guard text.popFirst() == ",", let start = ZoneRuleDate(&text), text.popFirst() == ",",
            let end = ZoneRuleDate(&text), text.isEmpty
        else { return nil }
        daylight = Daylight(offset: offset, start: start, end: end)
    }

    /// At least three letters, or letters, digits and signs between angle brackets.
    private static func skipName(_ text: inout Substring) -> Bool {
        if text.first == "<" {
            guard let end = text.firstIndex(of: ">"), text.distance(from: text.startIndex, to: end) >= 4 else {
                return false
            }
            text = text[text.index(after: end)...]
            return true
        }
        let name = text.prefix { $0.isASCII && $0.isLetter }
        text = text[name.endIndex...]
        return name.utf8.count >= 3
    }
}
