package import Documents
import Signals

/// Puts findings into the words of one language. A sentence is varied by the day and its value, so that the same words do
/// not come every day, and the same finding always has the same ones.
package protocol Phrasebook: Sendable {
    /// The language as a BCP 47 tag.
    var language: String { get }
    /// What an insight about a category is called.
    func title(_ category: Insight.Category) -> String
    /// A sentence on a finding.
    func sentence(_ finding: Finding) -> String
    /// The word of the sentence on a finding that matters most, as it stands there.
    func highlight(_ finding: Finding) -> String
    /// Why a figure of the newest day is not known.
    func unknown(_ metric: DayMetric, reason: String) -> String
    /// What is said before there is anything.
    var nothing: String { get }
    /// An advice with its source in the language.
    func advice(_ advice: Advice) -> String
}

/// The languages that there are words in.
package enum Phrasebooks {
    /// English, which stands in for a language that there is none of.
    package static let english: any Phrasebook = EnglishPhrases()

    /// The phrase book of a language by its tag; nil for one that there is none of.
    package static func named(_ tag: String) -> (any Phrasebook)? {
        let tag = tag.lowercased().replacing("_", with: "-")
        if tag == "en" || tag.hasPrefix("en-") { return EnglishPhrases() }
        if tag == "zh" || ["zh-hant", "zh-tw", "zh-hk", "zh-mo"].contains(where: tag.hasPrefix) {
            return ChinesePhrases()
        }
        return nil
    }
}

extension Finding {
    /// One of some wordings, always the same of the same finding.
    func choice<Wording>(of wordings: [Wording]) -> Wording {
        let seed = (dates.last?.daysSince1970 ?? 0) &+ metric.rawValue.utf8.reduce(0) { $0 &* 31 &+ Int($1) }
        return wordings[((seed % wordings.count) + wordings.count) % wordings.count]
    }

    /// Whether the value lies above what it is compared with.
    var isMore: Bool { value > reference }
}

extension DayMetric {
    /// Numbers of a value as they are written in every language: hours and minutes, or a rounded number.
    func parts(_ value: Double) -> (hours: Int?, number: Int) {
        let bounded = value.isFinite ? min(max(value, -1e9), 1e9) : 0
        guard self == .sleepHours else { return (nil, Int(bounded.rounded())) }
        let minutes = Int((bounded * 60).rounded())
        return (minutes / 60, abs(minutes % 60))
    }
}

extension CivilDate {
    /// 0 for Monday ... 6 for Sunday.
    var weekday: Int { ((daysSince1970 + 3) % 7 + 7) % 7 }
}
