package import Signals

/// A recorder's clock in a reply: local time of the computer that set it.
package struct AxivityTime: Hashable, Sendable {
    /// The time of day that the clock showed.
    package var wall: CivilTime

    /// Reads `$TIME=2024/03/04,22:15:00`, with `.mmm` behind it in the form that tells milliseconds. Documents leave the
    /// dollar sign out.
    /// - Throws: `DecodeError` unless it is six numbers that make a time from 2000 on.
    package init(line: String) throws(DecodeError) {
        guard let equals = line.firstIndex(of: "="), ["TIME", "$TIME"].contains(line[..<equals]),
            let wall = Self.wall(line[line.index(after: equals)...])
        else { throw DecodeError(.invalid("“\(line)” is no time"), at: 0) }
        self.wall = wall
    }

    /// Six numbers, divided by anything that is no digit, and a fraction of up to nine digits.
    static func wall(_ text: Substring) -> CivilTime? {
        let parts = text.split { !$0.isASCII || !$0.isNumber }
        guard (6...7).contains(parts.count), parts.allSatisfy({ $0.utf8.count <= 9 }) else { return nil }
        let numbers = parts.compactMap { Int($0) }
        guard numbers.count == parts.count, (2000...2063).contains(numbers[0]) else { return nil }
        let fraction =
            parts.count == 7 ? String(parts[6]) + String(repeating: "0", count: 9 - parts[6].utf8.count) : "0"
        return CivilTime(
            CivilDate(year: numbers[0], month: numbers[1], day: numbers[2]), hour: numbers[3], minute: numbers[4],
            second: numbers[5], nanosecond: Int(fraction) ?? 0)
    }

    /// A time as commands take it: `2024-03-04 22:15:00`.
    static func argument(_ wall: CivilTime) -> String {
        let whole = CivilTime(nanoseconds: wall.nanoseconds - Int64(wall.nanosecond))
        return whole.description.split(separator: "T").joined(separator: " ")
    }
}
