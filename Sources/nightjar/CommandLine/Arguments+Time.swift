import Signals

extension Arguments {
    /// The value of an option as a wall time, `YYYY-MM-DDTHH:MM` with or without seconds.
    /// - Throws: `Failure` with code `usage` when it is not one.
    func wallTime(_ option: String) throws -> CivilTime? {
        guard let text = value(option) else { return nil }
        guard let time = Self.wallTime(text) else {
            throw usage("\(option) needs a time such as 2024-03-01T18:30, not “\(text)”.")
        }
        return time
    }

    /// A wall time from `YYYY-MM-DDTHH:MM` with or without seconds; nil for anything else.
    static func wallTime(_ text: String) -> CivilTime? {
        let parts = text.split(omittingEmptySubsequences: false) { $0 == "T" || $0 == " " }
        let clock = parts.count == 2 ? parts[1].split(separator: ":", omittingEmptySubsequences: false) : []
        let numbers = clock.compactMap { $0.count == 2 && $0.allSatisfy(\.isNumber) ? UInt8($0) : nil }
        guard let day = parts.first, (2...3).contains(clock.count), numbers.count == clock.count else { return nil }
        return CivilTime(
            CivilDate(day), hour: Int(numbers[0]), minute: Int(numbers[1]),
            second: numbers.count == 3 ? Int(numbers[2]) : 0)
    }
}
