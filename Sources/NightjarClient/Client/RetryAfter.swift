#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The header field `Retry-After` (RFC 9110, section 10.2.3): seconds, or a time.
enum RetryAfter {
    private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

    /// Seconds from `now`, at least 0; nil for what makes no sense.
    static func seconds(_ text: String, now: Date) -> Double? {
        if let seconds = Int(text) { return seconds >= 0 ? Double(seconds) : nil }
        // Wed, 21 Oct 2026 07:28:00 GMT
        let parts = text.split(separator: " ")
        guard parts.count == 6, let day = Int(parts[1]), let month = months.firstIndex(of: String(parts[2])),
            let year = Int(parts[3])
        else { return nil }
        let time = parts[4].split(separator: ":").compactMap { Int($0) }
        guard time.count == 3, (1970..<10_000).contains(year) else { return nil }
        var components = DateComponents()
        (components.year, components.month, components.day) = (year, month + 1, day)
        (components.hour, components.minute, components.second) = (time[0], time[1], time[2])
        var calendar = Calendar(identifier: .gregorian)
        guard let utc = TimeZone(secondsFromGMT: 0) else { return nil }
        calendar.timeZone = utc
        return calendar.date(from: components).map { max(0, $0.timeIntervalSince(now)) }
    }
}
