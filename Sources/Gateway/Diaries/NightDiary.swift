import Analysis
import Signals
package import Store

/// What a sleep diary says of a night, and which of it holds.
package struct NightDiary: Sendable {
    /// What is said.
    package var entry: DiaryEntry
    /// Whether the sleep period is the diary's.
    package var isPeriod = false
    /// Whether lights-out is the diary's.
    package var isLightsOut = false
    /// Why the sleep period is not the diary's; nil where it is.
    package var reason: String?

    static let corrected = "a person corrected the night"

    /// A night between the times of its diary: its sleep period, and when the lights went out. A time that the diary does not
    /// have stays as it was found; so does all of it where the diary does not fit.
    static func measured(_ night: Night, by entry: DiaryEntry, zone: Zone) -> (night: Night, diary: NightDiary) {
        var diary = NightDiary(entry: entry)
        var result = night
        do throws(Failure) {
            if let period = entry.night.period(of: night) {
                result = try night.measured(
                    within: NightBounds(sleepPeriod: period), zone: zone, by: NightBounds.diaryMethod)
                diary.isPeriod = true
            } else {
                diary.reason = "it does not say when sleep began and ended"
            }
        } catch {
            diary.reason = "it does not fit the night: \(error.message)"
        }
        diary.isLightsOut = entry.night.apply(to: &result)
        // A mark tells more than nothing.
        if !diary.isLightsOut, diary.isPeriod, let mark = night.lightsOut, let source = night.lightsOutSource,
            let start = result.sleepPeriod?.lowerBound, mark.seconds(since: start) <= 900
        {
            result = (try? result.measured(lightsOut: mark, by: source)) ?? result
        }
        return (result, diary)
    }
}

extension DiaryNight {
    /// The sleep period by the diary: what it does not say of the two ends is as it was found.
    fileprivate func period(of night: Night) -> Range<Instant>? {
        let found = night.sleepPeriod
        if let asleep {
            let end = awake ?? found?.upperBound
            return end.flatMap { asleep < $0 ? asleep..<$0 : nil }
        }
        // Nobody sleeps before the lights are out.
        let isLater = lightsOut.map { dark in found.map { $0.lowerBound < dark } ?? false } ?? false
        guard let end = awake ?? (isLater ? found?.upperBound : nil) else { return nil }
        let start = [found?.lowerBound, lightsOut].compactMap(\.self).filter { $0 < end }.max()
        return start.map { $0..<end }
    }

    /// Measures a night by when the lights went out.
    /// - Returns: False where the diary does not say it, or sleep began before.
    func apply(to night: inout Night) -> Bool {
        guard let lightsOut, let start = night.sleepPeriod?.lowerBound, lightsOut <= start,
            let measured = try? night.measured(lightsOut: lightsOut, by: .diary)
        else { return false }
        night = measured
        return true
    }
}
