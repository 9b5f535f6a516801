import Signals

/// A time as it is written in a diary: of a day that is told, or of one that follows from the night.
enum DiaryTime: Hashable {
    /// Seconds after midnight.
    case clock(Int)
    /// Of a day that is told.
    case full(Instant)
}

/// Reads days and times of a diary as people and programs write them.
struct DiaryClock {
    /// Which of two numbers of a date such as 03/04/2025 is the day, as the others of the file tell; nil while they do not.
    private var isDayFirst: Bool?

    /// - Parameter cells: everything in the file; where one date can only be read in one way, all are read so.
    init(_ cells: some Sequence<String>) {
        for cell in cells {
            let parts = cell.prefix { $0 != " " && $0 != "T" }.split(separator: "/").map { Int($0) }
            guard parts.count == 3, let first = parts[0], let second = parts[1], parts[2] != nil else { continue }
            if (13...31).contains(first), (1...12).contains(second) { isDayFirst = true }
            if (13...31).contains(second), (1...12).contains(first) { isDayFirst = false }
        }
    }

    /// What is wrong with a cell, for people.
    struct Fault: Error {
        var reason: String
        init(_ reason: String) { self.reason = reason }
    }

    /// A date such as `2025-04-03`, `2025/04/03`, `03.04.2025` or, where the file says which is the day, `03/04/2025`.
    func date(_ text: some StringProtocol) throws(Fault) -> CivilDate {
        let separators: Set<Character> = ["-", "/", "."]
        let parts = text.split(omittingEmptySubsequences: false) { separators.contains($0) }
        let numbers = parts.compactMap { Self.number($0) }
        guard numbers.count == 3, parts.count == 3 else { throw Fault("“\(text)” is no date; write YYYY-MM-DD") }
        var found: CivilDate?
        if parts[0].count == 4 {
            found = CivilDate(year: numbers[0], month: numbers[1], day: numbers[2])
        } else if parts[2].count == 4 {
            let isSlashed = text.contains("/")
            guard !isSlashed || isDayFirst != nil || numbers[0] == numbers[1] else {
                throw Fault("“\(text)” does not say which number is the day; write YYYY-MM-DD")
            }
            let (day, month) = isSlashed && isDayFirst == false ? (numbers[1], numbers[0]) : (numbers[0], numbers[1])
            found = CivilDate(year: numbers[2], month: month, day: day)
        }
        // What 64 bits of nanoseconds hold, and routes take.
        guard let found, (1700...2199).contains(found.year) else {
            throw Fault("“\(text)” is no date; write YYYY-MM-DD")
        }
        return found
    }

    /// A time on the wall such as `23:10`, `11:10 PM`, `2025-04-03 23:10:00`, or one that says how far from UTC it is, such as
    /// `2025-10-26T02:10:00+01:00`; nil for an empty cell.
    /// - Parameter zone: whose wall is meant.
    func time(_ text: some StringProtocol, in zone: Zone) throws(Fault) -> DiaryTime? {
        guard !text.isEmpty else { return nil }
        if text.dropFirst(19).contains(where: { "Zz+-".contains($0) }), let instant = Instant(rfc3339: text) {
            _ = try date("\(zone.civilTime(at: instant).date)")
            return .full(instant)
        }
        guard let cut = text.firstIndex(where: { $0 == "T" || $0 == " " }), text[..<cut].contains(where: Self.isOfDate)
        else { return .clock(try clock(text)) }
        let day = try date(text[..<cut])
        let seconds = try clock(text[text.index(after: cut)...])
        guard let time = CivilTime(day, hour: seconds / 3600, minute: seconds / 60 % 60, second: seconds % 60) else {
            throw Fault("“\(text)” is no time")
        }
        return .full(zone.instant(of: time))
    }

    private func clock(_ text: some StringProtocol) throws(Fault) -> Int {
        let words = text.lowercased().filter { !$0.isWhitespace && $0 != "." }
        let isAfternoon = words.hasSuffix("pm")
        let isHalfDay = isAfternoon || words.hasSuffix("am")
        let parts = (isHalfDay ? words.dropLast(2) : words[...]).split(separator: ":", omittingEmptySubsequences: false)
        let numbers = parts.compactMap { Self.number($0) }
        guard (2...3).contains(parts.count), numbers.count == parts.count, parts.allSatisfy({ $0.count <= 2 }),
            numbers[1] < 60, numbers.count == 2 || numbers[2] < 60,
            isHalfDay ? (1...12).contains(numbers[0]) : numbers[0] < 24
        else { throw Fault("“\(text)” is no time; write HH:MM") }
        let hour = isHalfDay ? numbers[0] % 12 + (isAfternoon ? 12 : 0) : numbers[0]
        return hour * 3600 + numbers[1] * 60 + (numbers.count == 3 ? numbers[2] : 0)
    }

    /// Minutes such as `15`, `15 min` or `1:10`; nil for an empty cell.
    func minutes(_ text: String) throws(Fault) -> Double? {
        guard !text.isEmpty else { return nil }
        let word = text.lowercased().prefix { !$0.isLetter }.filter { !$0.isWhitespace }
        let unit = text.lowercased().drop { !$0.isLetter }.filter(\.isLetter)
        let parts = word.split(separator: ":", omittingEmptySubsequences: false)
        var value: Double?
        if parts.count == 2, let hours = Self.number(parts[0]), let rest = Self.number(parts[1]), rest < 60 {
            value = Double(hours * 60 + rest)
        } else if ["h", "hr", "hrs", "hour", "hours"].contains(unit) {
            value = Double(word).map { $0 * 60 }
        } else if ["", "m", "min", "mins", "minute", "minutes"].contains(unit) {
            value = Double(word)
        }
        guard let value, (0...1440).contains(value) else { throw Fault("“\(text)” are no minutes") }
        return value
    }

    private static func isOfDate(_ character: Character) -> Bool {
        character == "-" || character == "/" || character == "."
    }

    /// A number of at most four digits without a sign.
    private static func number(_ text: some StringProtocol) -> Int? {
        guard (1...4).contains(text.utf8.count), text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
            return nil
        }
        return Int(text)
    }
}
