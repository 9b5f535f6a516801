import Signals

/// Instants as the contract writes them: RFC 3339 in UTC with milliseconds.
enum Timestamp {
    static func text(_ instant: Instant) -> String {
        let milliseconds = instant.nanoseconds / 1_000_000
        let seconds = milliseconds >= 0 ? milliseconds / 1000 : (milliseconds - 999) / 1000
        let days = seconds >= 0 ? seconds / 86_400 : (seconds - 86_399) / 86_400
        let time = Int(seconds - days * 86_400)
        let date = CivilDate(daysSince1970: Int(days))
        return "\(date)T\(two(time / 3600)):\(two(time / 60 % 60)):\(two(time % 60))."
            + "\(three(Int(milliseconds - seconds * 1000)))Z"
    }

    private static func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    private static func three(_ number: Int) -> String { number < 100 ? "0\(two(number))" : "\(number)" }
}
